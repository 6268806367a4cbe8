//! Whether all processes were asked the same, before any of them begins: together they would come to
//! a number that answers none of their questions.

use search::layers::{LayersError, Net};

use crate::Cluster;
use crate::meet::fingerprint;

/// The first question that is not the same in all processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the question, from 0.
    pub number: usize,
    /// A process that has another.
    pub process: usize,
    /// What this process was asked; nothing if it has fewer questions.
    pub ours: Option<String>,
    /// What the other was asked.
    pub theirs: Option<String>,
}

/// Bytes that are told of a question, for people to see the difference.
const TOLD: usize = 1 << 20;

impl Cluster {
    /// Compares so many questions with those of all other processes. `wait` is asked now and then
    /// whether to go on waiting.
    pub fn agree(
        &self,
        questions: usize,
        question: &dyn Fn(usize) -> String,
        wait: &mut dyn FnMut() -> Result<(), LayersError>,
    ) -> Result<Option<Difference>, LayersError> {
        let ours: Vec<u8> = (0..questions)
            .flat_map(|number| fingerprint(question(number).as_bytes()).to_le_bytes())
            .collect();
        let all = self.exchange(vec![ours.clone(); self.peers()], wait)?;
        let of = |list: &[u8], number: usize| list.chunks_exact(8).nth(number).map(<[u8]>::to_vec);
        let most = all.iter().map(|list| list.len() / 8).max().unwrap_or(0);
        let differs =
            |number: &usize| all.iter().any(|list| of(list, *number) != of(&all[0], *number));
        let Some(number) = (0..most).find(differs) else { return Ok(None) };
        // All of them have found the same number, and tell what they have there.
        let mut told = vec![0];
        if number < questions {
            told = vec![1];
            told.extend(question(number).bytes().take(TOLD));
        }
        let texts = self.exchange(vec![told; self.peers()], wait)?;
        let text = |process: usize| match texts[process].split_first() {
            Some((1, text)) => Some(String::from_utf8_lossy(text).into_owned()),
            _ => None,
        };
        let process = all.iter().position(|list| of(list, number) != of(&ours, number));
        let process = process.unwrap_or(self.index());
        Ok(Some(Difference { number, process, ours: text(self.index()), theirs: text(process) }))
    }
}
