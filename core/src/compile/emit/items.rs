//! Functions, structs and constants of node files and of the shader library, each written once however many kernels call it.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use wavewright_shaders::{Item, ItemKind, Module, is_reserved, rename};

use crate::compile::lower::LoweredNode;
use crate::node::ValueType;

/// Names of arguments and locals that the compiler writes; no item is called so, since a local would hide it.
const LOCALS: [&str; 72] = [
    "cell",
    "grid_size",
    "thread",
    "position",
    "uv",
    "point",
    "place",
    "index",
    "asked",
    "inside",
    "size", // grids
    "element",
    "vertex",
    "particle",
    "birth",
    "base",
    "weights",
    "first",
    "sum",
    "value", // sets
    "camera",
    "corner",
    "square",
    "at",
    "column",
    "row",
    "seen",
    "piece",
    "line",
    "step",
    "ahead",
    "behind",
    "half_width",
    "band_way",
    "eye_way", // vertices
    "parent",
    "bearing", // children
    "last",
    "before",
    "lives",
    "is_known",
    "head",
    "tail",
    "next_to_last",
    "share",
    "age_s", // trails
    "edge",
    "heights",
    "start",
    "way",
    "nearest",
    "to_eye",
    "facing",
    "flat_normal",
    "out_of_band",
    "mirrored_way",
    "radiance",
    "cover",
    "colour",
    "across", // pixels
    "direction",
    "travelled",
    "is_found",
    "count",
    "gap",
    "next_gap",
    "comes_nearer",
    "tap",
    "slope",
    "is_front",
    "shadow",
    "light", // fields
];

/// Index in [`Items::texts`].
pub(in crate::compile) type ItemId = usize;

/// A piece of WGSL at module scope.
#[derive(Clone, Debug)]
pub(in crate::compile) struct ItemText {
    /// The text, with its comment.
    pub text: String,
    /// Other items that it needs.
    pub uses: Vec<ItemId>,
    /// Where it is from, for messages.
    pub origin: Option<Origin>,
}

/// A place in a node's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::compile) struct Origin {
    /// The file.
    pub file: String,
    /// The line of the file at which the item's text starts.
    pub line: usize,
    /// Lines of comment before it in the generated text.
    pub comment_lines: usize,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    module: usize,
    item: String,
    generics: Vec<ValueType>,
}

/// Every item that the effect's kernels share.
#[derive(Default)]
pub(in crate::compile) struct Items {
    /// Texts in the order in which they were first needed.
    pub texts: Vec<ItemText>,
    by_key: HashMap<Key, (ItemId, String)>,
    by_library_name: HashMap<String, ItemId>,
    libraries: HashMap<usize, Arc<LibraryScope>>,
    used_names: HashSet<String>,
    used_prefixes: HashSet<String>,
}

/// The library items that a module may name: those of its imports, and of theirs.
#[derive(Default)]
struct LibraryScope {
    items: HashMap<String, (Arc<Module>, usize)>,
}

/// Functions that belong to one kernel because they read through its accessors.
pub(in crate::compile) struct Instance<'a> {
    /// Starts every name.
    pub prefix: String,
    /// The kernel's name for each accessor of the file.
    pub accessors: &'a HashMap<String, String>,
}

/// What asking for a function gave.
pub(in crate::compile) struct Instantiated {
    /// The name to call.
    pub name: String,
    /// Texts of the kernel's own.
    pub own: Vec<ItemText>,
    /// Shared items that the kernel now needs.
    pub uses: Vec<ItemId>,
}

impl Items {
    /// No items yet. Names of the library that these nodes import are kept free.
    pub fn new(nodes: &[LoweredNode]) -> Self {
        let mut items = Self::default();
        items.used_names.insert("Frame".to_owned());
        items.used_names.extend(LOCALS.map(str::to_owned));
        for node in nodes {
            let scope = items.library_scope(&node.spec.module);
            items.used_names.extend(scope.items.keys().cloned());
        }
        items
    }

