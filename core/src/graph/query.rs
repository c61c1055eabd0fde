//! Questions about a graph, each answered in one pass over its links.

use std::collections::{HashMap, HashSet};

use super::{GraphRef, Link, PortRef};

/// The links of a graph by their ends.
#[derive(Debug, Default)]
pub struct LinkIndex<'a> {
    incoming: HashMap<&'a str, Vec<&'a Link>>,
    outgoing: HashMap<&'a str, Vec<&'a Link>>,
    by_input: HashMap<&'a PortRef, &'a Link>,
}

impl<'a> LinkIndex<'a> {
    /// Indexes the links of `graph`, those to nowhere included.
    #[must_use]
    pub fn new(graph: GraphRef<'a>) -> Self {
        let mut index = Self::default();
        for link in graph.links {
            index.incoming.entry(&link.to.node).or_default().push(link);
            index.outgoing.entry(&link.from.node).or_default().push(link);
            index.by_input.entry(&link.to).or_insert(link);
        }
        index
    }

    /// Links that end at inputs of `node`, in the order of the document.
    #[must_use]
    pub fn into_node(&self, node: &str) -> &[&'a Link] {
        self.incoming.get(node).map_or(&[], Vec::as_slice)
    }

    /// Links that start at outputs of `node`, in the order of the document.
    #[must_use]
    pub fn out_of_node(&self, node: &str) -> &[&'a Link] {
        self.outgoing.get(node).map_or(&[], Vec::as_slice)
    }

    /// The link that ends at this input.
    #[must_use]
    pub fn at_input(&self, input: &PortRef) -> Option<&'a Link> {
        self.by_input.get(input).copied()
    }

    /// `nodes` and everything that they depend on.
    #[must_use]
    pub fn upstream(&self, nodes: impl IntoIterator<Item = &'a str>) -> HashSet<&'a str> {
        reach(nodes, |node| self.into_node(node).iter().map(|link| link.from.node.as_str()))
    }

    /// `nodes` and everything that depends on them.
    #[must_use]
    pub fn downstream(&self, nodes: impl IntoIterator<Item = &'a str>) -> HashSet<&'a str> {
        reach(nodes, |node| self.out_of_node(node).iter().map(|link| link.to.node.as_str()))
    }
}

/// `starts` and all that can be reached from them.
fn reach<'a, N: Iterator<Item = &'a str>>(starts: impl IntoIterator<Item = &'a str>, next: impl Fn(&'a str) -> N) -> HashSet<&'a str> {
    let mut waiting: Vec<&str> = starts.into_iter().collect();
    let mut reached: HashSet<&str> = waiting.iter().copied().collect();
    while let Some(node) = waiting.pop() {
        waiting.extend(next(node).filter(|neighbour| reached.insert(neighbour)));
    }
    reached
}

/// Cycles of the graph that remains when the links for which `is_cut` holds are taken out: of each knot of them one, its nodes in the
/// order of the links. Tarjan's strongly connected components, without recursion.
#[must_use]
pub fn cycles<'a>(graph: GraphRef<'a>, links: &LinkIndex<'a>, is_cut: &dyn Fn(&Link) -> bool) -> Vec<Vec<&'a str>> {
    let successors = |node: &'a str| -> Vec<&'a str> {
        let whole = links.out_of_node(node).iter().filter(|link| !is_cut(link) && graph.nodes.contains_key(&link.to.node));
        whole.map(|link| link.to.node.as_str()).collect()
    };
    let mut search = ComponentSearch::default();
    for start in graph.nodes.keys() {
        search.visit(start, successors);
    }
    search.components.iter().filter_map(|component| cycle_in(component, &successors)).collect()
}

#[derive(Default)]
struct ComponentSearch<'a> {
    /// Order of the first visit, and the earliest node that is known to be reachable.
    low: HashMap<&'a str, (usize, usize)>,
    stack: Vec<&'a str>,
    on_stack: HashSet<&'a str>,
    components: Vec<Vec<&'a str>>,
}

