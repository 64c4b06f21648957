//! One client, one connection, one board.

pub mod client;
pub mod packet;
pub mod reconnect;