    /// A name that nothing else has.
    pub fn free_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while is_reserved(&name) || !self.used_names.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }

    /// A start of names that no other kernel has.
    pub fn free_prefix(&mut self, wanted: &str) -> String {
        let mut prefix = wanted.to_owned();
        let mut number = 2;
        while !self.used_prefixes.insert(prefix.clone()) {
            prefix = format!("{wanted}_{number}");
            number += 1;
        }
        prefix
    }

    /// Whether an item has this name, so that a local should not.
    pub fn is_taken(&self, name: &str) -> bool {
        is_reserved(name) || self.used_names.contains(name)
    }

    /// An item that the compiler itself writes, such as the frame block; the same text is added once.
    pub fn builtin(&mut self, name: &str, text: &str) -> ItemId {
        if let Some(id) = self.by_library_name.get(name) {
            return *id;
        }
        self.texts.push(ItemText { text: text.to_owned(), uses: Vec::new(), origin: None });
        self.by_library_name.insert(name.to_owned(), self.texts.len() - 1);
        self.used_names.insert(name.to_owned());
        self.texts.len() - 1
    }

    /// An item of the shader library, by the file that has it.
    pub fn library(&mut self, file: &str, name: &str) -> Option<ItemId> {
        let module = wavewright_shaders::library(file)?;
        let scope = self.library_scope(&module);
        let position = module.items.iter().position(|item| item.name == name)?;
        let mut waiting = vec![(Arc::clone(&module), position)];
        self.add_library_closure(&mut waiting, &scope, &module);
        self.by_library_name.get(name).copied()
    }

    fn library_scope(&mut self, module: &Arc<Module>) -> Arc<LibraryScope> {
        let key = Arc::as_ptr(module) as usize;
        if let Some(known) = self.libraries.get(&key) {
            return Arc::clone(known);
        }
        let mut scope = LibraryScope::default();
        let mut seen = HashSet::new();
        let mut waiting: VecDeque<Arc<Module>> = VecDeque::from([Arc::clone(module)]);
        while let Some(next) = waiting.pop_front() {
            for tag in next.docs.tags.iter().filter(|tag| tag.name == "import") {
                for file in tag.value.split_whitespace() {
                    if let Some(library) = wavewright_shaders::library(file)
                        && seen.insert(file.to_owned())
                    {
                        for (position, item) in library.items.iter().enumerate() {
                            scope.items.entry(item.name.clone()).or_insert_with(|| (Arc::clone(&library), position));
                        }
                        waiting.push_back(library);
                    }
                }
            }
        }
        let scope = Arc::new(scope);
        self.libraries.insert(key, Arc::clone(&scope));
        scope
    }

    /// Adds library items and all that they mention. `home` is the module whose own items are library items too.
    fn add_library_closure(&mut self, waiting: &mut Vec<(Arc<Module>, usize)>, scope: &LibraryScope, home: &Arc<Module>) {
        let mut added = Vec::new();
        while let Some((module, position)) = waiting.pop() {
            let item = &module.items[position];
            if self.by_library_name.contains_key(&item.name) {
                continue;
            }
            let id = self.texts.len();
            self.texts.push(item_text(item, &item.text, Vec::new(), None));
            self.by_library_name.insert(item.name.clone(), id);
            self.used_names.insert(item.name.clone());
            let mut mentioned = Vec::new();
            for name in &item.mentions {
                let found = module
                    .items
                    .iter()
                    .position(|other| other.name == *name)
                    .map(|place| (Arc::clone(&module), place))
                    .or_else(|| scope.items.get(name).cloned())
                    .or_else(|| home.items.iter().position(|other| other.name == *name).map(|place| (Arc::clone(home), place)));
                if let Some(found) = found {
                    mentioned.push(name.clone());
                    waiting.push(found);
                }
            }
            added.push((id, mentioned));
        }
        for (id, mentioned) in added {
            self.texts[id].uses =
                mentioned.iter().filter_map(|name| self.by_library_name.get(name).copied()).filter(|other| *other != id).collect();
        }
    }

    /// The function `function` of a node's file with its generics settled, and all that it needs. What reads through accessors is written for
    /// `instance`; the rest is shared.
    pub fn instantiate(&mut self, node: &LoweredNode, function: &str, instance: &Instance<'_>) -> Instantiated {
        let module = &node.spec.module;
        let closure = Closure::of(module, function, instance.accessors);
        let scope = self.library_scope(module);
        let generics: HashMap<&str, ValueType> =
            node.spec.generics.iter().zip(&node.generics).map(|(generic, value_type)| (generic.name.as_str(), *value_type)).collect();
        let mut names: HashMap<String, String> = HashMap::new();
        for (alias, value_type) in &generics {
            names.insert((*alias).to_owned(), value_type.wgsl().to_owned());
        }
        for (accessor, name) in instance.accessors {
            names.insert(accessor.clone(), name.clone());
        }
        let mut new_items = Vec::new();
        for &position in &closure.items {
            let item = &module.items[position];
            if generics.contains_key(item.name.as_str()) {
                continue;
            }
            if closure.own.contains(&position) {
                names.insert(item.name.clone(), format!("{}__{}", instance.prefix, item.name));
                continue;
            }
            let key = Key { module: Arc::as_ptr(module) as usize, item: item.name.clone(), generics: node.generics.clone() };
            let known = self.by_key.get(&key).map(|(_, name)| name.clone());
            let name = known.unwrap_or_else(|| {
                let name = self.free_name(&shared_name(node, item));
                self.texts.push(ItemText { text: String::new(), uses: Vec::new(), origin: None });
                self.by_key.insert(key, (self.texts.len() - 1, name.clone()));
                new_items.push((position, self.texts.len() - 1));
                name
            });
            names.insert(item.name.clone(), name);
        }
        let mut own = Vec::new();
        let mut uses = BTreeSet::new();
        let texts: Vec<(usize, Option<ItemId>)> = new_items
            .iter()
            .map(|(position, id)| (*position, Some(*id)))
            .chain(closure.items.iter().filter(|position| closure.own.contains(position)).map(|position| (*position, None)))
            .collect();
        for (position, id) in texts {
            let item = &module.items[position];
            let needed = self.needed(module, item, &node.generics, &closure, &scope);
            let text = rename(&item.text, &|name| names.get(name).cloned());
            let made = item_text(item, &text, needed.clone(), Some(&module.file));
            match id {
                Some(id) => self.texts[id] = made,
                None => {
                    uses.extend(needed);
                    own.push(made);
                }
            }
        }
        if own.is_empty() {
            let key = Key { module: Arc::as_ptr(module) as usize, item: function.to_owned(), generics: node.generics.clone() };
            uses.extend(self.by_key.get(&key).map(|(id, _)| *id));
        }
        let name = names.get(function).cloned().unwrap_or_else(|| function.to_owned());
        Instantiated { name, own, uses: uses.into_iter().collect() }
    }

    /// Shared items that an item mentions.
    fn needed(
        &mut self,
        module: &Arc<Module>,
        item: &Item,
        generics: &[ValueType],
        closure: &Closure,
        scope: &Arc<LibraryScope>,
    ) -> Vec<ItemId> {
        let mut needed = Vec::new();
        for name in &item.mentions {
            if *name == item.name {
                continue;
            }
            if let Some(position) = module.items.iter().position(|other| other.name == *name) {
                if !closure.own.contains(&position) {
                    let key = Key { module: Arc::as_ptr(module) as usize, item: name.clone(), generics: generics.to_vec() };
                    needed.extend(self.by_key.get(&key).map(|(id, _)| *id));
                }
            } else if let Some(found) = scope.items.get(name).cloned() {
                self.add_library_closure(&mut vec![found], scope, module);
                needed.extend(self.by_library_name.get(name).copied());
            }
        }
        needed
    }

    /// All items that `start` needs, in the order in which they were added.
    pub fn closure(&self, start: impl IntoIterator<Item = ItemId>) -> BTreeSet<ItemId> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<ItemId> = start.into_iter().collect();
        while let Some(id) = waiting.pop() {
            if found.insert(id) {
                waiting.extend(&self.texts[id].uses);
            }
        }
        found
    }
}

