// Real agents, told about Quarry by `quarry install`: they list it, start it, and carry a question to it and its answer back.
//
// Called by crates/cli/tests/agents.rs with a JSON object: the folder of the agents, the binary, a folder to work in.
// No agent needs an account: a stand-in speaks for the model.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { AGENTS } from "./agents.mjs";
import { standIn } from "./stand_in.mjs";

/** Agents look for updates and reach nobody; some wait for that. */
const PATIENCE_MS = 120_000;
/** Only the code has it, so who knows it has read Quarry's answer. */
const MARK = "longer_than_three";
const TOOLS = ["context", "impact", "search", "status", "symbol"];

const { packages, quarry, work, only } = JSON.parse(process.argv[2]);
for (const [id, agent] of Object.entries(AGENTS)) {
  if (only && id !== only) continue;
  for (const scope of agent.scopes) {
    const version = await check(id, agent, scope);
    console.log(`ok  ${id} ${version}, scope ${scope}${agent.ask ? "" : ": listed only"}`);
  }
}

async function check(id, agent, scope) {
  const model = await standIn(MARK);
  const place = join(work, `${id}-${scope}`);
  const user = { home: join(place, "home"), repository: join(place, "shop"), url: model.url };
  const run = runner(agent, user, place);
  try {
    prepare(agent, user, place);
    if (agent.before) await run(agent.program, agent.before(user));
    await run("quarry", ["install", id, "--scope", scope, "--yes"]);
    const listed = await run(agent.program, agent.list);
    assert.match(listed, agent.listed, `${id}, ${scope}: what it lists`);
    if (agent.ask) {
      const said = await run(agent.program, agent.ask);
      const told = `${id}, ${scope}: ${model.seen.requests.join(", ")}\n${said}`;
      const names = model.seen.tools.map((name) => /[a-z]+$/.exec(name)?.[0]);
      assert.deepEqual(names.sort(), TOOLS, told);
      assert(model.seen.isAnswered, `the answer did not reach the model: ${told}`);
    }
    await run("quarry", ["uninstall", id, "--scope", scope, "--yes"]);
    assert.doesNotMatch(await run(agent.program, agent.list), agent.listed, `${id}, ${scope}: after uninstalling`);
    const manifest = join(packages, "node_modules", packageOf(agent.program), "package.json");
    return JSON.parse(readFileSync(manifest, "utf8")).version;
  } finally {
    model.close();
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

function prepare(agent, user, place) {
  const write = (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(user.repository, "src/auth.rs"), `pub fn check_password(given: &str) -> bool {\n    ${MARK}(given)\n}\n`);
  execFileSync("git", ["init", "--quiet", user.repository]);
  for (const [path, text] of Object.entries(agent.settings(user))) write(join(user.home, path), text);
  mkdirSync(user.home, { recursive: true });
  mkdirSync(join(place, "bin"));
  symlinkSync(quarry, join(place, "bin/quarry"));
}

/** Runs a program of the user's; what it says, whatever becomes of it, without colours. */
function runner(agent, user, place) {
  const path = [join(place, "bin"), join(packages, "node_modules/.bin"), dirname(process.execPath), process.env.PATH];
  const env = {
    PATH: path.join(":"),
    HOME: user.home,
    QUARRY_HOME: join(place, "index"),
    TERM: "dumb",
    ...agent.environment?.(user),
  };
  return (program, args) =>
    new Promise((resolve) => {
      const options = { cwd: user.repository, env, timeout: PATIENCE_MS, maxBuffer: 1 << 26 };
      const child = execFile(program, args, options, (_, out, err) => resolve(plain(out + err)));
      child.stdin.end();
    });
}

function plain(text) {
  return text.replaceAll(/\x1b\[[0-9;?]*[A-Za-z]/g, "");
}

function packageOf(program) {
  const { dependencies } = JSON.parse(readFileSync(join(packages, "package.json"), "utf8"));
  return Object.keys(dependencies).find((name) => {
    const { bin } = JSON.parse(readFileSync(join(packages, "node_modules", name, "package.json"), "utf8"));
    return bin && typeof bin === "object" && program in bin;
  });
}
