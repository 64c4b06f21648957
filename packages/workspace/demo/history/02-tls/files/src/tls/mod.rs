use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};

pub type TlsStream = StreamOwned<ClientConnection, TcpStream>;

/// Wraps a connected socket. The certificate must match `host`.
pub fn wrap(config: &Arc<ClientConfig>, host: &str, socket: TcpStream) -> io::Result<TlsStream> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let session = ClientConnection::new(Arc::clone(config), name).map_err(io::Error::other)?;
    Ok(StreamOwned::new(session, socket))
}
