//! The spec of an expression node: one formula of WGSL, whose names become inputs.

use wavewright_shaders::{ItemKind, Token, TokenKind, is_reserved, library_item, library_modules, rename, tokens, validate};

use super::code::first_of;
use super::parse::problems::suggest;
use super::parse::{EXPRESSION_TYPES, Origin, read};
use super::{NodeSpec, ValueType};
use crate::Diagnostic;

/// Name of the text in messages; their lines are lines of the formula.
const FILE: &str = "expression";
/// The input that says types of names.
pub(super) const TYPES: &str = "names";
/// Most names in a formula.
const MOST_NAMES: usize = 32;
/// Most choices of types that are tried.
const MOST_ATTEMPTS: usize = 64;
/// Numbers that a formula may name.
const CONSTANTS: [(&str, f64); 2] = [("PI", std::f64::consts::PI), ("TAU", std::f64::consts::TAU)];

/// Reads a formula whose value is to be of type `result`.
///
/// Names that are neither functions nor types are inputs, in the order in which they stand first. Each has the type of the result where that
/// is valid, or else the first type that is: so `vec3f(a, b, c)` has three numbers and `a * b` two vectors. `time`, `uv` and `position` are the
/// element's own unless linked; `dt`, `frame` and `cell` are given, as numbers with a fraction. A number becomes a vector by being repeated.
/// `declared` says the types of names that are not to be guessed: `p vec2, strength number`.
///
/// # Errors
/// What is wrong with the formula, by line, or with what is declared.
pub(super) fn expression_spec(kind: &str, formula: &str, declared: &str, result: ValueType) -> Result<NodeSpec, Diagnostic> {
    let mut names = Names::read(formula)?;
    names.declare(declared)?;
    let attempts = names.attempts(result);
    let mut first_error = None;
    for wrapper in wrappers(result) {
        for types in &attempts {
            let source = names.source(formula, result, types, *wrapper);
            match validate(&names.with_library(&source)) {
                Ok(_) => return read(FILE, &source, Origin::Text { kind }).map_err(|problems| first_of(problems).port(FILE)),
                Err(error) => first_error.get_or_insert((error, source)),
            };
        }
    }
    let Some((error, source)) = first_error else { return Err(problem(1, "the formula can't be read", "")) };
    let before = source.split(OPENING).next().map_or(0, |head| head.matches('\n').count() + OPENING.matches('\n').count());
    let line = error.line.saturating_sub(before).clamp(1, formula.lines().count().max(1));
    Err(if error.message.contains("`return` has another type") {
        problem(line, format!("the formula's value is no {}", result.name()), "choose another type for the node, or change the formula")
    } else {
        problem(line, error.message, "")
    })
}

fn problem(line: usize, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error(message).in_file(FILE, line).port(FILE).help(help)
}

/// What stands before the formula in the function: it has lines of its own, so that errors keep their line.
const OPENING: &str = "    return (\n";

/// Ways to make a value of another type into the result's: as it is, repeated, with alpha 1.
fn wrappers(result: ValueType) -> &'static [(&'static str, &'static str)] {
    match result {
        ValueType::Vec2 => &[("", ""), ("vec2f(", ")")],
        ValueType::Vec3 => &[("", ""), ("vec3f(", ")")],
        ValueType::Colour => &[("", ""), ("vec4f(vec3f(", "), 1.0)")],
        _ => &[("", "")],
    }
}

/// A name of the formula that is filled in from outside.
struct Name {
    text: String,
    /// Types it may have, the likeliest first; the result's type goes before all of them where `follows_result`.
    types: Vec<ValueType>,
    follows_result: bool,
}

/// What the formula names.
#[derive(Default)]
struct Names {
    names: Vec<Name>,
    constants: Vec<(&'static str, f64)>,
    imports: Vec<&'static str>,
}

impl Names {
    fn read(formula: &str) -> Result<Self, Diagnostic> {
        let words: Vec<Token<'_>> = tokens(formula).into_iter().filter(|token| !token.kind.is_comment()).collect();
        if words.is_empty() {
            return Err(problem(1, "the formula is empty", "write one, such as `a * sin(time)`"));
        }
        check_shape(&words)?;
        let mut found = Self::default();
        for (index, token) in words.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Identifier) {
            let is_member = index > 0 && words[index - 1].text == ".";
            let next = words.get(index + 1).map_or("", |next| next.text);
            if !is_member {
                found.add(token, next)?;
            }
        }
        if found.names.len() > MOST_NAMES {
            return Err(problem(1, format!("the formula has more than {MOST_NAMES} names"), "use several nodes"));
        }
        Ok(found)
    }

