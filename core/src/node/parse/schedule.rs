//! `@schedule`: in which order stages run, and which fields keep their value from step to step.

use std::collections::HashSet;

use wavewright_shaders::Tag;

use super::Draft;
use super::problems::suggest;
use crate::node::{AccessorTarget, LevelStep, PortType, RepeatCount, ScheduleStep};

/// Most repeats that a file may fix.
const MOST_REPEATS: u32 = 10_000;

/// A line of the block: how deep it stands, its words, its place in the file.
struct Line<'text> {
    depth: usize,
    text: &'text str,
    number: usize,
}

impl Draft<'_> {
    /// The schedule that the file gives, or the stages in its order.
    pub(super) fn read_schedule(&mut self) -> Vec<ScheduleStep> {
        let Some(tag) = self.module.docs.tag("schedule") else {
            return (0..self.stages.len()).map(ScheduleStep::Run).collect();
        };
        let Some(lines) = self.schedule_lines(tag) else { return Vec::new() };
        let mut next = 0;
        let steps = self.read_steps(&lines, &mut next, 0);
        let mut run = HashSet::new();
        collect_runs(&steps, &mut run);
        if self.problems.is_empty() {
            for (index, stage) in self.stages.iter().enumerate().filter(|(index, _)| !run.contains(index)) {
                let line = self.module.item(&self.stages[index].function.name).map_or(tag.line, |item| item.line);
                self.problems.add(line, format!("the stage `{}` never runs", stage.function.name), "add it to `@schedule`");
            }
        }
        steps
    }

    fn schedule_lines<'tag>(&mut self, tag: &'tag Tag) -> Option<Vec<Line<'tag>>> {
        let mut lines = Vec::new();
        for (index, line) in tag.value.lines().enumerate() {
            let number = tag.line + 1 + index;
            let text = line.trim_start_matches(' ');
            let spaces = line.len() - text.len();
            let deepest = lines.last().map_or(0, |line: &Line<'_>| line.depth + usize::from(opens_block(line.text)));
            if spaces % 2 == 1 || spaces / 2 > deepest || text.starts_with(char::is_whitespace) {
                self.problems.add(
                    number,
                    format!("\"{text}\" is indented wrongly"),
                    "indent by two spaces below repeat, down, bottom and up, and nowhere else",
                );
                return None;
            }
            lines.push(Line { depth: spaces / 2, text: text.trim_end(), number });
        }
        Some(lines)
    }

    /// Steps at `depth` from the line `next` on. Blocks nest no deeper than their indent, which a line of a file bounds; see `MOST_DEPTH`.
    fn read_steps(&mut self, lines: &[Line<'_>], next: &mut usize, depth: usize) -> Vec<ScheduleStep> {
        const MOST_DEPTH: usize = 8;
        let mut steps = Vec::new();
        while let Some(line) = lines.get(*next).filter(|line| line.depth == depth) {
            *next += 1;
            if !opens_block(line.text) {
                match self.stages.iter().position(|stage| stage.function.name == line.text) {
                    Some(stage) => steps.push(ScheduleStep::Run(stage)),
                    None => {
                        let help = suggest(line.text, self.stages.iter().map(|stage| stage.function.name.as_str()));
                        self.problems.add(line.number, format!("`@schedule` names `{}`, which is no stage", line.text), help);
                    }
                }
                continue;
            }
            if depth == MOST_DEPTH {
                self.problems.add(line.number, format!("`@schedule` nests more than {MOST_DEPTH} blocks"), "make it flatter");
                *next = lines.len();
                return steps;
            }
            let inner = self.read_steps(lines, next, depth + 1);
            if inner.is_empty() {
                self.problems.add(
                    line.number,
                    format!("nothing stands below `{}`", line.text),
                    "indent what it runs by two spaces below it",
                );
            }
            let count = line.text.strip_prefix("repeat").map(str::trim);
            steps.push(match (line.text, count) {
                ("down", _) => ScheduleStep::Down(inner),
                ("bottom", _) => ScheduleStep::Bottom(inner),
                ("up", _) => ScheduleStep::Up(inner),
                (_, count) => match self.repeat_count(count.unwrap_or_default(), line.number) {
                    Some(count) => ScheduleStep::Repeat(count, inner),
                    None => continue,
                },
            });
        }
        steps
    }

    fn repeat_count(&mut self, text: &str, line: usize) -> Option<RepeatCount> {
        if let Ok(count) = text.parse::<u32>() {
            if (1..=MOST_REPEATS).contains(&count) {
                return Some(RepeatCount::Fixed(count));
            }
            self.problems.add(line, format!("`repeat {count}` is out of bounds"), format!("repeat 1 to {MOST_REPEATS} times"));
            return None;
        }
        if text.is_empty() {
            self.problems.add(line, "`repeat` does not say how often", "write a number after it, or an input marked `@setting`");
            return None;
        }
        match self.inputs.iter().position(|input| input.name == text) {
            Some(index) if self.inputs[index].setting && is_count(&self.inputs[index].port_type) => Some(RepeatCount::Input(index)),
            Some(_) => {
                self.problems.add(line, format!("`repeat {text}` names an input that wires may change"), "mark it `@setting`, of type u32");
                None
            }
            None => {
                let settings: Vec<&str> = self.inputs.iter().filter(|input| input.setting).map(|input| input.name.as_str()).collect();
                let help =
                    if settings.is_empty() { "write a number, or an input marked `@setting`".to_owned() } else { suggest(text, settings) };
                self.problems.add(line, format!("`repeat {text}` is neither a number nor an input"), help);
                None
            }
        }
    }

    /// Marks the fields that some run of a step reads before it was written: they are state.
    pub(super) fn mark_state(&mut self, schedule: &[ScheduleStep]) {
        let mut state = HashSet::new();
        let mut wrong_levels = HashSet::new();
        for configuration in self.configurations() {
            let mut simulation = Simulation {
                draft: self,
                configuration: &configuration,
                written: HashSet::new(),
                state: HashSet::new(),
                wrong_levels: HashSet::new(),
            };
            simulation.run_all(schedule, None);
            let Simulation { state: found, wrong_levels: wrong, .. } = simulation;
            state.extend(found);
            wrong_levels.extend(wrong);
        }
        for stage in wrong_levels {
            let name = &self.stages[stage].function.name;
            let line = self.module.item(name).map_or(1, |item| item.line);
            self.problems.add(
                line,
                format!("the stage `{name}` uses a level that does not exist where `@schedule` runs it"),
                "`@on coarser` and `@level coarser` belong below `down` or `up`; `@level finer` to a stage with `@on coarser`",
            );
        }
        for field in &mut self.fields {
            field.is_state = state.contains(&field.name);
        }
    }

    /// Every combination of the choices that conditions ask for.
    fn configurations(&self) -> Vec<Vec<(usize, String)>> {
        const MOST: usize = 256;
        let mut asked: Vec<usize> = self.stages.iter().filter_map(|stage| stage.when.as_ref().map(|(input, _)| *input)).collect();
        asked.sort_unstable();
        asked.dedup();
        let mut result: Vec<Vec<(usize, String)>> = vec![Vec::new()];
        for input in asked {
            let choices = match &self.inputs[input].port_type {
                PortType::Choice(choices) => choices.clone(),
                _ => vec!["on".to_owned(), "off".to_owned()],
            };
            // Beyond the bound the input stays open: its stages may or may not run.
            if result.len() * choices.len() <= MOST {
                let extended = |known: &Vec<(usize, String)>| {
                    let known = known.clone();
                    choices
                        .iter()
                        .map(move |choice| {
                            let mut next = known.clone();
                            next.push((input, choice.clone()));
                            next
                        })
                        .collect::<Vec<_>>()
                };
                result = result.iter().flat_map(extended).collect();
            }
        }
        result
    }
}

