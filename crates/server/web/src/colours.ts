// Lines of code -> coloured pieces. One small scanner for all languages: comments, strings, numbers, keywords, names that are
// called and names of types. It need not be right in every corner, but it must be fast and never lose a letter.

export type Colour = "" | "comment" | "string" | "number" | "keyword" | "call" | "type";

export interface Piece {
  text: string;
  colour: Colour;
}

interface Grammar {
  /** What begins a comment up to the end of the line. */
  line: string[];
  /** What begins and ends a comment of several lines. */
  block: [string, string][];
  /** What begins and ends a string of several lines. */
  long: string[];
}

const C: Grammar = { line: ["//"], block: [["/*", "*/"]], long: ["`"] };
const HASH: Grammar = { line: ["#"], block: [], long: ['"""', "'''"] };
const GRAMMARS: Record<string, Grammar> = {
  lua: { line: ["--"], block: [["--[[", "]]"]], long: [] },
  sql: { line: ["--"], block: [["/*", "*/"]], long: [] },
  haskell: { line: ["--"], block: [["{-", "-}"]], long: [] },
  lisp: { line: [";"], block: [], long: [] },
  html: { line: [], block: [["<!--", "-->"]], long: [] },
  markdown: { line: [], block: [["<!--", "-->"]], long: [] },
  css: { line: [], block: [["/*", "*/"]], long: [] },
  php: { line: ["//", "#"], block: [["/*", "*/"]], long: [] },
  terraform: { line: ["#", "//"], block: [["/*", "*/"]], long: [] },
};
const WITH_HASH = new Set(
  (
    "python ruby bash toml yaml make cmake dockerfile docker-compose github-actions gitlab-ci r perl " +
    "elixir nix ini julia"
  ).split(" "),
);
const PROSE = new Set(["markdown", "text", "json", "html"]);

const KEYWORDS = new Set(
  (
    "abstract as async await begin bool boolean break byte case catch char class const continue crate def " +
    "default defer del do dyn elif else elsif end enum except export extends extern false final finally " +
    "float fn for foreach from func function goto if impl implements import in include instanceof int " +
    "interface is lambda let local long loop match mod module move mut namespace new nil none None not " +
    "null of or override package pass private protected pub public raise ref require return self Self " +
    "short sizeof static str struct super switch then this throw throws trait true True False try type " +
    "typedef typeof u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 undefined union unless unsafe " +
    "unsigned until use using val var virtual void when where while with yield"
  ).split(" "),
);

/** In these an apostrophe begins a single letter, or a lifetime, and no string. */
const WITH_LETTERS = new Set(
  "rust c cpp java go csharp haskell lisp kotlin scala swift zig ocaml elm markdown text".split(" "),
);
const TOKEN = /[A-Za-z_$][\w$]*|\d\w*(?:\.\d\w*)?|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])'|'(?:\\.|[^'\\])*'|\s+|./gy;
const TOKEN_WITH_LETTERS = /[A-Za-z_$][\w$]*|\d\w*(?:\.\d\w*)?|"(?:\\.|[^"\\])*"?|'(?:\\[^']*|[^'\\])'|\s+|./gy;

function grammarOf(language: string): Grammar {
  return GRAMMARS[language] ?? (WITH_HASH.has(language) ? HASH : C);
}

/** Every line of a text in pieces. */
export function coloured(text: string, language: string): Piece[][] {
  const grammar = grammarOf(language);
  const isProse = PROSE.has(language);
  const scanner = WITH_LETTERS.has(language) ? TOKEN_WITH_LETTERS : TOKEN;
  /** What ends the comment or string that a line begins in. */
  let open: { end: string; colour: Colour } | null = null;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const pieces: Piece[] = [];
      const push = (piece: string, colour: Colour) => {
        const last = pieces.at(-1);
        if (last?.colour === colour) last.text += piece;
        else if (piece) pieces.push({ text: piece, colour });
      };
      let at = 0;
      while (at < line.length) {
        if (open) {
          const end: number = line.indexOf(open.end, at);
          const stop: number = end < 0 ? line.length : end + open.end.length;
          push(line.slice(at, stop), open.colour);
          if (end >= 0) open = null;
          at = stop;
          continue;
        }
        const block = grammar.block.find(([begin]) => line.startsWith(begin, at));
        const long = grammar.long.find((sign) => line.startsWith(sign, at));
        if (block || long) {
          const begin = block?.[0] ?? long ?? "";
          push(begin, block ? "comment" : "string");
          open = { end: block?.[1] ?? begin, colour: block ? "comment" : "string" };
          at += begin.length;
          continue;
        }
        if (grammar.line.some((sign) => line.startsWith(sign, at))) {
          push(line.slice(at), "comment");
          break;
        }
        scanner.lastIndex = at;
        const token = scanner.exec(line)?.[0] ?? line.slice(at);
        at += token.length;
        push(
          token,
          isProse ? (token.startsWith('"') && language === "json" ? "string" : "") : colourOf(token, line[at]),
        );
      }
      return pieces;
    });
}

function colourOf(token: string, next: string | undefined): Colour {
  const first = token[0] ?? "";
  if (first === '"' || (first === "'" && token.length > 2)) return "string";
  if (/\d/.test(first)) return "number";
  if (!/[A-Za-z_$]/.test(first)) return "";
  if (KEYWORDS.has(token)) return "keyword";
  if (next === "(" || next === "!") return "call";
  return /^[A-Z]\w*[a-z]/.test(token) ? "type" : "";
}
