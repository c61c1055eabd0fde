//! What files mean, by example.

use crate::node::*;

/// Reads a file that must be right.
fn parse(file: &str, source: &str) -> NodeSpec {
    NodeSpec::parse(file, source).unwrap_or_else(|problems| {
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", texts.join("\n"))
    })
}

fn stored(spec: &NodeSpec) -> &StoredSpec {
    match &spec.body {
        Body::Stored(stored) => stored,
        body => panic!("{body:?} is not stored"),
    }
}

fn states(spec: &NodeSpec) -> Vec<&str> {
    stored(spec).fields.iter().filter(|field| field.is_state).map(|field| field.name.as_str()).collect()
}

pub(super) const MIX: &str = "//! Bends a value between two others. Twice.
//!
//! More.
//! @category Maths
//! @tags lerp blend
//! @alias lerp bend
//! @source nowhere

/// Any of these.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The blend. @output blended @unit m
fn mix_of(
    /// Where the factor is 0. @default 0
    a: Value,
    /// Where the factor is 1. @default 1 0.5 0
    b: Value,
    /// How far. @default 0.5 @range 0 1 @label amount of b @advanced
    factor: f32,
) -> Value {
    return mix(a, b, factor);
}
";

#[test]
fn a_pure_node_with_a_generic_type() {
    let spec = parse("maths/mix.wgsl", MIX);
    assert_eq!((spec.kind.as_str(), spec.title.as_str(), spec.category.as_str()), ("mix", "Mix", "Maths"));
    assert_eq!(spec.summary, "Bends a value between two others.");
    assert_eq!(spec.description, "Bends a value between two others. Twice.\n\nMore.");
    assert_eq!((spec.tags, spec.aliases), (vec!["lerp".to_owned(), "blend".to_owned()], vec!["lerp".to_owned(), "bend".to_owned()]));
    assert_eq!(spec.source.as_deref(), Some("nowhere"));
    assert_eq!(spec.generics[0].allowed, [ValueType::Number, ValueType::Vec2, ValueType::Vec3, ValueType::Colour]);
    assert_eq!(spec.inputs[0].port_type, PortType::Generic(0));
    assert_eq!(spec.inputs[1].default, Some(Literal::Vector(vec![1.0, 0.5, 0.0])));
    let factor = &spec.inputs[2];
    assert_eq!((factor.label.as_str(), factor.range, factor.advanced), ("amount of b", Some((0.0, 1.0)), true));
    assert_eq!(
        spec.outputs,
        [OutputSpec {
            name: "blended".to_owned(),
            description: "The blend.".to_owned(),
            port_type: PortType::Generic(0),
            unit: Some("m".to_owned())
        }]
    );
    let Body::Pure(function) = spec.body else { panic!("pure") };
    assert_eq!((function.name.as_str(), function.result.as_str(), function.has_loop), ("mix_of", "Value", false));
    assert_eq!(function.arguments, [Argument::Input(0), Argument::Input(1), Argument::Input(2)]);
}

#[test]
fn inputs_of_every_type_and_a_struct_of_outputs() {
    let spec = parse(
        "all.wgsl",
        "//! All. @category Input
alias Velocity = vec2<f32>;
struct Both {
    /// One. @unit m
    one: f32,
    /// Two.
    two: Velocity,
}
fn all_of(
    /// A. @context position
    place: vec3f,
    /// B. @default on
    flag: bool,
    /// C. @choice soft hard @default hard
    kind: u32,
    /// D. @default 3 @setting
    count: u32,
    /// E. @default -3
    shift: i32,
    /// F. @default 1 0 0
    tint: vec4f,
    /// G. A link is needed.
    flow: Velocity,
    /// @given time_split
    now: vec2<f32>,
    /// @given grid_size
    size: vec2<i32>,
) -> Both {
    return Both(place.x, flow);
}
",
    );
    let types: Vec<&PortType> = spec.inputs.iter().map(|input| &input.port_type).collect();
    let choice = PortType::Choice(vec!["soft".to_owned(), "hard".to_owned()]);
    assert_eq!(
        types,
        [
            &PortType::Fixed(ValueType::Vec3),
            &PortType::Switch,
            &choice,
            &PortType::Whole { signed: false },
            &PortType::Whole { signed: true },
            &PortType::Fixed(ValueType::Colour),
            &PortType::Fixed(ValueType::Vec2),
        ]
    );
    assert_eq!(spec.inputs[0].context, Some(Given::Position3));
    assert_eq!(spec.inputs[2].default, Some(Literal::Text("hard".to_owned())));
    assert_eq!(spec.inputs[4].default, Some(Literal::Number(-3.0)));
    assert_eq!(spec.inputs[6].default, None);
    assert!(!spec.inputs[3].linkable() && !spec.inputs[1].linkable() && spec.inputs[4].linkable());
    assert_eq!(
        spec.outputs.iter().map(|output| (output.name.as_str(), output.unit.as_deref())).collect::<Vec<_>>(),
        [("one", Some("m")), ("two", None)]
    );
    let Body::Pure(function) = spec.body else { panic!("pure") };
    assert_eq!(function.members, Some(vec![("one".to_owned(), "f32".to_owned()), ("two".to_owned(), "vec2f".to_owned())]));
    assert_eq!(function.arguments[7..], [Argument::Given(Given::TimeSplit), Argument::Given(Given::GridSize)]);
}

