//! What a person sees and can do, checked on the accessibility tree; a few pictures.

#[cfg(test)]
mod events;
#[cfg(test)]
mod gallery;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod question;
#[cfg(test)]
mod record;
#[cfg(test)]
mod scroll;
#[cfg(test)]
mod setup;
#[cfg(test)]
mod state;
#[cfg(test)]
mod stream;
#[cfg(test)]
mod table;
#[cfg(test)]
mod text;
#[cfg(test)]
mod theme;