/// The items of a file that a function needs.
struct Closure {
    /// In the order of the file.
    items: Vec<usize>,
    /// Those that reach an accessor.
    own: HashSet<usize>,
}

impl Closure {
    fn of(module: &Module, function: &str, accessors: &HashMap<String, String>) -> Self {
        let positions: HashMap<&str, usize> =
            module.items.iter().enumerate().map(|(position, item)| (item.name.as_str(), position)).collect();
        let mut items = BTreeSet::new();
        let mut readers: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut reaching: Vec<usize> = Vec::new();
        let mut waiting: Vec<usize> = positions.get(function).copied().into_iter().collect();
        while let Some(position) = waiting.pop() {
            if !items.insert(position) {
                continue;
            }
            for name in &module.items[position].mentions {
                if accessors.contains_key(name) {
                    reaching.push(position);
                } else if let Some(other) = positions.get(name.as_str())
                    && *other != position
                {
                    readers.entry(*other).or_default().push(position);
                    waiting.push(*other);
                }
            }
        }
        let mut own = HashSet::new();
        while let Some(position) = reaching.pop() {
            if own.insert(position) {
                reaching.extend(readers.get(&position).into_iter().flatten());
            }
        }
        Self { items: items.into_iter().collect(), own }
    }
}

/// The name of a shared item: the node's kind, then what else tells it apart.
fn shared_name(node: &LoweredNode, item: &Item) -> String {
    let kind = &node.spec.kind;
    if LOCALS.contains(&item.name.as_str()) {
        return format!("{}_of", item.name);
    }
    let mut name = match item.kind {
        ItemKind::Struct { .. } => {
            let kind: String = kind.split('_').map(capitalised).collect();
            if item.name.starts_with(&kind) { item.name.clone() } else { format!("{kind}{}", item.name) }
        }
        _ if item.name == *kind || item.name.starts_with(&format!("{kind}_")) => item.name.clone(),
        ItemKind::Constant => format!("{}_{}", kind.to_uppercase(), item.name),
        _ => format!("{kind}_{}", item.name),
    };
    for value_type in &node.generics {
        name.push('_');
        name.push_str(value_type.name());
    }
    name
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn item_text(item: &Item, text: &str, uses: Vec<ItemId>, file: Option<&String>) -> ItemText {
    let comment: String =
        item.docs.text.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("// {}\n", line.trim())).collect();
    let comment_lines = comment.lines().count();
    let origin = file.map(|file| Origin { file: file.clone(), line: item.line, comment_lines });
    ItemText { text: format!("{comment}{}\n", text.trim_end()), uses, origin }
}