#[test]
fn neighbours_put_the_result_on_a_grid() {
    let spec = parse(
        "divergence.wgsl",
        "//! Divergence. @category Fluid
/// The flow. @read cells @default 0 0 @unit m/s
fn velocity(cell: vec2i) -> vec2f { return vec2f(0.0); }
/// The divergence. @output result
fn divergence(
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> f32 {
    return difference(cell, vec2i(1, 0)) / cell_size;
}
fn difference(cell: vec2i, step: vec2i) -> f32 {
    for (var i = 0; i < 1; i++) {}
    return velocity(cell + step).x - velocity(cell - step).x;
}
",
    );
    assert_eq!((spec.inputs[0].name.as_str(), spec.inputs[0].access), ("velocity", Access::Cells));
    assert_eq!(
        spec.accessors,
        [AccessorSpec { name: "velocity".to_owned(), target: AccessorTarget::Input(0), result: "vec2f".to_owned() }]
    );
    let stage = &stored(&spec).stages[0];
    assert_eq!(stage.function.accessors, ["velocity"]);
    assert!(stage.function.has_loop, "a helper's loop counts");
    assert_eq!(stage.writes, ["result"]);
    assert_eq!(stored(&spec).fields, [FieldSpec { name: "result".to_owned(), wgsl: "f32".to_owned(), is_state: false }]);
    assert_eq!(stored(&spec).schedule, [ScheduleStep::Run(0)]);
}

#[test]
fn places_uvs_lists_and_files_leave_a_node_pure() {
    let spec = parse(
        "reader.wgsl",
        "//! Reads. @category Input
//! @import lists
//! @file path The picture. @label picture
//! @text words Some words. @default a b

/// A field. @read positions
fn field(position: vec3f) -> f32 { return 0.0; }
/// A plane. @read positions
fn plane(position: vec2f) -> f32 { return 0.0; }
/// A map. @read uvs
fn map(uv: vec2f) -> vec3f { return vec3f(0.0); }
/// Waves. @read list @default 10 0.5 0 0.5; 5 0.2 90 0.25
fn waves(index: u32) -> Wave { return Wave(); }
/// @count waves
fn waves_count() -> u32 { return 0u; }
/// @read image path
fn texel(cell: vec2i) -> vec4f { return vec4f(0.0); }
/// @size path
fn texel_size() -> vec2i { return vec2i(1); }
/// All of it. @output sum
fn reader(
    /// Where. @context position
    position: vec3f,
) -> f32 {
    let wave = waves(waves_count() - 1u);
    return field(position) + plane(position.xz) + map(position.xz).x + wave.amplitude + texel(texel_size()).x;
}
",
    );
    let names: Vec<(&str, Access)> = spec.inputs.iter().map(|input| (input.name.as_str(), input.access)).collect();
    assert_eq!(
        names,
        [
            ("path", Access::Own),
            ("words", Access::Own),
            ("field", Access::Positions(true)),
            ("plane", Access::Positions(false)),
            ("map", Access::Uvs),
            ("waves", Access::List),
            ("position", Access::Own)
        ]
    );
    assert_eq!((&spec.inputs[0].port_type, spec.inputs[0].label.as_str()), (&PortType::File, "picture"));
    assert_eq!((&spec.inputs[1].port_type, &spec.inputs[1].default), (&PortType::Text, &Some(Literal::Text("a b".to_owned()))));
    assert_eq!(spec.inputs[5].port_type, PortType::Fixed(ValueType::Waves));
    assert_eq!(spec.inputs[5].default, Some(Literal::Rows(vec![vec![10.0, 0.5, 0.0, 0.5], vec![5.0, 0.2, 90.0, 0.25]])));
    let targets: Vec<&AccessorTarget> = spec.accessors.iter().map(|accessor| &accessor.target).collect();
    assert_eq!(targets[4..], [&AccessorTarget::Count(5), &AccessorTarget::Image(0), &AccessorTarget::ImageSize(0)]);
    let Body::Pure(function) = spec.body else { panic!("pure") };
    assert_eq!(function.accessors, ["field", "plane", "map", "waves", "waves_count", "texel", "texel_size"]);
}

#[test]
fn a_list_is_an_output_and_loops_of_the_library_count() {
    let spec = parse(
        "ramp.wgsl",
        "//! A ramp. @category Colour @import lists noise
/// The ramp. @output ramp
fn ramp(
    /// Where. @default 0
    place: vec2f,
) -> Ramp {
    var result: Ramp;
    result.rows[0].place = fbm_2d(place, 3u, 2.0, 0.5, 1u);
    return result;
}
",
    );
    assert_eq!(spec.outputs[0].port_type, PortType::Fixed(ValueType::Ramp));
    assert!(matches!(spec.body, Body::Pure(FunctionSpec { has_loop: true, .. })));
}

#[test]
fn a_node_that_reads_itself_has_state_and_stored_alone_does_not() {
    let trail = "//! A trail. @category Fluid
/// @read own
fn painted(cell: vec2i) -> vec3f { return vec3f(0.0); }
/// The trail. @output painted
fn trail(
    /// What is drawn. @default 0
    drawn: vec3f,
    /// @given cell
    cell: vec2i,
) -> vec3f {
    return mix(painted(cell), drawn, 0.1);
}
";
    assert_eq!(states(&parse("trail.wgsl", trail)), ["painted"]);
    let kept = parse(
        "kept.wgsl",
        "//! Kept. @category Input
//! @stored @grid scale
/// It. @output result
fn kept(
    /// What. @default 0
    value: f32,
    /// How fine. @choice same half @default same
    scale: u32,
) -> f32 { return value; }
",
    );
    assert!(states(&kept).is_empty());
    assert_eq!(stored(&kept).grid_choice, Some(1));
}

pub(super) const SPRING: &str = "//! Springs. @category Springs
struct Motion {
    /// How far. @unit m
    offset: vec2f,
    /// How fast. @unit m/s
    velocity: vec2f,
}
/// @read own
fn offset(cell: vec2i) -> vec2f { return vec2f(0.0); }
/// @read own @field velocity
fn old_velocity(cell: vec2i) -> vec2f { return vec2f(0.0); }
/// @stage @output @when method euler
fn euler(
    /// Pull. @default 60
    stiffness: f32,
    /// How. @choice euler exact @default exact
    method: u32,
    /// @given cell
    cell: vec2i,
) -> Motion { return Motion(offset(cell), old_velocity(cell) - stiffness * offset(cell)); }
/// @stage @when method exact
fn exact(stiffness: f32, method: u32) -> Motion { return Motion(vec2f(stiffness), vec2f(0.0)); }
";

#[test]
fn stages_share_inputs_and_write_the_members_of_a_struct() {
    let spec = parse("spring.wgsl", SPRING);
    assert_eq!(spec.inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), ["stiffness", "method"]);
    let body = stored(&spec);
    assert_eq!(body.stages[0].writes, ["offset", "velocity"]);
    assert_eq!(body.stages[0].when, Some((1, "euler".to_owned())));
    assert_eq!(body.stages[1].function.arguments, [Argument::Input(0), Argument::Input(1)]);
    assert_eq!(
        spec.outputs.iter().map(|output| (output.name.as_str(), output.unit.as_deref())).collect::<Vec<_>>(),
        [("offset", Some("m")), ("velocity", Some("m/s"))]
    );
    assert_eq!(states(&spec), ["offset", "velocity"]);
}

