//! Every kind of node that is known: the library's and the artist's own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;

use super::code::code_spec;
use super::expression::{TYPES, expression_spec};
use super::parse::problems::{nearest, suggest};
use super::parse::{CATEGORIES, EXPRESSION_TYPES};
use super::{Body, Literal, Native, NodeSpec, PortType, REROUTE, SpecSource, ValueType};
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
        list_files(folder, &mut Vec::new(), &mut files, &mut problems);
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
    fn insert(&mut self, mut spec: NodeSpec) -> Option<Diagnostic> {
        let names = || std::iter::once(&spec.kind).chain(&spec.aliases);
        if let Some((name, other)) = names().find_map(|name| Some((name, self.get(name)?))) {
            let message = format!("two nodes are called `{name}`: {} and {}", other.module.file, spec.module.file);
            return Some(
                Diagnostic::error(message)
                    .in_file(spec.module.file.as_str(), 1)
                    .help("rename one of the files, or take the name out of its `@alias`"),
            );
        }
        if spec.kind == REROUTE {
            // Its code is for types that can be computed with; through a wire goes everything.
            spec.generics.iter_mut().for_each(|generic| generic.allowed = ValueType::ALL.to_vec());
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
        let is_formula = native == Native::Expression;
        let result = if is_formula { expression_type(base, node)? } else { ValueType::Number };
        let declared = if is_formula { text_of(base, node, TYPES)? } else { "" };
        let key = (format!("{} {} {declared}", base.kind, result.name()), text.to_owned());
        // A panic elsewhere leaves the map whole: it is only ever replaced entry by entry.
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.get(&key) {
            return known.clone();
        }
        if texts.len() >= MOST_TEXTS {
            texts.clear();
        }
        let read = if native == Native::Code { code_spec(&base.kind, text) } else { expression_spec(&base.kind, text, declared, result) };
        let spec = read.and_then(|spec| with_base(spec, base)).map(Arc::new);
        texts.insert(key, spec.clone());
        spec
    }
}

impl SpecSource for Catalog {
    fn spec_for(&self, node: &Node) -> Result<Arc<NodeSpec>, Diagnostic> {
        let Some(base) = self.get(&node.kind) else {
            if node.kind.is_empty() {
                return Err(Diagnostic::error("the node does not say its kind").help("replace it"));
            }
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

/// Every `.wgsl` below a folder, by path; hidden ones are passed over. `above` are the folders that it is in, by their true names: a link
/// back to one of them is not followed.
fn list_files(folder: &Path, above: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>, problems: &mut Vec<Diagnostic>) {
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
    // A folder that was just listed has a true name, unless it is gone by now.
    above.push(std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()));
    for path in paths {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            let leads_back = std::fs::canonicalize(&path).is_ok_and(|path| above.contains(&path));
            if above.len() <= MOST_FOLDER_DEPTH && !leads_back {
                list_files(&path, above, files, problems);
            }
        } else if path.extension().is_some_and(|extension| extension == "wgsl") {
            files.push(path);
        }
    }
    above.pop();
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: &str =
        "//! Twice. @category Maths @alias twice\n/// It.\nfn double(\n/// What. @default 0\na: f32) -> f32 { return 2.0 * a; }\n";
    const CODE: &str = "//! Code. @category Maths @native code\n";
    const EXPRESSION: &str = "//! A formula. @category Maths @native expression\n";

    fn catalog(files: &[(&str, &str)]) -> (Catalog, Vec<String>) {
        let (catalog, problems) = Catalog::from_files(files.iter().map(|(file, source)| ((*file).to_owned(), (*source).to_owned())));
        (catalog, problems.iter().map(ToString::to_string).collect())
    }

    fn node(kind: &str, inputs: &[(&str, &str)]) -> Node {
        let mut node = Node::new(kind);
        node.inputs.extend(inputs.iter().map(|(name, text)| ((*name).to_owned(), Literal::Text((*text).to_owned()))));
        node
    }

    #[test]
    fn kinds_are_found_by_their_older_names_too() {
        let (catalog, problems) = catalog(&[("maths/double.wgsl", DOUBLE), ("code.wgsl", CODE)]);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(catalog.get("twice").map(|spec| spec.kind.as_str()), Some("double"));
        assert_eq!(catalog.spec_for(&Node::new("twice")).unwrap().kind, "double");
        let families: Vec<_> = catalog.families().map(|(family, nodes)| (family, nodes.len())).collect();
        assert_eq!(families, [("Maths", 2)]);
        assert_eq!(catalog.iter().map(|spec| spec.title.as_str()).collect::<Vec<_>>(), ["Code", "Double"]);
        assert_eq!(
            catalog.spec_for(&Node::new("doubel")).unwrap_err().to_string(),
            "error: no node is called `doubel` (did you mean `double`?)"
        );
    }

    #[test]
    fn a_wrong_or_doubled_file_leaves_the_others() {
        let clash = DOUBLE.replace("double", "twice").replace("@alias twice", "");
        let (catalog, problems) = catalog(&[("maths/double.wgsl", DOUBLE), ("bad.wgsl", "fn"), ("mine/twice.wgsl", &clash)]);
        assert_eq!(catalog.iter().len(), 1);
        assert_eq!(
            problems,
            [
                "error: bad.wgsl:1: expected the name of a function, but the file ends",
                "error: mine/twice.wgsl:1: two nodes are called `twice`: maths/double.wgsl and mine/twice.wgsl (rename one of the files, or take the name out of its `@alias`)"
            ]
        );
    }

    #[test]
    fn an_artists_folder_is_read_again_and_keeps_the_last_good_version() {
        let (mut catalog, _) = catalog(&[("maths/double.wgsl", DOUBLE)]);
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let file = inner.join("triple.wgsl");
        let triple = DOUBLE.replace("double", "triple").replace(" @alias twice", "");
        std::fs::write(&file, &triple).unwrap();
        std::fs::write(folder.path().join("double.wgsl"), DOUBLE).unwrap();
        std::fs::write(folder.path().join("notes.txt"), "no node").unwrap();
        std::fs::write(folder.path().join(".hidden.wgsl"), "no node").unwrap();
        let problems = catalog.add_folder(folder.path());
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].message.starts_with("two nodes are called `double`: maths/double.wgsl and "), "{}", problems[0]);
        assert!(catalog.is_own("triple") && !catalog.is_own("double"));

