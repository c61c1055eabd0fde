//! The kernel that keeps the trails of particles: a thread moves one row of points on.

use super::kernel::{Context, FinishedKernel, KernelBuilder, identifier};
use super::{Items, guarded, input_value, set};
use crate::compile::layout;
use crate::node::{Attribute, SetRole, SetSpec, ValueType};

/// One step of the trails that a node makes. `None` where it makes none.
pub(super) fn trails_kernel(context: &Context<'_>, items: &mut Items, node: usize, spec: &SetSpec) -> Option<FinishedKernel> {
    let SetRole::Trails { particles, duration, .. } = spec.role else { return None };
    let held = &context.nodes[node];
    let trails = context.placement.sets.get(node)?;
    let [points, rows] = trails.shape.size();
    let (complete_at, _) = context.placement.sets.complete_at(held, particles)?;
    let prefix = items.free_prefix(&identifier(&held.id));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    let mut scope = set::row_scope(&mut kernel, rows);
    let out = kernel.elements_out(node);
    let frame = kernel.frame();
    for name in ["trail_step", "trail_age", "trail_share"] {
        kernel.use_library("trails", name);
    }
    let asker = kernel.member_of(&mut scope, complete_at, "element", false);
    let own = scope.member(asker).attributes;
    let (age, lifetime, id) = (&own[&Attribute::Age], &own[&Attribute::Lifetime], &own[&Attribute::Id]);
    let last = points.saturating_sub(1);
    scope.lines.extend([
        format!("let first = element * {points}u;"),
        format!("let last = first + {last}u;"),
        format!("let before = {out}[first];"),
        format!("let lives = {age} < {lifetime};"),
        // The last point says whether the row was ever anybody's.
        format!("let is_known = {out}[last].uv.x > 0.5;"),
        "if !(lives || is_known) {".to_owned(),
        "    return;".to_owned(),
        "}".to_owned(),
    ]);
    let asked_before = scope.ask_for(asker);
    let seconds = input_value(&mut kernel, &mut scope, node, duration, ValueType::Number);
    scope.ask_for(asked_before);
    // What points carry from where they were left: what the function gives, and the particle's colour.
    let mut carried = Vec::new();
    for (attribute, written) in kernel.results(&mut scope, node, spec, asker, asker) {
        let kept = guarded(&mut kernel, &mut scope, node, attribute.name(), attribute.value_type(), &written);
        carried.push((attribute, kept));
    }
    if let Some(colour) = own.get(&Attribute::Colour).filter(|_| !spec.attributes.contains(&Attribute::Colour)) {
        carried.push((Attribute::Colour, colour.clone()));
    }
    scope.lines.extend([
        format!(
            "let step = trail_step(is_known && before.id == {id}, lives, before.age, {out}[first + 1u].age, {points}u, {seconds}, {frame}.dt);"
        ),
        "var head = before;".to_owned(),
        "if step.is_led {".to_owned(),
    ]);
    scope.lines.extend(carried.iter().map(|(attribute, written)| format!("    head.{} = {written};", attribute.name())));
    let height = f64::from(rows.saturating_sub(1).max(1));
    let mixed = |place: &str, one: &str, other: &str, share: &str| -> Vec<String> {
        // A difference of large numbers might be no number; and what is equal must stay so, for a trail that has shrunk to vanish.
        let line = |(attribute, _): &(Attribute, String)| {
            let name = attribute.name();
            let mixed = format!("{one}.{name} * (1.0 - {share}) + {other}.{name} * {share}");
            format!("{out}[{place}].{name} = select({mixed}, {one}.{name}, {one}.{name} == {other}.{name});")
        };
        carried.iter().map(line).collect()
    };
    let in_block = |lines: Vec<String>| lines.into_iter().map(|line| format!("        {line}"));
    scope.lines.extend([
        format!("    head.id = {id};"),
        "    head.copy = f32(element);".to_owned(),
        format!("    head.uv = vec2f(0.0, f32(element) / {height:?});"),
        "}".to_owned(),
        format!("head.age = select(before.age + {frame}.dt, 0.0, lives);"),
        "if step.is_gathered {".to_owned(),
        format!("    for (var point = 0u; point <= {last}u; point++) {{"),
        format!("        {out}[first + point] = head;"),
        format!("        {out}[first + point].uv.x = f32(point) / {last}.0;"),
        format!("        {out}[first + point].age = select(0.0, head.age, point == 0u);"),
        "    }".to_owned(),
        "    return;".to_owned(),
        "}".to_owned(),
        "if step.shifts > 0u {".to_owned(),
        "    for (var point = last; point > first + step.shifts; point--) {".to_owned(),
        format!("        {out}[point] = {out}[point - step.shifts];"),
        "    }".to_owned(),
        "    for (var point = 1u; point <= step.shifts; point++) {".to_owned(),
        format!("        let share = trail_share(step, point, {frame}.dt);"),
        format!("        {out}[first + point] = head;"),
    ]);
    scope.lines.extend(in_block(mixed("first + point", "head", "before", "share")));
    scope.lines.extend(["    }".to_owned(), "}".to_owned()]);
    scope.lines.push(format!("let tail = {out}[last];"));
    scope.lines.push(format!("let next_to_last = {out}[last - 1u];"));
    scope.lines.extend(mixed("last", "tail", "next_to_last", "step.tail_share"));
    scope.lines.extend([
        format!("for (var point = 1u; point <= {last}u; point++) {{"),
        "    let age_s = trail_age(step, point);".to_owned(),
        format!("    {out}[first + point].age = age_s;"),
        format!("    {out}[first + point].uv.x = age_s / step.duration_s;"),
        "}".to_owned(),
        format!("{out}[first] = head;"),
    ]);
    kernel.write_accessors();
    Some(kernel.finish(&format!("{}: a step of the trails", held.title), &scope.lines, layout::ROW_WORKGROUP))
}
