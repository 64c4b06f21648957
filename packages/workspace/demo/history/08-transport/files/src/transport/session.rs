use std::collections::HashMap;
use std::sync::Mutex;

/// Tickets for abbreviated handshakes, by host name.
#[derive(Default)]
pub struct SessionCache {
    tickets: Mutex<HashMap<String, Vec<u8>>>,
}

impl SessionCache {
    pub fn remember(&self, host: &str, ticket: Vec<u8>) {
        self.tickets.lock().unwrap().insert(host.to_owned(), ticket);
    }

    pub fn ticket(&self, host: &str) -> Option<Vec<u8>> {
        self.tickets.lock().unwrap().get(host).cloned()
    }

    /// Forgets every ticket for `host`.
    pub fn drain(&self, host: &str) {
        self.tickets.lock().unwrap().remove(host);
    }
}