    fn add(&mut self, token: &Token<'_>, next: &str) -> Result<(), Diagnostic> {
        let name = token.text;
        if is_reserved(name) {
            return if matches!(next, "(" | "<") {
                Ok(())
            } else {
                Err(problem(token.line, format!("`{name}` is a name of WGSL's own"), "call the input something else"))
            };
        }
        if next == "(" {
            return self.add_function(token);
        }
        if let Some(constant) = CONSTANTS.iter().find(|(known, _)| *known == name) {
            if !self.constants.contains(constant) {
                self.constants.push(*constant);
            }
            return Ok(());
        }
        if !super::parse::is_plain_name(name) || [FILE, TYPES, "type"].contains(&name) {
            return Err(problem(
                token.line,
                format!("`{name}` can't be the name of an input"),
                "use lower-case letters, digits and `_`, starting with a letter; PI and TAU are known",
            ));
        }
        if self.names.iter().all(|known| known.text != name) {
            let (types, follows_result) = match name {
                "time" | "dt" | "frame" => (vec![ValueType::Number], false),
                "uv" | "cell" => (vec![ValueType::Vec2], false),
                "position" => (vec![ValueType::Vec2, ValueType::Vec3], false),
                _ => (EXPRESSION_TYPES.to_vec(), true),
            };
            self.names.push(Name { text: name.to_owned(), types, follows_result });
        }
        Ok(())
    }

