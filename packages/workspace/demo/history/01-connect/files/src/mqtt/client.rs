use std::io::{self, Write};
use std::net::TcpStream;

use crate::mqtt::packet;

/// One device's connection to the broker.
pub struct MqttClient {
    address: String,
    client_id: String,
    stream: Option<TcpStream>,
    next_packet_id: u16,
}

impl MqttClient {
    pub fn new(address: impl Into<String>, client_id: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            client_id: client_id.into(),
            stream: None,
            next_packet_id: 1,
        }
    }

    /// Opens the connection and introduces the device.
    pub fn connect(&mut self) -> io::Result<()> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
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
