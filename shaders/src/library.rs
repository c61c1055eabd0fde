//! The shader library: WGSL files that nodes import by name. No two items of it share a name, so an item can be found by its own.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::module::{Item, Module};

#[derive(rust_embed::RustEmbed)]
#[folder = "library/"]
struct Files;

/// The library as read from its files.
struct Library {
    modules: Vec<Arc<Module>>,
    /// Module and item, by the item's name.
    items: HashMap<String, (usize, usize)>,
}

static LIBRARY: OnceLock<Library> = OnceLock::new();

fn loaded() -> &'static Library {
    LIBRARY.get_or_init(|| {
        let mut modules: Vec<Arc<Module>> = Files::iter()
            .filter_map(|path| {
                let source = Files::get(&path)?;
                let text = String::from_utf8_lossy(&source.data).into_owned();
                match Module::parse(path.trim_end_matches(".wgsl"), &text) {
                    Ok(module) => Some(Arc::new(module)),
                    // A test reads every file of the library, so this is met only by who edits one: as a missing import.
                    Err(_) => None,
                }
            })
            .collect();
        modules.sort_by(|a, b| a.file.cmp(&b.file));
        let items = modules
            .iter()
            .enumerate()
            .flat_map(|(module, read)| read.items.iter().enumerate().map(move |(item, found)| (found.name.clone(), (module, item))))
            .collect();
        Library { modules, items }
    })
}

/// The library's file `name`, as in `@import name`. [`Module::file`] is the bare name.
#[must_use]
pub fn library(name: &str) -> Option<Arc<Module>> {
    loaded().modules.iter().find(|module| module.file == name).cloned()
}

/// Every file of the library, by name.
#[must_use]
pub fn library_modules() -> &'static [Arc<Module>] {
    &loaded().modules
}

/// The item called `name`, whichever file of the library it is in, and that file.
#[must_use]
pub fn library_item(name: &str) -> Option<(&'static Item, &'static Module)> {
    let library = loaded();
    let &(module, item) = library.items.get(name)?;
    let module = library.modules.get(module)?;
    Some((module.items.get(item)?, module))
}

impl Module {
    /// The words after the file's `@import` tags.
    pub fn import_names(&self) -> impl Iterator<Item = &str> {
        self.docs.tags.iter().filter(|tag| tag.name == "import").flat_map(|tag| tag.value.split_whitespace())
    }

    /// The library's files that this file imports, and those that they import, each once. Names that the library lacks are passed over.
    #[must_use]
    pub fn imports(&self) -> Vec<Arc<Module>> {
        let mut found: Vec<Arc<Module>> = Vec::new();
        let mut wanted: Vec<String> = self.import_names().map(str::to_owned).collect();
        while let Some(name) = wanted.pop() {
            if found.iter().all(|module| module.file != name)
                && let Some(module) = library(&name)
            {
                wanted.extend(module.import_names().map(str::to_owned));
                found.push(module);
            }
        }
        found.sort_by(|a, b| a.file.cmp(&b.file));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{ItemKind, is_reserved, validate};

    #[test]
    fn every_file_is_valid_with_its_imports_and_nothing_else() {
        let mut count = 0;
        for path in Files::iter() {
            let name = path.trim_end_matches(".wgsl");
            let source = String::from_utf8(Files::get(&path).unwrap().data.into_owned()).unwrap();
            let module = Module::parse(name, &source).unwrap();
            assert_eq!(
                module.imports().len(),
                {
                    let mut wanted: HashSet<String> = module.import_names().map(str::to_owned).collect();
                    for import in module.imports() {
                        wanted.extend(import.import_names().map(str::to_owned));
                    }
                    wanted.len()
                },
                "{name} imports a file that does not exist"
            );
            let mut whole = source.clone();
            for import in module.imports() {
                for item in &import.items {
                    whole.push('\n');
                    whole.push_str(&item.text);
                }
            }
            if let Err(error) = validate(&whole) {
                panic!("{path}:{error}");
            }
            assert!(library(name).is_some());
            count += 1;
        }
        assert!(count >= 8);
    }

    #[test]
    fn every_item_is_described_and_has_a_name_of_its_own() {
        let mut names = HashSet::new();
        for module in library_modules() {
            assert!(!module.docs.text.is_empty(), "{} has no description", module.file);
            for item in &module.items {
                assert!(!item.docs.text.is_empty(), "{}: {} has no description", module.file, item.name);
                assert!(item.docs.tags.is_empty(), "{}: {} has tags, which mean nothing in the library", module.file, item.name);
                assert!(names.insert(item.name.clone()), "{} is in two files", item.name);
                assert!(!is_reserved(&item.name), "{} is reserved", item.name);
                if let ItemKind::Struct { members } = &item.kind {
                    assert!(members.iter().all(|member| !member.docs.text.is_empty()), "{}: a member has no description", item.name);
                }
            }
        }
        assert!(library_item("pcg").is_some_and(|(_, module)| module.file == "hash"));
    }

    #[test]
    fn hashes_are_exact_integers() {
        for module in library_modules() {
            for item in &module.items {
                assert!(
                    !(item.text.contains("fract(sin(") || item.text.contains("43758")),
                    "{}: a hash from a sine differs between devices",
                    item.name
                );
            }
        }
    }
}
