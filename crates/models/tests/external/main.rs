//! Models outside of Quarry, against servers that the tests start: what is sent, what is made of the answers, what goes wrong.

mod asking;
mod keeping;
mod support;
mod trouble;
