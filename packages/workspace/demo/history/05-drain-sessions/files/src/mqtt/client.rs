use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::ClientConfig;

use crate::mqtt::packet;
use crate::tls::session::SessionCache;
use crate::tls::{self, TlsStream};

/// One device's connection to the broker.
pub struct MqttClient {
    host: String,
    port: u16,
    client_id: String,
    tls: Arc<ClientConfig>,
    sessions: Arc<SessionCache>,
    stream: Option<TlsStream>,
    next_packet_id: u16,
}

impl MqttClient {
    pub fn new(host: &str, port: u16, client_id: &str, tls: Arc<ClientConfig>, sessions: Arc<SessionCache>) -> Self {
        Self {
            host: host.to_owned(),
            port,
            client_id: client_id.to_owned(),
            tls,
            sessions,
            stream: None,
            next_packet_id: 1,
        }
    }

    /// Opens the connection and introduces the device.
    pub fn connect(&mut self) -> io::Result<()> {
        self.stream = None;
        self.sessions.drain(&self.host);
        let socket = TcpStream::connect((self.host.as_str(), self.port))?;
        socket.set_nodelay(true)?;
        let mut stream = tls::wrap(&self.tls, &self.host, socket)?;
        stream.write_all(&packet::connect(&self.client_id))?;
        self.stream = Some(stream);
        Ok(())
    }

    /// Sends one reading and returns the packet id it was sent under.
    pub fn publish(&mut self, topic: &str, payload: &[u8]) -> io::Result<u16> {
        let id = self.next_packet_id;
        self.next_packet_id = self.next_packet_id.checked_add(1).unwrap_or(1);
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        stream.write_all(&packet::publish(id, topic, payload))?;
        Ok(id)
    }
}
