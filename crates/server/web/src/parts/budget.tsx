// How much of a budget is taken, as one bar: what was found, what is related, what is left, what the answer keeps.

import { count } from "../figures";
import { Parts } from "./bars";
import type { Context } from "../wire";

export function Budget({ context }: { context: Context }) {
  const { total, reserved, used } = context.budget;
  const sum = (pieces: { tokens: number }[]) => pieces.reduce((all, piece) => all + piece.tokens, 0);
  const [found, related] = [sum(context.primary), sum(context.related)];
  const rest = Math.max(used - found - related, 0);
  const parts = [
    { name: "found", value: found },
    { name: "related", value: related },
    { name: "headings, graph", value: rest },
    { name: "left", value: Math.max(total - reserved - used, 0) },
    { name: "kept for the answer", value: reserved },
  ];
  return (
    <div class="budget">
      <p class="tokens" role="status">
        <output>{count(used)}</output> of {count(total - reserved)} tokens
        <span class="faint"> ({context.budget.tokenizer === "o200k" ? "counted exactly" : "estimated"})</span>
      </p>
      <Parts label="What the budget is spent on" parts={parts.map((part) => ({ ...part, text: count(part.value) }))} />
    </div>
  );
}
