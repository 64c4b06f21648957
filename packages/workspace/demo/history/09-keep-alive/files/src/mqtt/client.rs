use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::ClientConfig;

use crate::mqtt::packet;
use crate::transport::session::SessionCache;
use crate::transport::tls::{self, TlsStream};

/// As announced to the broker when connecting.
const KEEP_ALIVE: Duration = Duration::from_secs(45);

/// One board's connection to the broker. Not shared: the last will belongs to the connection.
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

    /// Sends a ping when `last_sent` is long enough ago. Call at least once a second.
    pub fn keep_alive(&mut self, last_sent: Instant, now: Instant) -> io::Result<bool> {
        if now.duration_since(last_sent) < KEEP_ALIVE * 2 / 3 {
            return Ok(false);
        }
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        stream.write_all(&packet::ping())?;
        Ok(true)
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
