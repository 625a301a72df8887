// Which parts of a text answer to a question's words, to be marked.
//
// The server compares stems of identifier parts; here a word fits if it begins like one of the question, endings aside.
// Marks help the eye only: what is found is decided by the server.

export interface Range {
  start: number;
  end: number;
}

/** Words that say nothing about code. */
const STOP = new Set(
  (
    "a an and are as at be by can do does for from get how i if in into is it its of on or that the their " +
    "there this to was " +
    "we what when where which who why will with"
  ).split(" "),
);
const FILTER = /^-?(lang|path|kind|type|name|ext|exclude):/;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\x00-\x7F]+/g;

/** Parts of identifiers, small. */
const parts = (text: string): string[] => (text.match(PART) ?? []).map((part) => part.toLowerCase());

/** What is left of a word without the ending that a verb or plural gives it. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(ings?|ed|es|s|er|e)$/, "") : word.replace(/s$/, "");

/** The stems of a question's words, filters left out. */
export function stemsOf(query: string): string[] {
  const words = query
    .split(/\s+/)
    .filter((word) => !FILTER.test(word))
    .flatMap(parts);
  const telling = words.filter((word) => word.length > 1 && !STOP.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(stem))].filter((word) => word.length > 1);
}

/** Where a line has such words, from left to right. */
export function rangesIn(line: string, stems: string[]): Range[] {
  if (stems.length === 0) return [];
  const ranges: Range[] = [];
  for (const match of line.matchAll(PART)) {
    const word = match[0].toLowerCase();
    const fits = stems.some((one) => word === one || stem(word) === one || (one.length > 3 && word.startsWith(one)));
    if (fits) ranges.push({ start: match.index, end: match.index + match[0].length });
  }
  return ranges;
}
