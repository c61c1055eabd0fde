//! One WGSL text from items and kernels, and which lines each kernel needs.

use super::emit::{Context, FinishedKernel, Items, Origin, node_ids};

/// A kernel's text as it is validated: alone, with what it needs.
pub(super) struct KernelText {
    /// The text.
    pub text: String,
    /// Nodes whose work it does.
    pub nodes: Vec<String>,
    /// Pieces that came from nodes' files: first line in `text` (from 1), how many, and where from.
    pub origins: Vec<(usize, usize, Origin)>,
}

impl KernelText {
    /// The place in a node's file that line `line` (from 1) of the text came from.
    pub(super) fn origin_of(&self, line: usize) -> Option<(String, usize)> {
        let (first, _, origin) = self.origins.iter().find(|(first, count, _)| (*first..first + count).contains(&line))?;
        let within = (line - first).checked_sub(origin.comment_lines)?;
        Some((origin.file.clone(), origin.line + within))
    }
}

const HEADING: &str = "// Compute kernels of a Wavewright effect. effect.json beside this file says how to run them.\n\n";

/// Writes the effect's WGSL. Returns it with the line ranges of each kernel (from 1, both ends included) and each kernel's text alone.
pub(super) fn write(items: &Items, kernels: &[FinishedKernel], context: &Context<'_>) -> (String, Vec<Vec<[u32; 2]>>, Vec<KernelText>) {
    let needed: Vec<_> = kernels.iter().map(|kernel| items.closure(kernel.uses.iter().copied())).collect();
    let mut wgsl = HEADING.to_owned();
    let mut line = count_lines(&wgsl) + 1;
    let mut item_lines = vec![None; items.texts.len()];
    for (id, item) in items.texts.iter().enumerate() {
        if needed.iter().any(|needed| needed.contains(&id)) {
            let lines = count_lines(&item.text);
            item_lines[id] = Some([line, line + lines - 1]);
            wgsl.push_str(&item.text);
            wgsl.push('\n');
            line += lines + 1;
        }
    }
    let mut ranges = Vec::with_capacity(kernels.len());
    let mut texts = Vec::with_capacity(kernels.len());
    for (kernel, needed) in kernels.iter().zip(&needed) {
        let lines = count_lines(&kernel.text);
        let mut own: Vec<[u32; 2]> = needed.iter().filter_map(|id| item_lines[*id]).collect();
        own.push([line, line + lines - 1]);
        ranges.push(own);
        wgsl.push_str(&kernel.text);
        wgsl.push('\n');
        line += lines + 1;

        let mut text = String::new();
        let mut origins = Vec::new();
        for id in needed {
            let item = &items.texts[*id];
            if let Some(origin) = &item.origin {
                origins.push((text.lines().count() + 1, item.text.lines().count(), origin.clone()));
            }
            text.push_str(&item.text);
        }
        let before = text.lines().count();
        origins.extend(kernel.origins.iter().map(|(first, count, origin)| (before + first + 1, *count, origin.clone())));
        text.push_str(&kernel.text);
        texts.push(KernelText { text, nodes: node_ids(context, kernel.nodes.iter().copied()), origins });
    }
    (wgsl, ranges, texts)
}

fn count_lines(text: &str) -> u32 {
    u32::try_from(text.lines().count()).unwrap_or(u32::MAX)
}
