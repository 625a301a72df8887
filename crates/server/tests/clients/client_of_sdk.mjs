// The official TypeScript SDK against `quarry mcp` and `quarry serve`.
//
// Called by crates/cli/tests/clients.rs: BINARY ROOT URL. The repository is the shop of those tests. Exits with 0 if all is as it
// should be; an assertion says what is not. A fourth word names the folder of the packages.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [binary, root, url, packages] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const load = async (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");
const { ListRootsRequestSchema } = await load("types.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");

async function check(name, transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  for (const wanted of ["search", "status"]) {
    assert(tools.find((tool) => tool.name === wanted)?.annotations.readOnlyHint, `${wanted} is missing or not read-only`);
  }
  // The SDK checks structured content against the output schema.
  const result = await client.callTool({ name: "search", arguments: { query: "check password", limit: 1 } });
  assert.equal(result.structuredContent.hits[0].path, "src/auth.rs");
  assert.match(result.content[0].text, /given ==/);
  const wrong = await client.callTool({ name: "search", arguments: { query: "x", limit: 0 } });
  assert(wrong.isError);
  const { resources } = await client.listResources();
  assert(resources.some((resource) => resource.uri === "quarry://shop/README.md"));
  const { contents } = await client.readResource({ uri: "quarry://shop/README.md#L1-L1" });
  assert.equal(contents[0].text, "# Shop\n");
  await assert.rejects(client.readResource({ uri: "quarry://shop/../../etc/passwd" }));
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), ["onboarding", "review"]);
  await client.close();
  console.log(`ok  ${name}`);
}

// Started outside of a repository, the server asks for roots, and again when they change.
async function checkRoots() {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: { listChanged: true } } });
  const asked = new Promise((resolve) => {
    client.setRequestHandler(ListRootsRequestSchema, () => {
      resolve();
      return { roots: [{ uri: pathToFileURL(root).href }] };
    });
  });
  await client.connect(new StdioClientTransport({ command: binary, args: ["mcp"], env: process.env, cwd: "/" }));
  const result = await client.callTool({ name: "search", arguments: { query: "check password", limit: 1 } });
  assert.equal(result.structuredContent.hits[0].path, "src/auth.rs");
  await asked;
  await client.sendRootsListChanged();
  const status = await client.callTool({ name: "status", arguments: {} });
  assert.equal(status.structuredContent.repositories[0].name, "shop");
  await client.close();
  console.log("ok  roots");
}

await checkRoots();
await check("stdio", new StdioClientTransport({ command: binary, args: ["mcp", root], env: process.env }));
await check("http", new StreamableHTTPClientTransport(new URL(url)));
