//! Maths: every node's value, ordinary and at its edges, for numbers and for vectors.

use wavewright_core::node::Literal;

use crate::support::Graph;

/// Sets inputs of one node and compares its output.
fn check(kind: &str, inputs: &[(&str, &[f64])], output: &str, want: &[f32]) {
    let mut graph = Graph::new([1, 1], 1.0, 1.0);
    graph.node("node", kind);
    for (input, values) in inputs {
        let literal = if let [value] = values { Literal::Number(*value) } else { Literal::Vector(values.to_vec()) };
        graph.set("node", input, literal);
    }
    let got = graph.output_after(1, &format!("node.{output}"));
    let near = |(got, want): (&f32, &f32)| (got - want).abs() <= 2e-5 * want.abs().max(1.0);
    assert!(got.len() == want.len() && got.iter().zip(want).all(near), "{kind} {inputs:?}: {output} is {got:?}, not {want:?}");
}

#[test]
fn arithmetic() {
    check("add", &[("a", &[1.0]), ("b", &[2.5])], "result", &[3.5]);
    check("add", &[("a", &[1.0, 2.0]), ("b", &[2.5])], "result", &[3.5, 4.5]);
    check("subtract", &[("a", &[1.0, 2.0, 3.0]), ("b", &[0.5, 0.5, 4.0])], "result", &[0.5, 1.5, -1.0]);
    check("multiply", &[("a", &[2.0]), ("b", &[1.0, 2.0, 3.0, 4.0])], "result", &[2.0, 4.0, 6.0, 4.0]);
    check("divide", &[("a", &[1.0, -3.0]), ("b", &[4.0, 0.0])], "result", &[0.25, 0.0]);
    check("modulo", &[("value", &[-0.25]), ("divisor", &[1.0])], "result", &[0.75]);
    check("modulo", &[("value", &[5.5, 5.5]), ("divisor", &[2.0, 0.0])], "result", &[1.5, 0.0]);
    check("negate", &[("value", &[3.0])], "result", &[-3.0]);
    check("one_minus", &[("value", &[0.25])], "result", &[0.75]);
    check("absolute", &[("value", &[-3.0, 2.0])], "result", &[3.0, 2.0]);
    check("sign", &[("value", &[-3.0, 0.0, 2.0])], "result", &[-1.0, 0.0, 1.0]);
}

#[test]
fn powers() {
    check("power", &[("base", &[2.0]), ("exponent", &[3.0])], "result", &[8.0]);
    check("power", &[("base", &[-2.0]), ("exponent", &[3.0])], "result", &[-8.0]);
    check("power", &[("base", &[-2.0]), ("exponent", &[2.0])], "result", &[4.0]);
    check("power", &[("base", &[-2.0]), ("exponent", &[0.5])], "result", &[0.0]);
    check("power", &[("base", &[0.0]), ("exponent", &[0.0])], "result", &[1.0]);
    check("power", &[("base", &[0.0, 0.0]), ("exponent", &[0.1, -1.0])], "result", &[0.0, 0.0]);
    check("square_root", &[("value", &[9.0, -4.0])], "result", &[3.0, 0.0]);
    check("exponential", &[("value", &[1.0])], "result", &[std::f32::consts::E]);
    check("logarithm", &[("value", &[std::f64::consts::E])], "result", &[1.0]);
    check("logarithm", &[("value", &[0.0, -1.0])], "result", &[-87.33654, -87.33654]);
}

#[test]
fn rounding() {
    check("floor", &[("value", &[-1.5, 1.5])], "result", &[-2.0, 1.0]);
    check("ceiling", &[("value", &[-1.5, 1.5])], "result", &[-1.0, 2.0]);
    check("round", &[("value", &[-1.6, 1.4])], "result", &[-2.0, 1.0]);
    check("fract", &[("value", &[-0.25, 1.75])], "result", &[0.75, 0.75]);
}

