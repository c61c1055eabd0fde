//! What a function reaches through the functions it calls: accessors, loops, and, wrongly, itself.

use std::collections::HashMap;

use wavewright_shaders::{Item, ItemKind, library_item};

use super::Draft;

/// What a function reaches.
pub(super) struct Reach {
    /// Accessors in the order of the file.
    pub(super) accessors: Vec<String>,
    /// Whether any text that it needs has a loop.
    pub(super) has_loop: bool,
}

impl<'module> Draft<'module> {
    /// Follows the calls of `function` through the file and the library. Accessors' own bodies are only stand-ins and not followed.
    pub(super) fn reach(&self, function: &'module Item) -> Reach {
        let mut seen: Vec<&str> = vec![&function.name];
        let mut open = vec![function];
        let mut has_loop = false;
        while let Some(item) = open.pop() {
            has_loop |= item.has_loop;
            for name in &item.mentions {
                if seen.contains(&name.as_str()) {
                    continue;
                }
                let Some(next) = self.find(name) else { continue };
                seen.push(name);
                if !self.is_accessor(name) {
                    open.push(next);
                }
            }
        }
        let accessors = self.accessors.iter().map(|accessor| accessor.name.clone()).filter(|name| seen.contains(&name.as_str())).collect();
        Reach { accessors, has_loop }
    }

    /// The item that `name` means in this file: its own, or one that it imports.
    pub(super) fn find(&self, name: &str) -> Option<&'module Item> {
        self.module.item(name).or_else(|| {
            let (item, module) = library_item(name)?;
            self.imports.iter().any(|import| import.file == module.file).then_some(item)
        })
    }

    pub(super) fn is_accessor(&self, name: &str) -> bool {
        self.accessors.iter().any(|accessor| accessor.name == name)
    }

    /// Reports functions of the file that call themselves, at once or through others: WGSL has no recursion.
    pub(super) fn check_recursion(&mut self) {
        let functions: Vec<&Item> = self.module.items.iter().filter(|item| matches!(item.kind, ItemKind::Function { .. })).collect();
        let index_of: HashMap<&str, usize> = functions.iter().enumerate().map(|(index, item)| (item.name.as_str(), index)).collect();
        let calls: Vec<Vec<usize>> =
            functions.iter().map(|item| item.mentions.iter().filter_map(|name| index_of.get(name.as_str()).copied()).collect()).collect();
        let Some(cycle) = find_cycle(&calls) else { return };
        let mut names: Vec<&str> = cycle.iter().map(|&index| functions[index].name.as_str()).collect();
        names.push(names[0]);
        let first = functions[cycle[0]];
        let message = if cycle.len() == 1 {
            format!("`{}` calls itself", first.name)
        } else {
            format!("functions call each other in a circle: {}", names.join(" -> "))
        };
        self.problems.add(first.line, message, "WGSL has no recursion; use a loop");
    }
}

/// A circle in a graph given by each node's successors, if there is one. Walks without recursion.
fn find_cycle(successors: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut finished = vec![false; successors.len()];
    // Place on the path from where the walk started.
    let mut place: Vec<Option<usize>> = vec![None; successors.len()];
    for start in 0..successors.len() {
        // Each with how many of its successors were looked at.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(node) = next.filter(|&node| !finished[node]) {
                if let Some(first) = place[node] {
                    return Some(path[first..].iter().map(|(node, _)| *node).collect());
                }
                place[node] = Some(path.len());
                path.push((node, 0));
            }
            let Some((node, looked_at)) = path.last_mut() else { break };
            next = successors[*node].get(*looked_at).copied();
            *looked_at += 1;
            if next.is_none() {
                finished[*node] = true;
                path.pop();
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find_cycle;

    #[test]
    fn circles_are_found_and_diamonds_are_none() {
        assert_eq!(find_cycle(&[vec![1, 2], vec![3], vec![3], vec![]]), None);
        assert_eq!(find_cycle(&[vec![1], vec![2], vec![1]]), Some(vec![1, 2]));
        assert_eq!(find_cycle(&[vec![0]]), Some(vec![0]));
        assert_eq!(find_cycle(&[]), None);
        let chain: Vec<Vec<usize>> = (0..100_000).map(|index| if index < 99_999 { vec![index + 1] } else { vec![] }).collect();
        assert_eq!(find_cycle(&chain[..]), None);
    }
}