    /// Gives names the types that are said for them.
    fn declare(&mut self, declared: &str) -> Result<(), Diagnostic> {
        let wrong = |message: String, help: String| Err(Diagnostic::error(message).port(TYPES).help(help));
        for part in declared.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
            let [text, type_name] = part.split_whitespace().collect::<Vec<_>>()[..] else {
                return wrong(format!("`{part}` is no name and its type"), "write `p vec2, strength number`".to_owned());
            };
            let Some(value_type) = EXPRESSION_TYPES.into_iter().find(|known| known.name() == type_name) else {
                return wrong(
                    format!("`{text}` can't be of type `{type_name}`"),
                    suggest(type_name, EXPRESSION_TYPES.map(ValueType::name)),
                );
            };
            let Some(name) = self.names.iter_mut().find(|name| name.text == text) else {
                return wrong(format!("the formula has no name `{text}`"), suggest(text, self.names.iter().map(|name| name.text.as_str())));
            };
            if !name.types.contains(&value_type) {
                return wrong(format!("`{text}` is the element's own and no {type_name}"), "call the input something else".to_owned());
            }
            (name.types, name.follows_result) = (vec![value_type], false);
        }
        Ok(())
    }

    /// A function of the shader library.
    fn add_function(&mut self, token: &Token<'_>) -> Result<(), Diagnostic> {
        if let Some((_, module)) = library_item(token.text) {
            if !self.imports.contains(&module.file.as_str()) {
                self.imports.push(&module.file);
            }
            return Ok(());
        }
        let items = library_modules().iter().flat_map(|module| &module.items);
        let functions = items.filter(|item| matches!(item.kind, ItemKind::Function { .. })).map(|item| item.name.as_str());
        let help = super::parse::problems::nearest(token.text, functions).map_or_else(
            || "use a function of WGSL or of the shader library; a Code node can declare functions".to_owned(),
            |word| suggest(token.text, [word]),
        );
        Err(problem(token.line, format!("no function is called `{}`", token.text), help))
    }

    /// Types for the names, the most natural first: all as the result; up to three of them numbers; all of them numbers; up to two of another
    /// type.
    fn attempts(&self, result: ValueType) -> Vec<Vec<ValueType>> {
        let natural: Vec<ValueType> = self.names.iter().map(|name| if name.follows_result { result } else { name.types[0] }).collect();
        let number =
            |name: &Name| -> Vec<ValueType> { name.types.contains(&ValueType::Number).then_some(ValueType::Number).into_iter().collect() };
        let numbers = self.names.iter().zip(&natural).map(|(name, natural)| number(name).first().copied().unwrap_or(*natural)).collect();
        let mut attempts = vec![natural.clone()];
        attempts.extend(self.changed(&natural, 3, &number));
        attempts.push(numbers);
        attempts.extend(self.changed(&natural, 2, &|name| name.types.clone()));
        attempts.dedup();
        attempts.truncate(MOST_ATTEMPTS);
        attempts
    }

    /// `natural` with up to `most` names of another of their `options`, those with fewer changes first, up to a bound.
    fn changed(&self, natural: &[ValueType], most: usize, options: &dyn Fn(&Name) -> Vec<ValueType>) -> Vec<Vec<ValueType>> {
        let mut all = Vec::new();
        // Each with the first name that may still change, so that no set of names comes twice.
        let mut last = vec![(natural.to_vec(), 0)];
        for _ in 0..most {
            let mut next = Vec::new();
            for (types, from) in &last {
                for (index, name) in self.names.iter().enumerate().skip(*from) {
                    for option in options(name).into_iter().filter(|option| *option != natural[index]) {
                        let mut changed = types.clone();
                        changed[index] = option;
                        next.push((changed, index + 1));
                    }
                }
                if all.len() + next.len() > MOST_ATTEMPTS {
                    break;
                }
            }
            all.extend(next.iter().map(|(types, _)| types.clone()));
            last = next;
        }
        all
    }

    /// The formula as a node's file.
    fn source(&self, formula: &str, result: ValueType, types: &[ValueType], (before, after): (&str, &str)) -> String {
        let mut source = String::from("//! One formula.\n");
        if !self.imports.is_empty() {
            source.push_str(&format!("//! @import {}\n", self.imports.join(" ")));
        }
        for (name, value) in &self.constants {
            source.push_str(&format!("const {name} = {value:?};\n"));
        }
        source.push_str("/// The value of the formula. @output result\nfn expression(\n");
        for (name, value) in self.names.iter().zip(types) {
            let name = name.text.as_str();
            let (tag, wgsl) = match name {
                "time" | "uv" | "position" => (format!("@context {name}"), value.wgsl()),
                "dt" => ("@given dt".to_owned(), "f32"),
                "frame" => ("@given frame".to_owned(), "u32"),
                "cell" => ("@given cell".to_owned(), "vec2i"),
                _ => ("@default 0".to_owned(), value.wgsl()),
            };
            source.push_str(&format!("    /// {tag}\n    {name}: {wgsl},\n"));
        }
        let formula = rename(formula, &|name| match name {
            "frame" => Some("f32(frame)".to_owned()),
            "cell" => Some("vec2f(cell)".to_owned()),
            _ => None,
        });
        source.push_str(&format!(") -> {} {{\n{OPENING}{before}{formula}\n{after});\n}}\n", result.wgsl()));
        source
    }

    /// A source with the library's items that it needs, to be validated.
    fn with_library(&self, source: &str) -> String {
        let mut text = source.to_owned();
        let mut open: Vec<&str> = self.imports.clone();
        let mut done: Vec<&str> = Vec::new();
        while let Some(name) = open.pop() {
            if done.contains(&name) {
                continue;
            }
            done.push(name);
            if let Some(module) = library_modules().iter().find(|module| module.file == name) {
                open.extend(module.import_names());
                for item in &module.items {
                    text.push_str(&item.text);
                    text.push('\n');
                }
            }
        }
        text
    }
}

