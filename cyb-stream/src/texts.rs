use std::str::{Utf8Error, from_utf8};

/// How far ahead a check looks at first and at most, in bytes.
const AHEAD: (usize, usize) = (256, 16 * 1024);

/// A look ahead pays if it covers this many bytes.
const GAIN: usize = 64;

/// How many payloads at most are checked alone after looks ahead that did not pay.
const PAUSE: usize = 16;

/// Payloads as text, checked in blocks: where payloads are short, one look ahead answers for many of them.
///
/// That works because all of a header but a length over 127 is UTF-8 too. Asked in the order of the walk it is several
/// times faster than [`from_utf8`] on each payload; asked in any other order, or for long payloads, it does at most
/// about twice its work.
///
/// ```
/// use cyb_stream::{Chunk, Texts, frames};
///
/// let bytes = [Chunk::text("one").to_bytes(), Chunk::stdout(&b"\xFF"[..]).to_bytes()].concat();
/// let mut texts = Texts::new(&bytes);
/// let mut read = frames(&bytes).map_while(Result::ok).map(|frame| texts.get(frame.payload));
/// assert_eq!(read.next(), Some(Ok("one")));
/// assert!(read.next().is_some_and(|text| text.is_err()));
/// ```
#[derive(Clone, Debug)]
pub struct Texts<'a> {
    whole: &'a [u8],
    /// A block known to be UTF-8, and where it begins in `whole`.
    checked: &'a str,
    at: usize,
    ahead: usize,
    /// How many payloads are still to be checked alone, and how many after the next look that does not pay.
    pause: (usize, usize),
}

impl<'a> Texts<'a> {
    /// For payloads that lie in `whole`, at any depth. Others are checked each on its own.
    pub const fn new(whole: &'a [u8]) -> Self {
        Self { whole, checked: "", at: 0, ahead: AHEAD.0, pause: (0, 0) }
    }

    /// The payload as text.
    ///
    /// # Errors
    ///
    /// What [`from_utf8`] says of the payload.
    #[inline]
    pub fn get(&mut self, payload: &'a [u8]) -> Result<&'a str, Utf8Error> {
        let start = (payload.as_ptr() as usize).wrapping_sub(self.whole.as_ptr() as usize);
        let from = start.wrapping_sub(self.at);
        match self.checked.get(from..from.wrapping_add(payload.len())) {
            Some(text) => Ok(text),
            None => self.look_ahead(start, payload),
        }
    }

    fn look_ahead(&mut self, start: usize, payload: &'a [u8]) -> Result<&'a str, Utf8Error> {
        let behind = self.whole.get(start..).unwrap_or_default();
        let block = behind.get(..self.ahead).unwrap_or(behind);
        let (pause, next) = self.pause;
        if pause > 0 || payload.len().saturating_mul(2) > block.len() {
            self.pause.0 = pause.saturating_sub(1);
            return from_utf8(payload);
        }
        match from_utf8(block) {
            Ok(text) => {
                (self.checked, self.at) = (text, start);
                self.ahead = self.ahead.saturating_mul(2).min(AHEAD.1);
            }
            Err(error) => {
                let valid = error.valid_up_to();
                if error.error_len().is_some() {
                    self.ahead = AHEAD.0;
                }
                if valid < GAIN {
                    self.pause = (next, next.saturating_mul(2).clamp(1, PAUSE));
                    return from_utf8(payload);
                }
                (self.checked, self.at) = (from_utf8(block.get(..valid).unwrap_or_default())?, start);
            }
        }
        self.pause = (0, 0);
        // The end of a payload that is not UTF-8 need not lie between two characters of the block.
        self.checked.get(..payload.len()).map_or_else(|| from_utf8(payload), Ok)
    }
}