        std::fs::write(&file, triple.replace("Twice.", "Thrice.")).unwrap();
        catalog.add_folder(folder.path());
        assert_eq!(catalog.get("triple").unwrap().summary, "Thrice.");
        std::fs::write(&file, "fn").unwrap();
        assert_eq!(catalog.add_folder(folder.path()).len(), 2);
        assert_eq!(catalog.get("triple").unwrap().summary, "Thrice.", "the last good version");
        std::fs::remove_file(&file).unwrap();
        catalog.add_folder(folder.path());
        assert!(catalog.get("triple").is_none());
        assert!(catalog.add_folder(&folder.path().join("missing"))[0].message.contains("can't be read"));
    }

    #[test]
    fn a_code_node_is_what_its_text_says() {
        let (catalog, _) = catalog(&[("code.wgsl", CODE)]);
        let text = "fn helper(x: f32) -> f32 { return x; }\nfn soft_light(a: f32, b: vec2f) -> f32 { return helper(a) + b.x; }";
        let node = node("code", &[("code", text)]);
        let spec = catalog.spec_for(&node).unwrap();
        assert_eq!((spec.kind.as_str(), spec.title.as_str(), spec.category.as_str()), ("code", "Soft light", "Maths"));
        assert_eq!(spec.inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), ["a", "b", "code"]);
        assert!(Arc::ptr_eq(&spec, &catalog.spec_for(&node).unwrap()), "read once");
        assert_eq!(catalog.clone().spec_for(&node).unwrap().title, "Soft light");
    }

    #[test]
    fn mistakes_in_a_code_node_are_about_lines_of_its_text() {
        let (catalog, _) = catalog(&[("code.wgsl", CODE)]);
        for (text, expected) in [
            ("", "error: code:1: the node has no code (write a function of WGSL; its arguments become inputs)"),
            ("fn f(a: f32) -> f32 {\n    return b;\n}", "error: code:2: no definition in scope for identifier: `b`"),
            (
                "fn f(a: f32) -> f32 { return a; }\nfn g(a: f32) -> f32 { return a; }",
                "error: code:1: it is not clear which function is the node (write one function that no other calls; the file has f, g)",
            ),
            (
                "const A = 1;",
                "error: code:1: it is not clear which function is the node (write one function that no other calls; the file has no function)",
            ),
            (
                "fn f(code: f32) -> f32 { return code; }",
                "error: `code` is the name of the input that holds the text (give the argument another name)",
            ),
            (
                "//! @native output\nfn f(a: f32) -> f32 { return a; }",
                "error: code:1: `@native` is only for the library's files (remove it)",
            ),
        ] {
            let found =
                catalog.spec_for(&node("code", &[("code", text)])).map(|_| String::new()).unwrap_or_else(|problem| problem.to_string());
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn an_expression_node_has_the_type_it_is_set_to() {
        let (catalog, _) = catalog(&[("expression.wgsl", EXPRESSION)]);
        let spec = catalog.spec_for(&node("expression", &[("expression", "p * 2.0"), ("type", "vec3")])).unwrap();
        assert_eq!(spec.outputs[0].port_type, PortType::Fixed(ValueType::Vec3));
        assert_eq!(spec.inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), ["p", "expression", "type", "names"]);
        assert_eq!(catalog.spec_for(&Node::new("expression")).unwrap().inputs[0].name, "a", "the default formula");
        let wrong = catalog.spec_for(&node("expression", &[("type", "vec5")])).unwrap_err();
        assert_eq!(wrong.to_string(), "error: an expression can't be of type `vec5` (did you mean `vec2`?)");
        let mut number = Node::new("expression");
        number.inputs.insert("expression".to_owned(), Literal::Number(3.0));
        assert_eq!(catalog.spec_for(&number).unwrap_err().to_string(), "error: the input `expression` is no text (enter a text)");
    }

    #[test]
    fn the_memory_of_texts_is_bounded() {
        let (catalog, _) = catalog(&[("expression.wgsl", EXPRESSION)]);
        for index in 0..=MOST_TEXTS {
            catalog.spec_for(&node("expression", &[("expression", &index.to_string())])).unwrap();
        }
        assert!(catalog.texts.lock().unwrap().len() <= MOST_TEXTS);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_back_to_a_folder_above_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("more")).unwrap();
        std::fs::write(folder.path().join("more/double.wgsl"), DOUBLE).unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("more/back")).unwrap();
        let mut catalog = Catalog::default();
        assert_eq!(catalog.add_folder(folder.path()), []);
        assert!(catalog.get("double").is_some());
    }
}