fn is_count(port_type: &PortType) -> bool {
    matches!(port_type, PortType::Whole { .. } | PortType::Fixed(crate::node::ValueType::Number))
}

fn opens_block(text: &str) -> bool {
    matches!(text, "down" | "bottom" | "up" | "repeat") || text.starts_with("repeat ")
}

fn collect_runs(steps: &[ScheduleStep], run: &mut HashSet<usize>) {
    for step in steps {
        match step {
            ScheduleStep::Run(stage) => {
                run.insert(*stage);
            }
            ScheduleStep::Repeat(_, inner) | ScheduleStep::Down(inner) | ScheduleStep::Bottom(inner) | ScheduleStep::Up(inner) => {
                collect_runs(inner, run);
            }
        }
    }
}

/// One step of the node, run on paper with three levels.
struct Simulation<'draft, 'module> {
    draft: &'draft Draft<'module>,
    configuration: &'draft [(usize, String)],
    /// Fields that hold this step's value, with their level: 0 is the finest.
    written: HashSet<(String, usize)>,
    state: HashSet<String>,
    /// Stages that use a level that isn't there.
    wrong_levels: HashSet<usize>,
}

impl Simulation<'_, '_> {
    const LEVELS: usize = 3;

    /// `level` is `None` outside `down`, `bottom` and `up`: the finest.
    fn run_all(&mut self, steps: &[ScheduleStep], level: Option<usize>) {
        for step in steps {
            match step {
                ScheduleStep::Run(stage) => self.run(*stage, level),
                ScheduleStep::Repeat(RepeatCount::Fixed(_), inner) => self.run_all(inner, level),
                ScheduleStep::Repeat(RepeatCount::Input(input), inner) => {
                    let before = self.written.clone();
                    self.run_all(inner, level);
                    // A setting that may be 0 may leave everything as it was.
                    if self.draft.inputs[*input].range.is_none_or(|(low, _)| low < 1.0) {
                        self.written = before;
                    }
                }
                ScheduleStep::Down(inner) => (0..Self::LEVELS - 1).for_each(|level| self.run_all(inner, Some(level))),
                ScheduleStep::Bottom(inner) => self.run_all(inner, Some(Self::LEVELS - 1)),
                ScheduleStep::Up(inner) => (0..Self::LEVELS - 1).rev().for_each(|level| self.run_all(inner, Some(level))),
            }
        }
    }

