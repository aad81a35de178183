//! The references of `references`, by hand.

use cyb_stream::refs::{ReferenceKind, references};

use super::check;

#[test]
fn sigils_at_the_start_of_a_word_refer() {
    check(
        references,
        &[
            ("#cyber/truth", &["#cyber/truth"]),
            ("see #cyber/truth by @alice for $BOOT", &["#cyber/truth", "@alice", "$BOOT"]),
            ("tab\t@alice\nline\n#x\r\n$Y", &["@alice", "#x", "$Y"]),
            ("(#a) [@b] {$c} <#d> \"@e\" '$f' `#g`", &["#a", "@b", "$c", "#d", "@e", "$f", "#g"]),
            ("**#tag** and *@alice*", &["#tag", "@alice"]),
            ("#a,#b;#c", &["#a", "#b", "#c"]),
            ("|@alice|#tag|", &["@alice", "#tag"]),
            ("@alice,", &["@alice"]),
            ("f(@alice, $x)", &["@alice", "$x"]),
            ("arr[$i]", &["$i"]),
            ("-- @alice --", &["@alice"]),
            ("thanks — @alice", &["@alice"]),
            ("a→@alice", &["@alice"]),
            ("🎉#party ❤️#love", &["#party", "#love"]),
            ("“@alice” «#tag»", &["@alice", "#tag"]),
        ],
    );
}

#[test]
fn sigils_inside_words_and_before_no_letter_are_text() {
    check(
        references,
        &[
            ("", &[]),
            ("#", &[]),
            ("# # @ @ $ $", &[]),
            ("a#b", &[]),
            ("C# and F#", &[]),
            ("issue #12, #1st, @2x, $5.00, $1, $5k", &[]),
            ("bob@example.org <bob@example.org>", &[]),
            ("@alice@example.org", &[]),
            ("npm i @types/node@1.2.3", &[]),
            ("#!/bin/sh", &[]),
            ("# Title", &[]),
            ("## Title", &[]),
            ("##tag", &[]),
            ("#-x @.y $/z", &[]),
            ("$_ $__ #_12", &[]),
            ("$(date) ${HOME} $? $$ $#", &[]),
            ("and/#or path/@scope/x", &[]),
            ("x=$y a:#b -@c .#d !@e", &[]),
            ("@@ -1,3 +1,4 @@", &[]),
            ("US$BOOT", &[]),
            ("5€ 5$ 100%", &[]),
            ("é#b ж@c 语$d ٣#e", &[]),
        ],
    );
}

#[test]
fn identifiers_end_before_trailing_punctuation() {
    check(
        references,
        &[
            ("#a. #b, #c; #d: #e! #f? #g)", &["#a", "#b", "#c", "#d", "#e", "#f", "#g"]),
            ("#a.. #b/ #c- #d... #e/.", &["#a", "#b", "#c", "#d", "#e"]),
            ("#a.b.c #a/b/c #a-b-c #a_b_ #a.b/c-d_e", &["#a.b.c", "#a/b/c", "#a-b-c", "#a_b_", "#a.b/c-d_e"]),
            ("#a--b #a---", &["#a--b", "#a"]),
            ("#a..b #a//b #a./b #a-/b #a/-b", &["#a", "#a", "#a", "#a", "#a"]),
            ("@alice's @alice’s", &["@alice", "@alice"]),
            ("#a1 #v1.2 $B2B", &["#a1", "#v1.2", "$B2B"]),
            ("@_alice #__init__", &["@_alice", "#__init__"]),
            ("#cyber/truth.graph.", &["#cyber/truth.graph"]),
            ("#a#b @a$b $PATH:/usr/bin", &["#a", "@a", "$PATH"]),
            ("@alice: hello", &["@alice"]),
            ("#a=1 #a+b #a*b #a%", &["#a", "#a", "#a", "#a"]),
            ("#a…", &["#a"]),
        ],
    );
}

#[test]
fn identifiers_are_of_any_script() {
    check(
        references,
        &[
            ("#правда, @Алиса", &["#правда", "@Алиса"]),
            ("#真理。@张三，$代币", &["#真理", "@张三", "$代币"]),
            ("见#真理", &[]),
            ("#हिन्दी #ไม่ #עִברִית #مرحبًا #한국어", &["#हिन्दी", "#ไม่", "#עִברִית", "#مرحبًا", "#한국어"]),
            ("#cafe\u{301}s x", &["#cafe\u{301}s"]),
            ("#a\u{301}/\u{301}b", &["#a\u{301}/\u{301}b"]),
            ("#می\u{200C}خواهم", &["#می\u{200C}خواهم"]),
            ("#क्\u{200D}ष", &["#क्\u{200D}ष"]),
            ("#ab\u{200D}cd #é\u{200C}x #x\u{200C}é", &["#ab", "#é", "#x"]),
            ("#می\u{200C}", &["#می"]),
            ("#x٣ #٣x", &["#x٣"]),
            ("#x👍 #👍x", &["#x"]),
        ],
    );
}