#[test]
fn blends_and_steps() {
    check("mix", &[("a", &[1.0]), ("b", &[3.0]), ("factor", &[0.25])], "result", &[1.5]);
    check("clamp", &[("value", &[-1.0, 5.0]), ("low", &[0.0]), ("high", &[2.0])], "result", &[0.0, 2.0]);
    check("remap", &[("value", &[0.5]), ("to_low", &[10.0]), ("to_high", &[20.0])], "result", &[15.0]);
    check("remap", &[("value", &[0.5]), ("from_low", &[2.0]), ("from_high", &[2.0]), ("to_low", &[7.0])], "result", &[7.0]);
    check("smoothstep", &[("value", &[0.25])], "result", &[0.15625]);
    check("smoothstep", &[("value", &[0.25]), ("low", &[1.0]), ("high", &[0.0])], "result", &[0.84375]);
    check("smoothstep", &[("value", &[0.5, 0.6]), ("low", &[0.5]), ("high", &[0.5])], "result", &[0.0, 1.0]);
    check("step", &[("value", &[0.4, 0.5])], "result", &[0.0, 1.0]);
    check("minimum", &[("a", &[1.0, 5.0]), ("b", &[2.0])], "result", &[1.0, 2.0]);
    check("maximum", &[("a", &[1.0, 5.0]), ("b", &[2.0])], "result", &[2.0, 5.0]);
    check("select", &[("condition", &[1.0]), ("when_off", &[1.0, 2.0]), ("when_on", &[3.0, 4.0])], "result", &[3.0, 4.0]);
    check("greater_than", &[("a", &[2.0]), ("b", &[1.0])], "result", &[1.0]);
    check("less_than", &[("a", &[2.0]), ("b", &[1.0])], "result", &[0.0]);
    check("equals", &[("a", &[2.0]), ("b", &[2.0])], "result", &[1.0]);
}

#[test]
fn vectors() {
    check("dot", &[("a", &[1.0, 2.0]), ("b", &[3.0, 4.0])], "result", &[11.0]);
    check("cross", &[("a", &[1.0, 0.0, 0.0]), ("b", &[0.0, 1.0, 0.0])], "result", &[0.0, 0.0, 1.0]);
    check("length", &[("vector", &[3.0, 4.0])], "result", &[5.0]);
    check("length", &[("vector", &[-3.0])], "result", &[3.0]);
    check("distance", &[("a", &[1.0, 1.0]), ("b", &[4.0, 5.0])], "result", &[5.0]);
    check("normalise", &[("vector", &[3.0, 0.0, 4.0])], "direction", &[0.6, 0.0, 0.8]);
    check("normalise", &[("vector", &[3e30, 4e30])], "direction", &[0.6, 0.8]);
    check("normalise", &[("vector", &[0.0, 0.0])], "direction", &[0.0, 0.0]);
    check("combine2", &[("x", &[1.0]), ("y", &[2.0])], "vector", &[1.0, 2.0]);
    check("combine3", &[("x", &[1.0]), ("y", &[2.0]), ("z", &[3.0])], "vector", &[1.0, 2.0, 3.0]);
    check("combine_colour", &[("red", &[1.0]), ("green", &[2.0])], "colour", &[1.0, 2.0, 0.0, 1.0]);
    check("separate3", &[("vector", &[1.0, 2.0, 3.0])], "y", &[2.0]);
    check("separate_colour", &[("colour", &[1.0, 2.0, 3.0, 4.0])], "alpha", &[4.0]);
    check("lift", &[("ground", &[1.0, 2.0]), ("height", &[3.0])], "place", &[1.0, 3.0, 2.0]);
    check("flatten", &[("place", &[1.0, 2.0, 3.0])], "ground", &[1.0, 3.0]);
}

#[test]
fn angles() {
    check("sine", &[("angle", &[std::f64::consts::FRAC_PI_2])], "result", &[1.0]);
    check("cosine", &[("angle", &[0.0])], "result", &[1.0]);
    check("angle", &[("vector", &[0.0, 2.0])], "angle", &[90.0]);
    check("angle", &[("vector", &[0.0, 0.0])], "angle", &[0.0]);
    check("rotate2", &[("vector", &[2.0, 1.0]), ("center", &[1.0, 1.0]), ("angle", &[90.0])], "result", &[1.0, 2.0]);
    check("reflect", &[("direction", &[1.0, -1.0]), ("normal", &[0.0, 3.0])], "result", &[1.0, 1.0]);
    check("reflect", &[("direction", &[1.0, -1.0]), ("normal", &[0.0, 0.0])], "result", &[1.0, -1.0]);
}
