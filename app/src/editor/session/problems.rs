//! Everything that is wrong, from wherever it is known.

use std::collections::{HashMap, HashSet};

use wavewright_core::{Diagnostic, Severity};

/// Problems, by where they come from.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    loading: Vec<Diagnostic>,
    compiling: Vec<Diagnostic>,
    running: Vec<Diagnostic>,
    all: Vec<Diagnostic>,
    by_node: HashMap<String, Vec<usize>>,
    stamp: u64,
}

impl Problems {
    /// All of them, errors first, each once.
    #[must_use]
    pub fn all(&self) -> &[Diagnostic] {
        &self.all
    }

    /// Those of a node, errors first.
    pub fn of_node<'a>(&'a self, node: &str) -> impl Iterator<Item = &'a Diagnostic> {
        self.by_node.get(node).into_iter().flatten().map(|place| &self.all[*place])
    }

    /// How many errors there are.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.all.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    /// Equal stamps mean equal problems.
    #[must_use]
    pub const fn stamp(&self) -> u64 {
        self.stamp
    }

    pub(super) fn set_loading(&mut self, diagnostics: Vec<Diagnostic>) {
        if self.loading != diagnostics {
            self.loading = diagnostics;
            self.gather();
        }
    }

    pub(super) fn set_compiling(&mut self, diagnostics: Vec<Diagnostic>) {
        if self.compiling != diagnostics {
            self.compiling = diagnostics;
            self.gather();
        }
    }

    pub(super) fn set_running(&mut self, diagnostics: Vec<Diagnostic>) {
        if self.running != diagnostics {
            self.running = diagnostics;
            self.gather();
        }
    }

    fn gather(&mut self) {
        let mut seen = HashSet::new();
        let sources = self.compiling.iter().chain(&self.running).chain(&self.loading);
        self.all = sources.filter(|diagnostic| seen.insert(diagnostic.to_string())).cloned().collect();
        self.all.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
        self.by_node.clear();
        for (place, diagnostic) in self.all.iter().enumerate() {
            if let Some(node) = &diagnostic.node {
                self.by_node.entry(node.clone()).or_default().push(place);
            }
        }
        self.stamp += 1;
    }
}
