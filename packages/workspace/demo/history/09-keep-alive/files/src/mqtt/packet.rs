//! The four packets we send, encoded by hand: the boards have no room for a codec crate.

pub fn connect(client_id: &str) -> Vec<u8> {
    let mut body = b"\x00\x04MQTT\x04\x02\x00\x2d".to_vec();
    put_string(&mut body, client_id);
    frame(0x10, body)
}

pub fn ping() -> Vec<u8> {
    frame(0xc0, Vec::new())
}

/// QoS 1: the broker confirms, and may deliver twice.
pub fn publish(id: u16, topic: &str, payload: &[u8]) -> Vec<u8> {
    let mut body = Vec::with_capacity(topic.len() + payload.len() + 4);
    put_string(&mut body, topic);
    body.extend_from_slice(&id.to_be_bytes());
    body.extend_from_slice(payload);
    frame(0x32, body)
}

fn put_string(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u16).to_be_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn frame(kind: u8, body: Vec<u8>) -> Vec<u8> {
    let mut out = vec![kind];
    let mut length = body.len();
    loop {
        let byte = (length % 128) as u8;
        length /= 128;
        out.push(if length > 0 { byte | 0x80 } else { byte });
        if length == 0 {
            break;
        }
    }
    out.extend(body);
    out
}
