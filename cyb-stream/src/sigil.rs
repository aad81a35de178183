use std::fmt;

/// The semantic role of a chunk: one of thirteen ASCII bytes, or an unknown byte kept as it is.
///
/// Source: the seed's "sigil byte" table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sigil(pub u8);

macro_rules! sigils {
    ($($(#[$doc:meta])* $name:ident = $byte:literal, $word:literal;)*) => {
        impl Sigil {
            $($(#[$doc])* pub const $name: Self = Self($byte);)*

            /// The thirteen known sigils, in the seed's order.
            pub const ALL: [Self; 13] = [$(Self::$name),*];

            /// The sigil's short name, `None` for an unknown byte.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($byte => Some($word),)*
                    _ => None,
                }
            }
        }
    };
}

sigils! {
    /// `#`: content, particle identity.
    HAX = b'#', "hax";
    /// `@`: identity, agent, neuron.
    PAT = b'@', "pat";
    /// `~`: annotation, label, side information; an external program's standard output.
    SIG = b'~', "sig";
    /// `/`: scope, containment, structure.
    FAS = b'/', "fas";
    /// `$`: economic, value-bearing.
    BUC = b'$', "buc";
    /// `^`: lift, abstract, establish.
    KET = b'^', "ket";
    /// `!`: effect, imperative, action.
    ZAP = b'!', "zap";
    /// `.`: transform, pipeline, apply.
    DOT = b'.', "dot";
    /// `|`: composition, code with data.
    BAR = b'|', "bar";
    /// `=`: binding, equivalence.
    TIS = b'=', "tis";
    /// `?`: test, decision, input request.
    WUT = b'?', "wut";
    /// `:`: pair, key and value.
    COL = b':', "col";
    /// `+`: augment, increment.
    LUS = b'+', "lus";
}

/// The known sigils as bits.
const KNOWN: u128 = {
    let mut bits = 0;
    let mut rest: &[Sigil] = &Sigil::ALL;
    while let [first, others @ ..] = rest {
        bits |= 1 << first.0;
        rest = others;
    }
    bits
};

impl Sigil {
    /// Whether this is one of the thirteen. A frame with any other byte is malformed.
    #[inline]
    pub const fn is_known(self) -> bool {
        // A bit for each: a byte over 0x7F shifts to nothing.
        match KNOWN.checked_shr(self.0 as u32) {
            Some(bits) => bits & 1 == 1,
            None => false,
        }
    }
}

impl fmt::Debug for Sigil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sigil({self})")
    }
}

/// The byte as a character where it is printable ASCII, else `0x..`.
impl fmt::Display for Sigil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display_byte(self.0, f)
    }
}

pub(crate) fn display_byte(byte: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if byte.is_ascii_graphic() { write!(f, "{}", char::from(byte)) } else { write!(f, "0x{byte:02x}") }
}
