//! Rows and columns for people: each column as wide as its widest cell.

use crate::console::{BOLD, DIM, printable};

/// How a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table in the making. A cell holds text without styles.
pub(crate) struct Table {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<(Vec<String>, Weight)>,
}

/// How much a row stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    Plain,
    Faint,
}

impl Table {
    pub(crate) fn new(columns: &[(&'static str, Align)]) -> Table {
        Table { columns: columns.to_vec(), rows: Vec::new() }
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push((cells.into(), Weight::Plain));
    }

    /// A row about something that is not quite there.
    pub(crate) fn faint_row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push((cells.into(), Weight::Faint));
    }

    /// The table as lines, each with its newline, below a bold heading.
    pub(crate) fn render(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|(cells, _)| cells[column].chars().count());
            cells.chain([self.columns[column].0.len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let heading: Vec<String> = self.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut text = format!("{BOLD}{}{BOLD:#}\n", self.line(&heading, &widths));
        for (cells, weight) in &self.rows {
            let line = self.line(cells, &widths);
            match weight {
                Weight::Plain => text.push_str(&line),
                Weight::Faint => text.push_str(&format!("{DIM}{line}{DIM:#}")),
            }
            text.push('\n');
        }
        text
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for ((cell, (_, align)), width) in cells.iter().zip(&self.columns).zip(widths) {
            if !line.is_empty() {
                line.push_str("  ");
            }
            let cell = printable(cell);
            match align {
                Align::Left => line.push_str(&format!("{cell:<width$}")),
                Align::Right => line.push_str(&format!("{cell:>width$}")),
            }
        }
        line.truncate(line.trim_end().len());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::{Align, Table};
    use expect_test::expect;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&[("LANGUAGE", Align::Left), ("FILES", Align::Right)]);
        table.row(["rust".to_owned(), "1,234".to_owned()]);
        table.row(["čeština".to_owned(), "5".to_owned()]);
        let text = anstream::adapter::strip_str(&table.render()).to_string();
        expect![[r#"
            LANGUAGE  FILES
            rust      1,234
            čeština       5
        "#]]
        .assert_eq(&text);
    }
}
