//! `--size`, `--set` and `--output`: what the command line asks of a graph or an exported effect before it runs.

use wavewright_core::Severity;
use wavewright_core::compile::{Encoding, Manifest, Parameter, encode};
use wavewright_core::graph::naming::did_you_mean;
use wavewright_core::graph::values::value_problem;
use wavewright_core::graph::{Document, Node, PortRef};
use wavewright_core::node::{InputSpec, NodeSpec, PortType, SpecSource};

use super::Failure;
use super::args::GraphOptions;
use super::literal;
use super::values::Setting;

/// Changes the document as the options say.
///
/// # Errors
/// A setting of a node or an input that isn't there, that a wire or a keyframe decides, or a value that does not fit.
pub fn apply_to_document(document: &mut Document, specs: &dyn SpecSource, options: &GraphOptions) -> Result<(), Failure> {
    if let Some(size) = options.size {
        document.grid.resolution = size.applied_to(document.grid.resolution);
    }
    for setting in &options.set {
        set_input(document, specs, setting).map_err(|problem| refused(setting, &problem))?;
    }
    Ok(())
}

fn set_input(document: &mut Document, specs: &dyn SpecSource, setting: &Setting) -> Result<(), String> {
    let input = &setting.input;
    let node = find_node(document, &input.node)?;
    let spec = specs.spec_for(node).map_err(|problem| problem.to_string())?;
    let input_spec = find_input(&spec, node, &input.port)?;
    if let Some(link) = document.links.iter().find(|link| link.to == *input) {
        return Err(format!("the wire from {} decides it; set an input of that node", link.from));
    }
    if document.timeline.keyframes.contains_key(&input.to_string()) {
        return Err("its keyframes decide it".to_owned());
    }
    let value = literal::parse(&setting.value, &input_spec.port_type)?;
    if let Some(problem) = value_problem(input_spec, &spec, &value) {
        if problem.severity == Severity::Warning {
            return Err("only whole numbers work here".to_owned());
        }
        return Err(with_help(&problem.message, &problem.help));
    }
    if let Some(node) = document.nodes.get_mut(&input.node) {
        node.inputs.insert(input.port.clone(), value);
    }
    Ok(())
}

/// Checks that the document has this output.
///
/// # Errors
/// When the node isn't there or has no such output.
pub fn check_output(document: &Document, specs: &dyn SpecSource, output: &PortRef) -> Result<(), Failure> {
    let check = || {
        let node = find_node(document, &output.node)?;
        let Ok(spec) = specs.spec_for(node) else {
            // A node of an unknown kind: compiling says so.
            return Ok(());
        };
        let names = spec.outputs.iter().map(|output| output.name.as_str());
        match spec.output(&output.port) {
            Some(_) => Ok(()),
            None => Err(with_help(&format!("{} has no output \"{}\"", node.kind, output.port), &did_you_mean(&output.port, names))),
        }
    };
    check().map_err(|problem: String| Failure::Usage(format!("--output {output}: {problem}")))
}

fn find_node<'a>(document: &'a Document, id: &str) -> Result<&'a Node, String> {
    let ids = document.nodes.keys().map(String::as_str);
    document.nodes.get(id).ok_or_else(|| with_help(&format!("there is no node \"{id}\""), &did_you_mean(id, ids)))
}

fn find_input<'a>(spec: &'a NodeSpec, node: &Node, name: &str) -> Result<&'a InputSpec, String> {
    let names = spec.inputs.iter().map(|input| input.name.as_str());
    spec.input(name).ok_or_else(|| with_help(&format!("{} has no input \"{name}\"", node.kind), &did_you_mean(name, names)))
}

/// Changes the parameters of an exported effect.
///
/// # Errors
/// `--size`, which is built into an exported effect; a setting that is no parameter of it, or a value that does not fit.
pub fn apply_to_manifest(manifest: &mut Manifest, options: &GraphOptions) -> Result<(), Failure> {
    if options.size.is_some() {
        return Err(Failure::Usage(
            "an exported effect has the size that it was exported with; export the graph again with --size".to_owned(),
        ));
    }
    for setting in &options.set {
        set_parameter(&mut manifest.parameters, setting).map_err(|problem| refused(setting, &problem))?;
    }
    Ok(())
}

/// Sets every entry of the input: kernels may read it both as a number and as a vector.
fn set_parameter(parameters: &mut [Parameter], setting: &Setting) -> Result<(), String> {
    let input = &setting.input;
    let name = |parameter: &Parameter| format!("{}.{}", parameter.node, parameter.input);
    // Entries without a node are numbers of the plane, which nobody sets.
    let names: Vec<String> = parameters.iter().filter(|parameter| !parameter.node.is_empty()).map(name).collect();
    let wanted = input.to_string();
    if !names.contains(&wanted) {
        let help = did_you_mean(&wanted, names.iter().map(String::as_str));
        return Err(with_help("the effect has no such parameter (what isn't a number is built in)", &help));
    }
    for parameter in parameters.iter_mut().filter(|parameter| name(parameter) == wanted) {
        if !parameter.keyframes.is_empty() {
            return Err("its keyframes decide it".to_owned());
        }
        let port_type = match parameter.encoding {
            Encoding::Value(value_type) | Encoding::List(value_type) => PortType::Fixed(value_type),
            Encoding::U32 => PortType::Whole { signed: false },
            Encoding::I32 => PortType::Whole { signed: true },
        };
        let value = literal::parse(&setting.value, &port_type)?;
        encode(&parameter.encoding, &value)?;
        parameter.value = value;
    }
    Ok(())
}

fn refused(setting: &Setting, problem: &str) -> Failure {
    Failure::Usage(format!("--set {}: {problem}", setting.input))
}

fn with_help(message: &str, help: &str) -> String {
    if help.is_empty() { message.to_owned() } else { format!("{message}: {help}") }
}
