//! What other crates see of this one. `./run` also builds this program, the smallest test there is: cargo then builds the dependencies of
//! the editor with the features that the tests ask for, and `./test` need not build them again.

use wavewright_shaders::{Module, rename, validate};

#[test]
fn a_file_is_read_renamed_and_checked() {
    let module = Module::parse("twice", "//! @import hash\n/// Twice.\nfn twice(x: f32) -> f32 {\n    return 2.0 * x;\n}\n").unwrap();
    assert!(module.imports().iter().any(|file| file.file == "hash"));
    let renamed = rename(&module.items[0].text, &|name| (name == "twice").then(|| "double".to_owned()));
    assert!(renamed.contains("fn double(x: f32)"), "{renamed}");
    validate(&renamed).unwrap();
}
