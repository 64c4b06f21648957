pub mod session;
pub mod tls;
