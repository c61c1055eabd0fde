//! Nodes of groups: what they are called in the document and in the effect, where groups are unfolded.

use super::*;

impl Session {
    /// The document with its groups unfolded, whose nodes are those of the effect.
    #[must_use]
    pub fn unfolded(&self) -> &Document {
        &self.unfolded
    }

    /// What the node `id` of a group's graph is called in the effect, in the group that the node `instance` stands for, or where that is
    /// not known in the first; of the document's own graph it is called the same.
    #[must_use]
    pub fn unfolded_id(&self, group: Option<&str>, instance: Option<&str>, id: &str) -> Option<String> {
        let Some(group) = group else { return Some(id.to_owned()) };
        let is_of = |unfolded: &&String| self.origins.get(*unfolded).is_some_and(|origin| origin.group == group && origin.id == id);
        let mut all = self.unfolded.nodes.keys().filter(is_of);
        let first = all.clone().next();
        let prefix = instance.map(|instance| format!("{instance}__"));
        let wanted = prefix.and_then(|prefix| all.find(|unfolded| unfolded.starts_with(&prefix)));
        wanted.or(first).cloned()
    }

    /// Where a node of the effect is in the document: its id, or `group/node`.
    #[must_use]
    pub fn id_in_document(&self, unfolded: &str) -> String {
        match self.origins.get(unfolded) {
            Some(Origin { group, id }) => format!("{group}/{id}"),
            None => unfolded.to_owned(),
        }
    }

    /// Problems with the ids of the document.
    pub(super) fn in_document(&self, diagnostics: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
        let placed = diagnostics.into_iter().map(|mut diagnostic| {
            diagnostic.node = diagnostic.node.map(|node| self.id_in_document(&node));
            diagnostic
        });
        placed.collect()
    }
}
