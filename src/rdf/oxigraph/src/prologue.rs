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
