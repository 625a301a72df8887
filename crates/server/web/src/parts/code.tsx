// Lines of code with numbers, colours, and marks on the words that were asked for.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { coloured, type Piece } from "../colours";
import { rangesIn, type Range } from "../words";

export interface CodeProps {
  text: string;
  language: string;
  firstLine: number;
  /** What is marked. */
  stems?: string[];
  /** Link of a line's number. */
  lineHref?: (line: number) => string;
  /** Lines that the reader was sent to. */
  chosen?: { first: number; last: number } | null;
  label: string;
}

export function Code(props: CodeProps) {
  const lines = useMemo(() => coloured(props.text, props.language), [props.text, props.language]);
  const stems = props.stems ?? [];
  return (
    // Wide code scrolls by itself, so it must be reachable by keyboard.
    <pre class="code" tabIndex={0} role="region" aria-label={props.label}>
      <code>
        {lines.map((pieces, index) => {
          const number = props.firstLine + index;
          const isChosen = props.chosen && props.chosen.first <= number && number <= props.chosen.last;
          return (
            <span key={number} class={isChosen ? "line chosen" : "line"} data-line={number}>
              {props.lineHref ? (
                <a class="lineno" href={props.lineHref(number)} tabIndex={-1} aria-hidden="true">
                  {number}
                </a>
              ) : (
                <span class="lineno" aria-hidden="true">
                  {number}
                </span>
              )}
              <span class="text">
                {marked(pieces, stems)}
                {"\n"}
              </span>
            </span>
          );
        })}
      </code>
    </pre>
  );
}

/** The pieces of a line, cut where marks begin and end. */
function marked(pieces: Piece[], stems: string[]): ComponentChildren {
  const ranges = rangesIn(pieces.map((piece) => piece.text).join(""), stems);
  let at = 0;
  return pieces.map((piece, index) => {
    const start = at;
    at += piece.text.length;
    const inside = ranges.filter((range) => range.start < at && start < range.end);
    const children = inside.length > 0 ? cut(piece.text, start, inside) : piece.text;
    return piece.colour ? (
      <span key={index} class={piece.colour}>
        {children}
      </span>
    ) : (
      <>{children}</>
    );
  });
}

function cut(text: string, start: number, ranges: Range[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const range of ranges) {
    const [from, to] = [Math.max(range.start - start, 0), Math.min(range.end - start, text.length)];
    if (at < from) parts.push(text.slice(at, from));
    parts.push(<mark>{text.slice(from, to)}</mark>);
    at = to;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** A text on one line with its marks. */
export function Marked({ text, stems }: { text: string; stems: string[] }) {
  return <>{cut(text, 0, rangesIn(text, stems))}</>;
}
