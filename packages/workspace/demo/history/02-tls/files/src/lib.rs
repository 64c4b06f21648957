pub mod mqtt;
pub mod tls;
