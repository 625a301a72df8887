//! Numbers and texts <-> bytes: the little language all of the embedded store's own files are written in.
//!
//! Numbers are LEB128 (seven bits a byte), texts carry their length. Reading never panics: a short or wrong input is
//! `None`, and the caller says which file is damaged.

/// Writes values one behind the other.
#[derive(Debug, Default)]
pub(super) struct ByteWriter(pub(super) Vec<u8>);

impl ByteWriter {
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// A list: its length, then every item.
    pub(super) fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.number(items.len() as u64);
        for item in items {
            write(self, item);
        }
    }
}

/// Reads what [`ByteWriter`] wrote.
#[derive(Debug)]
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for (index, &byte) in self.0.iter().enumerate().take(10) {
            value |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.0 = &self.0[index + 1..];
                return Some(value);
            }
        }
        None
    }

    pub(super) fn small(&mut self) -> Option<u32> {
        self.number().and_then(|value| u32::try_from(value).ok())
    }

    pub(super) fn take(&mut self, n_bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n_bytes)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let n_bytes = self.number()? as usize;
        std::str::from_utf8(self.take(n_bytes)?).ok()
    }

    /// Passes by a text.
    pub(super) fn skip_text(&mut self) -> Option<()> {
        let n_bytes = self.number()? as usize;
        self.take(n_bytes).map(|_| ())
    }

    /// Passes by so many numbers.
    pub(super) fn skip_numbers(&mut self, n_numbers: u64) -> Option<()> {
        (0..n_numbers).try_for_each(|_| self.number().map(|_| ()))
    }

    pub(super) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let n_items = self.number()? as usize;
        // A damaged length must not reserve the machine's memory: no item is shorter than a byte.
        let mut items = Vec::with_capacity(n_items.min(self.0.len()));
        for _ in 0..n_items {
            items.push(read(self)?);
        }
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteReader, ByteWriter};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(numbers in prop::collection::vec(any::<u64>(), 0..20), text in any::<String>()) {
            let mut writer = ByteWriter::default();
            writer.list(&numbers, |writer, number| writer.number(*number));
            writer.text(&text);
            let mut reader = ByteReader(&writer.0);
            prop_assert_eq!(reader.list(ByteReader::number), Some(numbers));
            prop_assert_eq!(reader.text(), Some(text.as_str()));
            prop_assert!(reader.0.is_empty());
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let mut reader = ByteReader(&bytes);
            while reader.text().is_some() {}
            let _ = ByteReader(&bytes).list(ByteReader::text);
        }
    }
}