impl<'a> ComponentSearch<'a> {
    fn visit(&mut self, start: &'a str, successors: impl Fn(&'a str) -> Vec<&'a str>) {
        if self.low.contains_key(start) {
            return;
        }
        // Each entry: a node and those of its successors that were not looked at.
        let mut path = vec![(start, self.enter(start, &successors))];
        while let Some((node, waiting)) = path.last_mut() {
            let node = *node;
            if let Some(next) = waiting.pop() {
                if self.low.contains_key(next) {
                    if self.on_stack.contains(next) {
                        self.lower(node, self.low[next].0);
                    }
                } else {
                    let waiting = self.enter(next, &successors);
                    path.push((next, waiting));
                }
                continue;
            }
            path.pop();
            let (order, low) = self.low[node];
            if let Some((parent, _)) = path.last() {
                self.lower(parent, low);
            }
            if order == low {
                self.close(node);
            }
        }
    }

    fn enter(&mut self, node: &'a str, successors: &impl Fn(&'a str) -> Vec<&'a str>) -> Vec<&'a str> {
        let order = self.low.len();
        self.low.insert(node, (order, order));
        self.stack.push(node);
        self.on_stack.insert(node);
        successors(node)
    }

    fn lower(&mut self, node: &'a str, to: usize) {
        if let Some((_, low)) = self.low.get_mut(node) {
            *low = to.min(*low);
        }
    }

    fn close(&mut self, root: &str) {
        let mut component = Vec::new();
        while let Some(node) = self.stack.pop() {
            self.on_stack.remove(node);
            component.push(node);
            if node == root {
                break;
            }
        }
        component.reverse();
        self.components.push(component);
    }
}

/// A cycle within a component, from its first node on.
fn cycle_in<'a>(component: &[&'a str], successors: &impl Fn(&'a str) -> Vec<&'a str>) -> Option<Vec<&'a str>> {
    let members: HashSet<&str> = component.iter().copied().collect();
    let mut place: HashMap<&str, usize> = HashMap::new();
    let mut path = Vec::new();
    let mut node = *component.first()?;
    while !place.contains_key(node) {
        place.insert(node, path.len());
        path.push(node);
        // Every node of a component with a cycle has a successor in it; a component without one ends here.
        node = successors(node).into_iter().find(|next| members.contains(next))?;
    }
    Some(path.split_off(place[node]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Document, Node};

    fn document(links: &[(&str, &str)]) -> Document {
        let mut document = Document::default();
        for (from, to) in links {
            for id in [from, to] {
                document.nodes.entry((*id).to_owned()).or_insert_with(|| Node::new("mix"));
            }
            let port = format!("from_{from}");
            document.links.push(Link::new(PortRef::new(*from, "result"), PortRef::new(*to, port)));
        }
        document
    }

    fn cycles_of(links: &[(&str, &str)], cut: &[(&str, &str)]) -> Vec<String> {
        let document = document(links);
        let is_cut = |link: &Link| cut.iter().any(|(from, to)| (link.from.node.as_str(), link.to.node.as_str()) == (*from, *to));
        cycles(document.graph(), &LinkIndex::new(document.graph()), &is_cut).iter().map(|cycle| cycle.join(" ")).collect()
    }

    #[test]
    fn upstream_and_downstream_include_the_start() {
        let document = document(&[("a", "b"), ("b", "c"), ("x", "c"), ("c", "d")]);
        let index = LinkIndex::new(document.graph());
        assert_eq!(index.upstream(["c"]), HashSet::from(["a", "b", "x", "c"]));
        assert_eq!(index.downstream(["b"]), HashSet::from(["b", "c", "d"]));
        assert_eq!(index.at_input(&PortRef::new("b", "from_a")).map(|link| link.from.node.as_str()), Some("a"));
        assert_eq!(index.at_input(&PortRef::new("b", "other")), None);
        assert_eq!(index.into_node("c").len(), 2);
    }

    #[test]
    fn a_cycle_is_named_in_the_order_of_its_links() {
        assert_eq!(cycles_of(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], &[]), ["a b c"]);
        assert_eq!(cycles_of(&[("a", "a")], &[]), ["a"]);
        assert_eq!(cycles_of(&[("s", "a"), ("a", "b"), ("b", "a"), ("x", "y"), ("y", "x")], &[]).len(), 2);
        assert_eq!(cycles_of(&[("a", "b"), ("b", "c"), ("a", "c")], &[]), [""; 0]);
    }

    #[test]
    fn a_cut_link_breaks_its_cycle_and_no_other() {
        let links = [("a", "b"), ("b", "c"), ("c", "a"), ("b", "a")];
        assert_eq!(cycles_of(&links[..3], &[("b", "c")]), [""; 0]);
        assert_eq!(cycles_of(&links, &[("b", "c")]), ["a b"]);
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let ids: Vec<String> = (0..20_000).map(|index| format!("n{index}")).collect();
        let mut links: Vec<(&str, &str)> = ids.windows(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
        let last = ids.last().map_or("", String::as_str);
        links.push((last, "n0"));
        let document = document(&links);
        let index = LinkIndex::new(document.graph());
        assert_eq!(cycles(document.graph(), &index, &|_| false).iter().map(Vec::len).collect::<Vec<_>>(), [20_000]);
        assert_eq!(index.upstream([last]).len(), 20_000);
    }
}
