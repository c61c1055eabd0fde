//! What surrounds the panels: the menu bar above, the status bar below.

mod menu_bar;
mod status_bar;

pub use menu_bar::show as show_menu_bar;
pub use status_bar::show as show_status_bar;
