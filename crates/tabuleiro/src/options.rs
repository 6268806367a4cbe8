//! The options that a person gave, by name and value.

/// The options given, by name.
#[derive(Clone, Debug, Default)]
pub struct Options {
    values: Vec<(String, String)>,
}

impl Options {
    /// Sets an option; a flag has an empty value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.values.push((name.into(), value.into()));
    }

    /// The value of an option, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}