#[test]
fn unseen_characters_end_identifiers_and_links() {
    for c in "\0\u{1F}\u{1B}\u{7F}\u{85}\u{AD}\u{61C}\u{200B}\u{200E}\u{200F}\u{2028}\u{202E}\u{2066}\u{2069}\u{FEFF}\u{E0041}"
        .chars()
    {
        let text = format!("#ali{c}ce [[a{c}b]] {c}@bob");
        let found: Vec<_> = references(&text).map(|found| &text[found.range]).collect();
        assert_eq!(found, ["#ali", "@bob"], "{c:?}");
    }
}

#[test]
fn links_are_double_brackets_in_one_line() {
    check(
        references,
        &[
            ("[[wikilink]]", &["[[wikilink]]"]),
            ("a [[b c]] d [[e|f g]].", &["[[b c]]", "[[e|f g]]"]),
            ("([[a]])", &["[[a]]"]),
            ("[[!mint($LI, @alice)]]", &["[[!mint($LI, @alice)]]"]),
            ("[[#hash]] [[@alice|Alice]] [[*/truth]]", &["[[#hash]]", "[[@alice|Alice]]", "[[*/truth]]"]),
            ("[[https://a.b/#c]] #d", &["[[https://a.b/#c]]", "#d"]),
            ("[[a]]s [[b]],", &["[[a]]", "[[b]]"]),
            ("[[[a]]]", &["[[a]]"]),
            ("[[a]]]", &["[[a]]"]),
            ("[[bin]]", &["[[bin]]"]),
            ("[[a|b|c]]", &["[[a|b|c]]"]),
            ("[[]] [[|]] [[|a]] [[ ]]", &[]),
            ("[[a] [a]] [[a]b]] [[a[b]]", &[]),
            ("[[a", &[]),
            ("[[a\nb]]", &[]),
            ("x[[0]] m[[i]] ![[embed]]", &[]),
            ("if [[ -f x ]]; then", &[]),
            ("[[a b]; [1 2]]", &[]),
            ("[[1,2],[3,4]]", &[]),
            ("[[a #b", &["#b"]),
            ("[[#b", &["#b"]),
            ("[[a[[b]]", &[]),
            ("[[a|[[b]]", &["[[b]]"]),
        ],
    );
}

#[test]
fn targets_and_labels_are_slices_without_outer_blanks() {
    let kinds = |text| references(text).map(|found| found.kind).collect::<Vec<_>>();
    let link = |target, label| ReferenceKind::Link { target, label };
    assert_eq!(
        kinds("#cyber/truth @alice $BOOT"),
        [
            ReferenceKind::Particle("cyber/truth"),
            ReferenceKind::Neuron("alice"),
            ReferenceKind::Token("BOOT"),
        ]
    );
    assert_eq!(kinds("[[a]] [[a b|c d]]"), [link("a", None), link("a b", Some("c d"))]);
    assert_eq!(kinds("[[a | b ]] [[a|]] [[a| ]]"), [link("a", Some("b")), link("a", None), link("a", None),]);
    assert_eq!(kinds("[[a|b|c]]"), [link("a", Some("b|c"))]);
}

#[test]
fn inline_computations_stay_literal() {
    check(
        references,
        &[
            ("#[expr] @[x] $[y]", &[]),
            ("~[sum @alice #x] @bob", &["@bob"]),
            (".[a|@b|$c] #d", &["#d"]),
            ("#[a [@b] @c] @d", &["@d"]),
            ("#[[a]]", &[]),
            ("#[derive(Debug)]", &[]),
            ("#[open @a\n@b", &["@b"]),
            ("word#[@a]", &["@a"]),
        ],
    );
}

#[test]
fn urls_and_destinations_hold_no_references() {
    check(
        references,
        &[
            ("https://e.org/#frag", &[]),
            ("https://e.org/a(#frag)?x=@b,#c #d", &["#d"]),
            ("<https://e.org/#x> @alice", &["@alice"]),
            ("[text](#section) [text](@x)", &[]),
            ("<a href=\"#top\" id='#x'> color=\"#fff\"", &[]),
            ("user=\"@alice\"", &[]),
            ("://#x", &[]),
            ("a: //#x", &[]),
            ("a:// #x", &["#x"]),
        ],
    );
}

#[test]
fn code_and_shell_refer_where_they_are_spelled_so() {
    check(
        references,
        &[
            ("#include <stdio.h>", &["#include"]),
            ("@Override public void run()", &["@Override"]),
            ("echo $HOME/bin \"$USER\"", &["$HOME/bin", "$USER"]),
            ("X=\"$HOME\" y=$z", &[]),
            ("awk '{print $1}'", &[]),
            ("$i<$n", &["$i", "$n"]),
            ("git@github.com:a/b.git", &[]),
            ("color: #fff; color:#000", &["#fff"]),
            ("Fixes #12 by @alice (#tag)", &["@alice", "#tag"]),
            ("From: Alice <alice@example.org>\n> @bob wrote", &["@bob"]),
            ("@echo off", &["@echo"]),
            ("let x = &s[$a..];", &["$a"]),
        ],
    );
}
