use std::io;
use std::sync::{Arc, Mutex};

use crate::mqtt::client::MqttClient;

/// One connection, used by every board of a mast.
#[derive(Clone)]
pub struct SharedClient {
    inner: Arc<Mutex<MqttClient>>,
}

impl SharedClient {
    pub fn new(client: MqttClient) -> Self {
        Self { inner: Arc::new(Mutex::new(client)) }
    }

    pub fn publish(&self, topic: &str, payload: &[u8]) -> io::Result<u16> {
        self.inner.lock().unwrap().publish(topic, payload)
    }
}
