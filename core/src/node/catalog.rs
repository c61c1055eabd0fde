//! Every kind of node that is known: the library's and the artist's own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;

use super::code::code_spec;
use super::expression::expression_spec;
use super::parse::problems::{nearest, suggest};
use super::parse::{CATEGORIES, EXPRESSION_TYPES};
use super::{Body, Literal, Native, NodeSpec, PortType, SpecSource, ValueType};
use crate::Diagnostic;
use crate::graph::Node;

/// Folders below an artist's folder that are looked into.
const MOST_FOLDER_DEPTH: usize = 8;
/// Texts of code and expression nodes that are remembered: typing makes a new one at every key.
const MOST_TEXTS: usize = 512;

type Texts = HashMap<(String, String), Result<Arc<NodeSpec>, Diagnostic>>;

/// Kinds of nodes by name.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    specs: IndexMap<String, Arc<NodeSpec>>,
    /// The kind that an older name means.
    aliases: HashMap<String, String>,
    /// The artist's folder that a kind is from; the library's kinds are not in it.
    folders: HashMap<String, PathBuf>,
    /// Specs of code and expression nodes by kind and content. Shared by clones, which know the same kinds.
    texts: Arc<Mutex<Texts>>,
}

impl Catalog {
    /// A catalog of these files, each with its name (the stem is the kind) and its text; and what is wrong with those that are not in it.
    pub fn from_files(files: impl Iterator<Item = (String, String)>) -> (Self, Vec<Diagnostic>) {
        let mut catalog = Self::default();
        let mut problems = Vec::new();
        for (file, source) in files {
            match NodeSpec::parse(&file, &source) {
                Ok(spec) => problems.extend(catalog.insert(spec)),
                Err(found) => problems.extend(found),
            }
        }
        catalog.sort();
        (catalog, problems)
    }

    /// Adds the nodes of an artist's folder and the folders in it, or reads them again: kinds whose file is gone go, and a file that has
    /// become wrong leaves its last good version in place.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        let mut files = Vec::new();
        list_files(folder, 0, &mut files, &mut problems);
        let before = self.remove_folder(folder);
        for path in files {
            let file = path.display().to_string();
            let kind = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let read = std::fs::read_to_string(&path)
                .map_err(|error| vec![Diagnostic::error(format!("{file} can't be read: {error}")).help("a node is a text file in UTF-8")]);
            let spec = match read.and_then(|source| NodeSpec::parse(&file, &source)) {
                Ok(spec) => Some(spec),
                Err(found) => {
                    problems.extend(found);
                    before.get(&kind).map(|spec| NodeSpec::clone(spec))
                }
            };
            if let Some(spec) = spec {
                match self.insert(spec) {
                    Some(problem) => problems.push(problem),
                    None => drop(self.folders.insert(kind, folder.to_owned())),
                }
            }
        }
        self.sort();
        problems
    }

    /// Takes out what came from an artist's folder and returns it by kind.
    pub fn remove_folder(&mut self, folder: &Path) -> HashMap<String, Arc<NodeSpec>> {
        let kinds: Vec<String> = self.folders.iter().filter(|(_, from)| *from == folder).map(|(kind, _)| kind.clone()).collect();
        let mut removed = HashMap::new();
        for kind in kinds {
            self.folders.remove(&kind);
            self.aliases.retain(|_, meant| *meant != kind);
            if let Some(spec) = self.specs.shift_remove(&kind) {
                removed.insert(kind, spec);
            }
        }
        self.texts = Arc::default();
        removed
    }

    /// The node called `kind`, now or formerly.
    #[must_use]
    pub fn get(&self, kind: &str) -> Option<&Arc<NodeSpec>> {
        self.specs.get(kind).or_else(|| self.specs.get(self.aliases.get(kind)?))
    }

    /// Every node: by family in the library panel's order, then by title.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<NodeSpec>> {
        self.specs.values()
    }

    /// The families that have nodes, in the library panel's order, each with its nodes by title.
    pub fn families(&self) -> impl Iterator<Item = (&'static str, Vec<&Arc<NodeSpec>>)> {
        CATEGORIES.into_iter().filter_map(|category| {
            let nodes: Vec<_> = self.iter().filter(|spec| spec.category == category).collect();
            (!nodes.is_empty()).then_some((category, nodes))
        })
    }

    /// Whether the kind is from an artist's folder rather than the library.
    #[must_use]
    pub fn is_own(&self, kind: &str) -> bool {
        self.folders.contains_key(kind)
    }

    /// The nearest kind to a name that is not known.
    #[must_use]
    pub fn nearest(&self, kind: &str) -> Option<&str> {
        nearest(kind, self.specs.keys().map(String::as_str))
    }

    /// Adds a node, or says with whose name its own clashes.
    fn insert(&mut self, spec: NodeSpec) -> Option<Diagnostic> {
        let names = || std::iter::once(&spec.kind).chain(&spec.aliases);
        if let Some((name, other)) = names().find_map(|name| Some((name, self.get(name)?))) {
            let message = format!("two nodes are called `{name}`: {} and {}", other.module.file, spec.module.file);
            return Some(
                Diagnostic::error(message)
                    .in_file(spec.module.file.as_str(), 1)
                    .help("rename one of the files, or take the name out of its `@alias`"),
            );
        }
        self.texts = Arc::default();
        self.aliases.extend(spec.aliases.iter().map(|alias| (alias.clone(), spec.kind.clone())));
        self.specs.insert(spec.kind.clone(), Arc::new(spec));
        None
    }

    fn sort(&mut self) {
        let place = |spec: &NodeSpec| CATEGORIES.iter().position(|category| *category == spec.category).unwrap_or(CATEGORIES.len());
        self.specs.sort_by(|_, a, _, b| place(a).cmp(&place(b)).then_with(|| a.title.cmp(&b.title)));
    }

    /// The spec of a node that holds its own text: read once for each content.
    fn text_spec(&self, base: &NodeSpec, native: Native, node: &Node) -> Result<Arc<NodeSpec>, Diagnostic> {
        let input = if native == Native::Code { "code" } else { "expression" };
        let text = text_of(base, node, input)?;
        let result = if native == Native::Expression { expression_type(base, node)? } else { ValueType::Number };
        let key = (format!("{} {}", base.kind, result.name()), text.to_owned());
        // A panic elsewhere leaves the map whole: it is only ever replaced entry by entry.
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.get(&key) {
            return known.clone();
        }
        if texts.len() >= MOST_TEXTS {
            texts.clear();
        }
        let read = if native == Native::Code { code_spec(&base.kind, text) } else { expression_spec(&base.kind, text, result) };
        let spec = read.and_then(|spec| with_base(spec, base)).map(Arc::new);
        texts.insert(key, spec.clone());
        spec
    }
}