#[test]
fn what_a_choice_leaves_out_is_simulated_choice_by_choice() {
    let source = |second: &str| {
        format!(
            "//! Two ways. @category Fluid
/// @read own
fn guess(cell: vec2i) -> f32 {{ return 0.0; }}
/// @stage @when scheme sharp @writes guess
fn predict(
    /// How. @choice soft sharp @default soft
    scheme: u32,
) -> f32 {{ return 1.0; }}
/// The result. @stage @writes result @output @when scheme {second}
fn correct(
    /// @given cell
    cell: vec2i,
) -> f32 {{ return guess(cell); }}
"
        )
    };
    assert!(states(&parse("two.wgsl", &source("sharp"))).is_empty(), "written before it is read wherever it is read");
    assert_eq!(states(&parse("two.wgsl", &source("soft"))), ["guess"]);
}

pub(super) const MULTIGRID: &str = "//! Pressure. @category Fluid
//! @schedule
//!   repeat cycles
//!     down
//!       repeat 2
//!         relax
//!       halve
//!     bottom
//!       repeat 8
//!         relax
//!     up
//!       correct
//!       relax
/// The divergence. @read cells @default 0
fn divergence(cell: vec2i) -> f32 { return 0.0; }
/// @read own
fn pressure(cell: vec2i) -> f32 { return 0.0; }
/// @read own @field pressure @level coarser
fn coarse_pressure(cell: vec2i) -> f32 { return 0.0; }
/// @read own @field residual @finest divergence
fn right_hand_side(cell: vec2i) -> f32 { return 0.0; }
/// @read own @field pressure @level finer
fn fine_pressure(cell: vec2i) -> f32 { return 0.0; }
/// @read own @field residual @level finer @finest divergence
fn fine_right_hand_side(cell: vec2i) -> f32 { return 0.0; }
/// The pressure. @stage @writes pressure @output
fn relax(
    /// How many. @default 2 @range 1 8 @setting
    cycles: u32,
    /// @given cell
    cell: vec2i,
) -> f32 { return pressure(cell) + right_hand_side(cell); }
struct Restricted { residual: f32, pressure: f32 }
/// @stage @on coarser
fn halve(
    /// @given cell
    cell: vec2i,
) -> Restricted { return Restricted(fine_pressure(2 * cell) - fine_right_hand_side(cell), 0.0); }
/// @stage @writes pressure
fn correct(
    /// @given cell
    cell: vec2i,
) -> f32 { return pressure(cell) + coarse_pressure(cell / 2); }
";

