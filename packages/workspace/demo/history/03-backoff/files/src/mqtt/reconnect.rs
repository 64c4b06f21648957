use std::time::Duration;

const FIRST_DELAY: Duration = Duration::from_secs(1);

/// Decides how long to wait before the next attempt.
pub struct ReconnectPolicy {
    attempt: u32,
}

impl ReconnectPolicy {
    pub fn new() -> Self {
        Self { attempt: 0 }
    }

    /// The next delay: exponential, with full jitter. `random` is in [0, 1).
    pub fn next_delay(&mut self, random: f64) -> Duration {
        let ceiling = FIRST_DELAY * 2u32.pow(self.attempt);
        self.attempt += 1;
        FIRST_DELAY + ceiling.mul_f64(random)
    }

    /// Call after the broker has accepted us.
    pub fn reset(&mut self) {
        self.attempt = 0;
    }
}
