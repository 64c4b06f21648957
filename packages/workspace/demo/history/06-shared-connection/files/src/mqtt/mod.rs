pub mod client;
pub mod packet;
pub mod reconnect;
pub mod shared;
