/** How a language writes what the eye looks for. Enough for colours; what a name means is the server's to say. */
export interface Syntax {
  line: readonly string[];
  block: readonly (readonly [string, string])[];
  /** Quotes of strings; those of three characters go over several lines, as does the backtick. */
  quotes: readonly string[];
  words: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const C_LIKE = words(
  "abstract as assert async await base bool boolean break byte case catch char class co_await co_return co_yield companion const constexpr " +
    "continue data decltype default defer delegate delete do double dynamic else enum event explicit export extends extern false final finally fixed " +
    "float fn for foreach friend from fun func function get go goto if impl implements import in init inline instanceof int interface internal is " +
    "let lock long match mod module move mut mutable namespace native new nil noexcept null nullptr object of operator out override package " +
    "params private protected protocol pub public range readonly record ref register return sealed select self set short signed sizeof static " +
    "strictfp struct super suspend switch synchronized template this throw throws trait transient true try type typealias typedef typename typeof " +
    "undefined union unsafe unsigned use using val var virtual void volatile when where while with yield",
);
const PYTHON = words(
  "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda " +
    "match nonlocal not or pass raise return self try while with yield",
);
const RUBY = words(
  "BEGIN END alias and attr_accessor attr_reader begin break case class def defined? do else elsif end ensure extend false for if in include module " +
    "next nil not or private protected public redo require rescue retry return self super then true undef unless until when while yield",
);
const SHELL = words("case do done elif else esac exit export fi for function if in local readonly return set shift then unset until while");
const SQL = words(
  "add all alter and as asc begin by cascade case check commit constraint create cross default delete desc distinct drop else end exists false foreign " +
    "from full function group having if in index inner insert integer into is join key left like limit not null on or order outer primary " +
    "procedure references returning right rollback select set table text then timestamp true union unique update using values varchar view when where with",
);
const LUA = words(
  "and break case catch def defmodule defp do else elseif end false fn for function goto if in let local module nil not of or receive repeat return " +
    "then true type until use using when where while with",
);
const DATA = words("false no null off on true yes");

const C_COMMENTS = { line: ["//"], block: [["/*", "*/"]] as const };
const c_like: Syntax = { ...C_COMMENTS, quotes: ['"""', '"', "'", "`"], words: C_LIKE };
const hash = (some: ReadonlySet<string>): Syntax => ({ line: ["#"], block: [], quotes: ['"""', "'''", '"', "'"], words: some });
const dashed = (some: ReadonlySet<string>, block: readonly (readonly [string, string])[]): Syntax => ({
  line: ["--"],
  block,
  quotes: ['"', "'"],
  words: some,
});
const markup: Syntax = { line: [], block: [["<!--", "-->"]], quotes: ['"', "'"], words: new Set() };
const prose: Syntax = { line: [], block: [], quotes: [], words: new Set() };

const BY_LANGUAGE: Record<string, Syntax> = {
  python: hash(PYTHON),
  ruby: hash(RUBY),
  bash: hash(SHELL),
  shell: hash(SHELL),
  make: { ...hash(SHELL), quotes: ['"'] },
  cmake: { ...hash(SHELL), quotes: ['"'] },
  dockerfile: hash(words("ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR AS")),
  containerfile: hash(words("ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR AS")),
  elixir: hash(LUA),
  julia: hash(LUA),
  r: hash(words("FALSE NA NULL TRUE break else for function if in next repeat return while")),
  powershell: hash(
    words("begin break catch class else elseif end filter finally for foreach function if in param process return switch throw try while"),
  ),
  yaml: hash(DATA),
  toml: hash(DATA),
  properties: hash(DATA),
  ini: hash(DATA),
  json: { line: [], block: [], quotes: ['"'], words: DATA },
  hcl: { line: ["#", "//"], block: [["/*", "*/"]], quotes: ['"'], words: DATA },
  sql: dashed(SQL, [["/*", "*/"]]),
  lua: dashed(LUA, [["--[[", "]]"]]),
  haskell: { line: ["--"], block: [["{-", "-}"]], quotes: ['"'], words: LUA },
  ocaml: { line: [], block: [["(*", "*)"]], quotes: ['"'], words: LUA },
  erlang: { line: ["%"], block: [], quotes: ['"', "'"], words: LUA },
  php: { line: ["//", "#"], block: [["/*", "*/"]], quotes: ['"', "'"], words: C_LIKE },
  css: { line: [], block: [["/*", "*/"]], quotes: ['"', "'"], words: new Set() },
  scss: { ...C_COMMENTS, quotes: ['"', "'"], words: new Set() },
  html: markup,
  xml: markup,
  markdown: prose,
  text: prose,
  plain_text: prose,
};

/** The syntax of a language by the server's name of it; that of the braces family where it is unknown. */
export const syntax_of = (language: string): Syntax => BY_LANGUAGE[language.toLowerCase()] ?? c_like;
