// The part that talks to the binary, against the real binary: QUARRY names it.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { inFull, inShort, refusal, relatedRow, relatedTarget, row, target } from "../src/format";
import { MissingProgram, Overtaken, type Place, Refused, context, search, status } from "../src/quarry";

const program = process.env["QUARRY"] ?? "quarry";
let base: string;
let shop: Place;

before(() => {
  base = mkdtempSync(join(tmpdir(), "quarry-vscode-"));
  process.env["QUARRY_HOME"] = join(base, "home");
  const folder = join(base, "shop");
  mkdirSync(join(folder, ".git"), { recursive: true });
  mkdirSync(join(folder, "src"));
  const auth = "/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    given == \"secret\"\n}\n";
  writeFileSync(join(folder, "src", "auth.rs"), auth);
  writeFileSync(join(folder, "src", "main.rs"), "mod auth;\n\nfn main() {\n    auth::check_password(\"\");\n}\n");
  writeFileSync(join(folder, "README.md"), "# Shop\n\nSells things.\n");
  shop = { program, folder };
});

after(() => rmSync(base, { recursive: true, force: true }));

test("before the first search there is no status, and it says what to do", async () => {
  await assert.rejects(status(shop), (error: unknown) => error instanceof Refused && /run `quarry index`/.test(error.message));
});

test("a question finds its definition, and the row and the place are an editor's", async () => {
  const document = await search(shop, "check password", 5);
  assert.equal(document.fresh, true);
  const hit = document.hits[0];
  assert.ok(hit);
  assert.deepEqual(row(hit), {
    label: "$(symbol-function) check_password",
    description: "src/auth.rs:2",
    detail: "pub fn check_password(given: &str) -> bool {",
  });
  assert.deepEqual(target(hit), { path: "src/auth.rs", line: 1, column: 7, endLine: 3 });
});

test("the limit and filters in the question hold", async () => {
  assert.equal((await search(shop, "shop password", 1)).hits.length, 1);
  const paths = (await search(shop, "shop password lang:markdown", 5)).hits.map((hit) => hit.path);
  assert.deepEqual(paths, ["README.md"]);
});

test("nothing found is an empty answer", async () => {
  assert.deepEqual((await search(shop, "zebra", 5)).hits, []);
  assert.equal((await context(shop, "zebra")).trim(), "");
});

test("a question that looks like a flag is a question", async () => {
  assert.deepEqual((await search(shop, "--version zebra", 5)).hits, []);
});

test("a mistake is told in quarry's words", async () => {
  await assert.rejects(search(shop, "x lang:pyhton", 5), /`pyhton` is no language[^]*did you mean `python`/);
});

test("a mistake fits on one line: cause and guess", async () => {
  const error = await search(shop, "x lang:pyhton", 5).then(() => assert.fail("an answer"), (error: Error) => error);
  assert.equal(refusal(error.message), "`pyhton` is no language or dialect · did you mean `python`?");
  assert.equal(refusal("no such\n  thing"), "no such thing");
});

test("files around the results say what ties them to one", async () => {
  const document = await search(shop, "given secret", 5);
  assert.deepEqual(document.hits.map((hit) => hit.path), ["src/auth.rs"]);
  const [file, ...others] = document.related ?? [];
  assert.ok(file);
  assert.deepEqual(others, []);
  assert.deepEqual(relatedRow(file), {
    label: "$(references) main.rs",
    description: "src/main.rs:4",
    detail: "around the results: calls auth.rs",
  });
  assert.deepEqual(relatedTarget(file), { path: "src/main.rs", line: 3, column: 0, endLine: 3 });
});

test("a context is Markdown with the code", async () => {
  assert.match(await context(shop, "check password"), /src\/auth\.rs[^]*pub fn check_password/);
});

test("the status tells what the index holds", async () => {
  const document = await status(shop);
  assert.equal(inShort(document), "$(search) 3 files");
  const lines = inFull(document, new Date(document.committed_at * 1000 + 7_200_000));
  assert.equal(lines[4], "indexed 2 hours ago");
  assert.match(lines[2] ?? "", /rust 2/);
});

test("a program that is not there is told apart", async () => {
  await assert.rejects(search({ ...shop, program: join(base, "nothing") }, "x", 5), MissingProgram);
});

test("a question that was overtaken ends", async () => {
  const abort = new AbortController();
  const answer = search(shop, "check password", 5, abort.signal);
  abort.abort();
  await assert.rejects(answer, Overtaken);
});