    fn run(&mut self, index: usize, level: Option<usize>) {
        let stage = &self.draft.stages[index];
        let known = stage.when.as_ref().and_then(|(input, choice)| {
            let (_, chosen) = self.configuration.iter().find(|(known, _)| known == input)?;
            Some(chosen == choice)
        });
        if known == Some(false) {
            return;
        }
        if stage.on_coarser && level.is_none_or(|level| level + 1 >= Self::LEVELS) {
            self.wrong_levels.insert(index);
            return;
        }
        let own_level = level.unwrap_or(0) + usize::from(stage.on_coarser);
        for name in &stage.function.accessors {
            let Some(AccessorTarget::Own { field, level: step, finest }) =
                self.draft.accessors.iter().find(|accessor| accessor.name == *name).map(|accessor| &accessor.target)
            else {
                continue;
            };
            let read_level = match step {
                LevelStep::Same => Some(own_level),
                LevelStep::Finer => own_level.checked_sub(1),
                LevelStep::Coarser => Some(own_level + 1).filter(|&coarser| level.is_some() && coarser < Self::LEVELS),
            };
            match read_level {
                None => {
                    self.wrong_levels.insert(index);
                }
                Some(0) if finest.is_some() => {}
                Some(read_level) => {
                    if !self.written.contains(&(field.clone(), read_level)) {
                        self.state.insert(field.clone());
                    }
                }
            }
        }
        // A stage whose condition is open may not have run.
        if stage.when.is_none() || known == Some(true) {
            self.written.extend(stage.writes.iter().map(|field| (field.clone(), own_level)));
        }
    }
}