#[test]
fn a_schedule_of_levels() {
    let spec = parse("pressure_multigrid.wgsl", MULTIGRID);
    let body = stored(&spec);
    let repeat = |count, steps| ScheduleStep::Repeat(RepeatCount::Fixed(count), steps);
    assert_eq!(
        body.schedule,
        [ScheduleStep::Repeat(
            RepeatCount::Input(1),
            vec![
                ScheduleStep::Down(vec![repeat(2, vec![ScheduleStep::Run(0)]), ScheduleStep::Run(1)]),
                ScheduleStep::Bottom(vec![repeat(8, vec![ScheduleStep::Run(0)])]),
                ScheduleStep::Up(vec![ScheduleStep::Run(2), ScheduleStep::Run(0)]),
            ]
        )]
    );
    assert!(body.stages[1].on_coarser);
    assert_eq!(states(&spec), ["pressure"], "the finest pressure is last step's; coarse right-hand sides are made anew");
    assert!(
        spec.accessors
            .iter()
            .any(|accessor| accessor.target
                == AccessorTarget::Own { field: "residual".to_owned(), level: LevelStep::Finer, finest: Some(0) })
    );
}

#[test]
fn nodes_of_the_compiler_only_describe_their_ports() {
    let feedback = parse(
        "feedback.wgsl",
        "//! Last step's value. @category Input @native feedback
/// Any. @any number vec2
alias Value = vec2f;
/// Last step's. @output value
fn feedback(
    /// This step's.
    value: Value,
) -> Value { return value; }
",
    );
    assert_eq!(feedback.body, Body::Native(Native::Feedback));
    assert_eq!((feedback.inputs.len(), feedback.outputs[0].name.as_str()), (1, "value"));
    let output = parse("output.wgsl", "//! Shown. @category Scene @native output\nfn output(\n/// What.\nvalue: vec4f) {}\n");
    assert_eq!((output.inputs.len(), output.outputs.len()), (1, 0));
    let expression =
        parse("expression.wgsl", "//! A formula. @category Maths @native expression\n//! @text expression The formula. @default a + b\n");
    assert_eq!(expression.inputs[0].default, Some(Literal::Text("a + b".to_owned())));
    assert_eq!(expression.inputs[1].name, "type");
    assert_eq!(parse("code.wgsl", "//! Code. @category Maths @native code\n").inputs[0].port_type, PortType::Text);
}

#[test]
fn the_documented_example_is_a_node() {
    let manual = include_str!("../../../../docs/node-files.md");
    let example = manual.split("```wgsl\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(parse("mix_values.wgsl", example).inputs.len(), 3);
}

#[test]
fn every_suggested_given_and_context_is_known() {
    for name in super::inputs::givens().into_iter().chain(super::inputs::contexts()) {
        assert!(Given::from_name(name, "vec2f").is_some(), "{name}");
    }
}

#[test]
fn specs_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<NodeSpec>();
    shared::<Catalog>();
}

#[test]
fn a_hundred_files_are_read_in_well_under_a_second() {
    let start = std::time::Instant::now();
    for index in 0..25 {
        parse("mix.wgsl", &MIX.replace("twice", &index.to_string()));
        parse("spring.wgsl", SPRING);
        parse("pressure_multigrid.wgsl", MULTIGRID);
        parse("mix.wgsl", MIX);
    }
    let seconds = start.elapsed().as_secs_f64();
    // Far above what it takes alone (0.1 s), since test machines are busy.
    assert!(seconds < 3.0, "{seconds} s");
}
