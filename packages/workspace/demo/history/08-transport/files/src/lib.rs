pub mod mqtt;
pub mod transport;
