//! Styles of the command line as styles of cells.

use anstyle::{AnsiColor, Effects};
use ratatui::style::{Color, Modifier, Style};

/// The same style; colours outside of the sixteen that are used here are left out.
pub(crate) fn of_text(style: anstyle::Style) -> Style {
    let mut cells = Style::new();
    if let Some(anstyle::Color::Ansi(color)) = style.get_fg_color() {
        cells = cells.fg(of_color(color));
    }
    let effects =
        [(Effects::BOLD, Modifier::BOLD), (Effects::DIMMED, Modifier::DIM), (Effects::UNDERLINE, Modifier::UNDERLINED)];
    for (effect, modifier) in effects {
        if style.get_effects().contains(effect) {
            cells = cells.add_modifier(modifier);
        }
    }
    cells
}

fn of_color(color: AnsiColor) -> Color {
    match color {
        AnsiColor::Black => Color::Black,
        AnsiColor::Red => Color::Red,
        AnsiColor::Green => Color::Green,
        AnsiColor::Yellow => Color::Yellow,
        AnsiColor::Blue => Color::Blue,
        AnsiColor::Magenta => Color::Magenta,
        AnsiColor::Cyan => Color::Cyan,
        AnsiColor::White => Color::Gray,
        AnsiColor::BrightBlack => Color::DarkGray,
        AnsiColor::BrightRed => Color::LightRed,
        AnsiColor::BrightGreen => Color::LightGreen,
        AnsiColor::BrightYellow => Color::LightYellow,
        AnsiColor::BrightBlue => Color::LightBlue,
        AnsiColor::BrightMagenta => Color::LightMagenta,
        AnsiColor::BrightCyan => Color::LightCyan,
        AnsiColor::BrightWhite => Color::White,
    }
}