impl SpecSource for Catalog {
    fn spec_for(&self, node: &Node) -> Result<Arc<NodeSpec>, Diagnostic> {
        let Some(base) = self.get(&node.kind) else {
            let help = match self.nearest(&node.kind) {
                Some(kind) => suggest(&node.kind, [kind]),
                None => "add its file to your nodes' folder, or replace the node".to_owned(),
            };
            return Err(Diagnostic::error(format!("no node is called `{}`", node.kind)).help(help));
        };
        match base.body {
            Body::Native(native @ (Native::Code | Native::Expression)) => self.text_spec(base, native, node),
            _ => Ok(base.clone()),
        }
    }
}

/// The text that a node has for an input: its own, or the default.
fn text_of<'text>(base: &'text NodeSpec, node: &'text Node, input: &str) -> Result<&'text str, Diagnostic> {
    let default = base.input(input).and_then(|input| input.default.as_ref());
    match node.inputs.get(input).or(default) {
        Some(Literal::Text(text)) => Ok(text),
        None => Ok(""),
        Some(_) => Err(Diagnostic::error(format!("the input `{input}` is no text")).port(input).help("enter a text")),
    }
}

fn expression_type(base: &NodeSpec, node: &Node) -> Result<ValueType, Diagnostic> {
    let name = text_of(base, node, "type")?;
    EXPRESSION_TYPES.into_iter().find(|value_type| value_type.name() == name).ok_or_else(|| {
        Diagnostic::error(format!("an expression can't be of type `{name}`"))
            .port("type")
            .help(suggest(name, EXPRESSION_TYPES.map(ValueType::name)))
    })
}

/// Adds what the node's own file says: its family, its search words, and the inputs that hold the text.
fn with_base(mut spec: NodeSpec, base: &NodeSpec) -> Result<NodeSpec, Diagnostic> {
    for input in base.inputs.iter().filter(|input| matches!(input.port_type, PortType::Text | PortType::Choice(_))) {
        if spec.inputs.iter().any(|known| known.name == input.name) {
            return Err(Diagnostic::error(format!("`{}` is the name of the input that holds the text", input.name))
                .port(input.name.as_str())
                .help("give the argument another name"));
        }
        // At the end, since arguments count inputs from the first on.
        spec.inputs.push(input.clone());
    }
    spec.category.clone_from(&base.category);
    spec.tags.clone_from(&base.tags);
    if spec.description.is_empty() {
        spec.summary.clone_from(&base.summary);
        spec.description.clone_from(&base.description);
    }
    if matches!(base.body, Body::Native(Native::Expression)) {
        spec.title.clone_from(&base.title);
        spec.summary.clone_from(&base.summary);
        spec.description.clone_from(&base.description);
    }
    Ok(spec)
}

/// Every `.wgsl` below a folder, by path; hidden ones are passed over.
fn list_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>, problems: &mut Vec<Diagnostic>) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            problems.push(
                Diagnostic::warning(format!("the folder {} can't be read: {error}", folder.display()))
                    .help("check that it exists and is yours"),
            );
            return;
        }
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            if depth < MOST_FOLDER_DEPTH {
                list_files(&path, depth + 1, files, problems);
            }
        } else if path.extension().is_some_and(|extension| extension == "wgsl") {
            files.push(path);
        }
    }
}
