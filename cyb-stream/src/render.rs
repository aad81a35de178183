use std::fmt;

use crate::sigil::display_byte;

/// How a chunk is to be drawn: one ASCII graphic byte. The set is open; unknown renders are delivered as they are.
///
/// Source: the seed's "render byte" tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Render(pub u8);

macro_rules! renders {
    ($($(#[$doc:meta])* $name:ident = $byte:literal, $word:literal;)*) => {
        impl Render {
            $($(#[$doc])* pub const $name: Self = Self($byte);)*

            /// The renders the seed defines, in its order.
            pub const ALL: [Self; 16] = [$(Self::$name),*];

            /// The render's name, `None` for one the seed does not define.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($byte => Some($word),)*
                    _ => None,
                }
            }
        }
    };
}

renders! {
    /// `s`: collapsible tree, record, pair.
    STRUCT = b's', "struct";
    /// `b`: raster image or any binary.
    BINARY = b'b', "binary";
    /// `t`: prose or code.
    TEXT = b't', "text";
    /// `f`: mathematical notation.
    FORMULA = b'f', "formula";
    /// `v`: vector graphics.
    VECTOR = b'v', "vector";
    /// `m`: moving picture.
    MOVIE = b'm', "movie";
    /// `T`: grid of records.
    TABLE = b'T', "table";
    /// `a`: sound.
    AUDIO = b'a', "audio";
    /// `c`: nested composition.
    COMPONENT = b'c', "component";
    /// `k`: balance or ledger row.
    TOKEN = b'k', "token";
    /// `p`: live progress.
    PROGRESS = b'p', "progress";
    /// `l`: structured log line.
    LOG = b'l', "log";
    /// `e`: typed error.
    ERROR = b'e', "error";
    /// `x`: end of a command.
    STATUS = b'x', "status";
    /// `i`: a person's answer on its way to the producer.
    INPUT = b'i', "input";
    /// `|`: pipeline view.
    PIPELINE = b'|', "pipeline";
}

impl Render {
    /// Whether a frame may carry this byte (0x21 to 0x7E). Any other is malformed.
    #[inline]
    pub const fn is_graphic(self) -> bool {
        self.0.is_ascii_graphic()
    }

    /// Whether the catalogue says that a payload of this render is a sequence of frames.
    #[inline]
    pub const fn is_nested(self) -> bool {
        matches!(
            self,
            Self::COMPONENT
                | Self::STRUCT
                | Self::TABLE
                | Self::PROGRESS
                | Self::LOG
                | Self::ERROR
                | Self::STATUS
                | Self::INPUT
                | Self::TOKEN
                | Self::PIPELINE
        )
    }
}

impl fmt::Debug for Render {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Render({self})")
    }
}

/// The byte as a character where it is printable ASCII, else `0x..`.
impl fmt::Display for Render {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display_byte(self.0, f)
    }
}