/// Whether the text is one formula: brackets closed, no statements.
fn check_shape(words: &[Token<'_>]) -> Result<(), Diagnostic> {
    let mut open: Vec<&Token<'_>> = Vec::new();
    for token in words {
        match (token.kind, token.text) {
            (TokenKind::Unknown, text) if text.starts_with("/*") => {
                return Err(problem(token.line, "this comment never ends", "close it with `*/`"));
            }
            (TokenKind::Unknown, text) => return Err(problem(token.line, format!("{text:?} is no character of WGSL"), "remove it")),
            (TokenKind::Attribute, _) | (TokenKind::Punctuation, ";" | "{" | "}") => {
                return Err(problem(
                    token.line,
                    format!("`{}` has no place in a formula", token.text),
                    "write one formula; a Code node holds whole functions",
                ));
            }
            (TokenKind::Keyword, text) if !matches!(text, "true" | "false") => {
                return Err(problem(
                    token.line,
                    format!("`{text}` is a word of WGSL and no name"),
                    "write one formula; name inputs otherwise",
                ));
            }
            (TokenKind::Punctuation, "(" | "[") => open.push(token),
            (TokenKind::Punctuation, closing @ (")" | "]")) => {
                let fits = open.pop().is_some_and(|opening| (opening.text == "(") == (closing == ")"));
                if !fits {
                    return Err(problem(token.line, format!("`{closing}` closes nothing"), "open it before, or remove it"));
                }
            }
            _ => {}
        }
    }
    match open.last() {
        Some(token) => Err(problem(
            token.line,
            format!("`{}` is never closed", token.text),
            format!("add `{}`", if token.text == "(" { ")" } else { "]" }),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Argument, Body, Given, Literal, PortType};

    fn spec(formula: &str, result: ValueType) -> NodeSpec {
        expression_spec("expression", formula, "", result).unwrap_or_else(|problem| panic!("{problem}"))
    }

    fn inputs(formula: &str, result: ValueType) -> Vec<(String, ValueType)> {
        inputs_of(&spec(formula, result))
    }

    fn inputs_of(spec: &NodeSpec) -> Vec<(String, ValueType)> {
        let value = |port_type: &PortType| match port_type {
            PortType::Fixed(value) => *value,
            other => panic!("{other:?}"),
        };
        spec.inputs.iter().map(|input| (input.name.clone(), value(&input.port_type))).collect()
    }

    fn error(formula: &str, result: ValueType) -> String {
        expression_spec("expression", formula, "", result).map(|_| String::new()).unwrap_or_else(|problem| problem.to_string())
    }

    #[test]
    fn names_become_inputs_in_order_of_appearance() {
        use ValueType::*;
        let named = |names: &[(&str, ValueType)]| names.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect::<Vec<_>>();
        for (formula, result, expected) in [
            ("b * sin(a) + b", Number, named(&[("b", Number), ("a", Number)])),
            ("a * b", Vec2, named(&[("a", Vec2), ("b", Vec2)])),
            ("vec3f(a, b, c)", Vec3, named(&[("a", Number), ("b", Number), ("c", Number)])),
            ("a * vec3f(b, 0.0, 1.0)", Vec3, named(&[("a", Vec3), ("b", Number)])),
            ("a.y", Number, named(&[("a", Vec2)])),
            ("a.z", Number, named(&[("a", Vec3)])),
            ("length(a) * 2.0", Vec3, named(&[("a", Vec3)])),
            ("0.5", Colour, named(&[])),
            ("a.rgb", Colour, named(&[("a", Colour)])),
            ("position.z", Number, named(&[("position", Vec3)])),
            ("position", Vec2, named(&[("position", Vec2)])),
            ("uv * PI // a comment", Vec2, named(&[("uv", Vec2)])),
            ("mix(a, b, t)", Colour, named(&[("a", Colour), ("b", Colour), ("t", Colour)])),
            ("select(a, b, t > 0.5)", Number, named(&[("a", Number), ("b", Number), ("t", Number)])),
        ] {
            assert_eq!(inputs(formula, result), expected, "{formula}");
        }
    }

    #[test]
    fn names_have_the_types_that_are_said() {
        use ValueType::*;
        let named = |names: &[(&str, ValueType)]| names.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect::<Vec<_>>();
        for (formula, declared, result, expected) in [
            ("vec4f(p.x, p.y, 0.0, a)", "p vec2", Colour, named(&[("p", Vec2), ("a", Number)])),
            ("vec4f(p.x, p.y, 0.0, a)", " p  vec2 ,a number,", Colour, named(&[("p", Vec2), ("a", Number)])),
            ("length(p) * t", "p vec3", Number, named(&[("p", Vec3), ("t", Number)])),
            ("position.x", "position vec3", Number, named(&[("position", Vec3)])),
        ] {
            let spec = expression_spec("expression", formula, declared, result).unwrap_or_else(|problem| panic!("{problem}"));
            assert_eq!(inputs_of(&spec), expected, "{formula} with {declared}");
        }
        for (declared, expected) in [
            ("p", "error: `p` is no name and its type (write `p vec2, strength number`)"),
            ("p vec5", "error: `p` can't be of type `vec5` (did you mean `vec2`?)"),
            ("q vec2", "error: the formula has no name `q` (did you mean `p`?)"),
            ("uv vec3", "error: `uv` is the element's own and no vec3 (call the input something else)"),
        ] {
            let problem = expression_spec("expression", "p * uv.x", declared, Number).expect_err(declared);
            assert_eq!((problem.to_string().as_str(), problem.port.as_deref()), (expected, Some(TYPES)));
        }
    }

    #[test]
    fn what_the_element_knows_is_context_or_given() {
        let spec = spec("sin(time) + frame * dt + cell.x", ValueType::Number);
        assert_eq!(spec.inputs.len(), 1);
        assert_eq!((spec.inputs[0].name.as_str(), spec.inputs[0].context), ("time", Some(Given::Time)));
        let Body::Pure(function) = spec.body else { panic!("pure") };
        assert_eq!(
            function.arguments,
            [Argument::Input(0), Argument::Given(Given::Frame), Argument::Given(Given::Dt), Argument::Given(Given::Cell)]
        );
    }

    #[test]
    fn inputs_have_a_default_and_the_output_is_called_result() {
        let spec = spec("a", ValueType::Colour);
        assert_eq!(spec.inputs[0].default, Some(Literal::Number(0.0)));
        assert_eq!((spec.outputs[0].name.as_str(), &spec.outputs[0].port_type), ("result", &PortType::Fixed(ValueType::Colour)));
    }

    #[test]
    fn functions_of_the_shader_library_are_at_hand() {
        let spec = spec("fbm_2d(uv * scale, 4u, 2.0, 0.5, 7u)", ValueType::Number);
        assert_eq!(spec.module.import_names().collect::<Vec<_>>(), ["noise"]);
        assert!(matches!(spec.body, Body::Pure(function) if function.has_loop));
    }

    #[test]
    fn mistakes_name_their_line_and_what_to_do() {
        use ValueType::*;
        for (formula, result, expected) in [
            ("  ", Number, "error: expression:1: the formula is empty (write one, such as `a * sin(time)`)"),
            ("// only a comment", Number, "error: expression:1: the formula is empty (write one, such as `a * sin(time)`)"),
            ("a +\n* b c", Number, "error: expression:2: expected `)`, found \"c\""),
            ("(a", Number, "error: expression:1: `(` is never closed (add `)`)"),
            ("a)\n", Number, "error: expression:1: `)` closes nothing (open it before, or remove it)"),
            ("a[0)", Number, "error: expression:1: `)` closes nothing (open it before, or remove it)"),
            ("a); } fn evil() { (", Number, "error: expression:1: `)` closes nothing (open it before, or remove it)"),
            ("let a = 1", Number, "error: expression:1: `let` is a word of WGSL and no name (write one formula; name inputs otherwise)"),
            (
                "a *\nAngle",
                Number,
                "error: expression:2: `Angle` can't be the name of an input (use lower-case letters, digits and `_`, starting with a letter; PI and TAU are known)",
            ),
            ("distance * 2.0", Number, "error: expression:1: `distance` is a name of WGSL's own (call the input something else)"),
            ("fbm_2(uv)", Number, "error: expression:1: no function is called `fbm_2` (did you mean `fbm_2d`?)"),
            (
                "quux(uv)",
                Number,
                "error: expression:1: no function is called `quux` (use a function of WGSL or of the shader library; a Code node can declare functions)",
            ),
            (
                "uv",
                Number,
                "error: expression:1: the formula's value is no number (choose another type for the node, or change the formula)",
            ),
            (
                "\n\ndot(uv, 1.0) + a",
                Number,
                "error: expression:3: wrong type passed as argument #2 to `dot`; argument #2 has type `number`",
            ),
            ("a $ b", Number, "error: expression:1: \"$\" is no character of WGSL (remove it)"),
            ("/* a", Number, "error: expression:1: this comment never ends (close it with `*/`)"),
            ("a.w.q", Vec2, "error: expression:1: invalid field accessor `w`"),
            ("type", Number, "error: expression:1: `type` is a word of WGSL and no name (write one formula; name inputs otherwise)"),
            (
                "expression",
                Number,
                "error: expression:1: `expression` can't be the name of an input (use lower-case letters, digits and `_`, starting with a letter; PI and TAU are known)",
            ),
        ] {
            assert_eq!(error(formula, result), expected, "{formula}");
        }
    }

    #[test]
    fn a_long_formula_that_is_wrong_is_refused_in_a_moment() {
        let formula = (0..30).map(|index| format!("n{index}.q + ")).collect::<String>() + "0.0";
        let start = std::time::Instant::now();
        assert!(!error(&formula, ValueType::Vec3).is_empty());
        assert!(start.elapsed().as_secs_f64() < 3.0, "{:?}", start.elapsed());
        let names = (0..40).map(|index| format!("n{index} + ")).collect::<String>() + "0.0";
        assert_eq!(error(&names, ValueType::Number), "error: expression:1: the formula has more than 32 names (use several nodes)");
    }
}
