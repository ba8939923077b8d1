//! What is read off the text of a query before it is parsed.
use crate::interface::Failure;

/// Brackets within brackets, and operators before one another, cost a parser stack.
const DEEPEST: usize = 256;

/// An error for text that no person writes and that a recursive parser would not survive.
pub fn check_depth(text: &str) -> Result<(), Failure> {
    let (mut depth, mut deepest, mut run, mut longest_run) = (0usize, 0usize, 0usize, 0usize);
    for token in (Tokens { rest: text }) {
        match token {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth = depth.saturating_sub(1),
            _ => (),
        }
        run = if matches!(token, "!" | "-" | "+" | "^") { run + 1 } else { 0 };
        deepest = deepest.max(depth);
        longest_run = longest_run.max(run);
    }
    if deepest > DEEPEST || longest_run > DEEPEST { Err(Failure::invalid(format!("it is nested more than {DEEPEST} levels deep"))) } else { Ok(()) }
}

/// What a text was meant to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    Query,
    Update,
}

const QUERIES: [&str; 4] = ["select", "ask", "construct", "describe"];
const UPDATES: [&str; 10] = ["insert", "delete", "drop", "clear", "load", "create", "add", "move", "copy", "with"];

/// Why a text is none, in words for people: the parser says what it could have gone on with, which is mostly beside the point.
pub fn why_not(text: &str, meant: Meant, error: &str) -> Failure {
    Failure::invalid(first_word_fault(text, meant).or_else(|| undeclared_prefix(text)).unwrap_or_else(|| place_of(text, error)))
}

fn first_word_fault(text: &str, meant: Meant) -> Option<String> {
    let mut tokens = Tokens { rest: text };
    let mut word = tokens.next()?;
    loop {
        if word.eq_ignore_ascii_case("base") {
            tokens.next()?;
        } else if word.eq_ignore_ascii_case("prefix") {
            (&mut tokens).find(|token| *token == ":")?;
            tokens.next()?;
        } else {
            break;
        }
        word = tokens.next()?;
    }
    let is_among = |words: &[&str]| words.iter().any(|one| word.eq_ignore_ascii_case(one));
    match meant {
        Meant::Query if is_among(&QUERIES) => None,
        Meant::Update if is_among(&UPDATES) => None,
        Meant::Query if is_among(&UPDATES) => Some("it is an update, and asks nothing".to_owned()),
        Meant::Update if is_among(&QUERIES) => Some("it is a query, and changes nothing".to_owned()),
        Meant::Query => Some(format!("`{word}` stands where SELECT, ASK, CONSTRUCT or DESCRIBE is expected")),
        Meant::Update => Some(format!("`{word}` stands where INSERT, DELETE or another word of updates is expected")),
    }
}

/// A name whose prefix the text declares nowhere.
fn undeclared_prefix(text: &str) -> Option<String> {
    let tokens: Vec<&str> = Tokens { rest: text }.collect();
    let end = |token: &str| token.as_ptr() as usize + token.len();
    let is_joined = |left: &str, right: &str| end(left) == right.as_ptr() as usize;
    let is_word = |token: &str| token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let name_before = |colon: usize| if colon > 0 && is_word(tokens[colon - 1]) && is_joined(tokens[colon - 1], tokens[colon]) { tokens[colon - 1] } else { "" };
    let colons = || (0..tokens.len()).filter(|at| tokens[*at] == ":");
    let declares = |colon: usize| {
        let before = if name_before(colon).is_empty() { 1 } else { 2 };
        colon >= before && tokens[colon - before].eq_ignore_ascii_case("prefix")
    };
    let declared: Vec<&str> = colons().filter(|colon| declares(*colon)).map(name_before).collect();
    let is_known = |name: &str| name == "_" || declared.contains(&name);
    colons().filter(|colon| !declares(*colon)).map(name_before).find(|name| !is_known(name)).map(|name| format!("the prefix `{name}:` is not declared"))
}

/// `error at 1:44, near …` of `error at 1:44: expected one of …`.
fn place_of(text: &str, error: &str) -> String {
    let Some((line, column)) = error.strip_prefix("error at ").and_then(|rest| rest.split(": ").next()).and_then(|place| place.split_once(':')) else {
        return error.to_owned();
    };
    let (Ok(line), Ok(column)) = (line.parse::<usize>(), column.parse::<usize>()) else { return error.to_owned() };
    let near: String = text.lines().nth(line.saturating_sub(1)).unwrap_or("").chars().skip(column.saturating_sub(1)).take(30).collect();
    let near = near.trim();
    if near.is_empty() { format!("error at {line}:{column}, where the text ends, or before it") } else { format!("error at {line}:{column}, near `{near}`") }
}

/// Names and IRIs of the prefixes that a query declares at its beginning.
pub fn prefixes(text: &str) -> Vec<(String, String)> {
    let mut tokens = Tokens { rest: text };
    let mut found = Vec::new();
    while let Some(word) = tokens.next() {
        if word.eq_ignore_ascii_case("base") {
            tokens.next();
            continue;
        }
        if !word.eq_ignore_ascii_case("prefix") {
            break;
        }
        let name: String = (&mut tokens).take_while(|token| *token != ":").collect();
        let Some(iri) = tokens.next().and_then(|token| token.strip_prefix('<')).and_then(|token| token.strip_suffix('>')) else { break };
        found.push((name, iri.to_owned()));
    }
    found
}

/// Whether what is selected is `*`, and the names of variables in the order in which they first stand.
pub fn selects_all(text: &str) -> Option<Vec<&str>> {
    let mut tokens = Tokens { rest: text }.skip_while(|token| !token.eq_ignore_ascii_case("select")).skip(1);
    let mut next = tokens.next()?;
    if next.eq_ignore_ascii_case("distinct") || next.eq_ignore_ascii_case("reduced") {
        next = tokens.next()?;
    }
    if next != "*" {
        return None;
    }
    let mut names = Vec::new();
    while let Some(token) = tokens.next() {
        if matches!(token, "?" | "$") {
            names.extend(tokens.next().filter(|name| !names.contains(name)));
        }
    }
    Some(names)
}

/// Words, IRIs in their brackets, strings in their quotes, and single characters of all else; no space and no comment.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn cut(&mut self, size: usize) -> Option<&'a str> {
        let (token, rest) = self.rest.split_at(size);
        self.rest = rest;
        Some(token)
    }

    fn string(&self) -> usize {
        let quote = &self.rest[..1];
        let long = quote.repeat(3);
        let end = if self.rest.starts_with(&long) { long.as_str() } else { quote };
        let mut at = end.len();
        while at < self.rest.len() {
            let tail = &self.rest.as_bytes()[at..];
            if tail.starts_with(end.as_bytes()) {
                return at + end.len();
            }
            at += if tail[0] == b'\\' { 2 } else { 1 };
        }
        self.rest.len()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                break;
            }
            self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
        }
        let first = self.rest.chars().next()?;
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        if first.is_alphanumeric() || first == '_' {
            let end = self.rest.find(|c: char| !is_word(c)).unwrap_or(self.rest.len());
            return self.cut(end);
        }
        if first == '"' || first == '\'' {
            let mut end = self.string();
            while !self.rest.is_char_boundary(end) {
                end += 1;
            }
            return self.cut(end);
        }
        if first == '<' {
            let iri = self.rest.find(|c: char| c == '>' || c.is_whitespace()).filter(|end| self.rest[*end..].starts_with('>'));
            return self.cut(iri.map_or(1, |end| end + 1));
        }
        self.cut(first.len_utf8())
    }
}
