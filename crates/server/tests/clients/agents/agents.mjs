// The agents: how each lists its servers, and how it is sent to a stand-in for its model. One row an agent.

/** What every row may use: the home and the repository of its user, and the address of the model. */
const openai = (url) => ({
  npm: "@ai-sdk/openai-compatible",
  options: { baseURL: `${url}/v1`, apiKey: "none" },
  models: { "stand-in": { name: "stand-in", tool_call: true } },
});
const openCode = (url) => ({
  provider: { "stand-in": openai(url) },
  model: "stand-in/stand-in",
  small_model: "stand-in/stand-in",
});

const QUESTION = "where are passwords checked";

/**
 * `settings` are files that are there before Quarry is installed, with a path from the home directory; `trust` are those that
 * let the agent start what a repository names. `list` are arguments after which it must print `listed`, `ask` those of a question.
 */
export const AGENTS = {
  "claude-code": {
    program: "claude",
    settings: () => ({ ".claude/settings.json": JSON.stringify({ enableAllProjectMcpServers: true }) }),
    environment: ({ url }) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none" }),
    list: ["mcp", "list"],
    listed: /quarry: .*quarry mcp - \S+ Connected/,
    ask: ["-p", QUESTION, "--allowedTools", "mcp__quarry__search"],
    scopes: ["user", "project"],
  },
  codex: {
    program: "codex",
    settings: ({ url, repository }) => ({
      ".codex/config.toml":
        `model = "stand-in"\nmodel_provider = "stand-in"\n\n[projects.${JSON.stringify(repository)}]\ntrust_level = "trusted"\n\n` +
        `[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
    }),
    list: ["mcp", "list"],
    listed: /quarry +\S*quarry +mcp .*enabled/,
    ask: ["exec", "--dangerously-bypass-approvals-and-sandbox", QUESTION],
    scopes: ["user", "project"],
  },
  gemini: {
    program: "gemini",
    settings: ({ repository }) => ({
      ".gemini/settings.json": JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }),
      ".gemini/trustedFolders.json": JSON.stringify({ [repository]: "TRUST_FOLDER" }),
    }),
    environment: ({ url }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none" }),
    list: ["mcp", "list"],
    listed: /quarry: .*quarry mcp \(stdio\) - Connected/,
    ask: ["--approval-mode", "yolo", "-m", "gemini-2.5-pro", "-p", QUESTION],
    scopes: ["user", "project"],
  },
  opencode: {
    program: "opencode",
    settings: ({ url }) => ({ ".config/opencode/opencode.json": JSON.stringify(openCode(url)) }),
    list: ["mcp", "list"],
    listed: /quarry .*connected/,
    ask: ["run", QUESTION],
    scopes: ["user", "project"],
  },
  kilo: {
    program: "kilo",
    settings: ({ url }) => ({ ".config/kilo/kilo.jsonc": JSON.stringify(openCode(url)) }),
    list: ["mcp", "list"],
    listed: /quarry .*connected/,
    ask: ["run", "--auto", QUESTION],
    scopes: ["user", "project"],
  },
  cline: {
    program: "cline",
    settings: () => ({}),
    before: ({ url }) => ["auth", "openai", "-k", "none", "-b", `${url}/v1`, "-m", "stand-in"],
    list: ["config", "mcp"],
    listed: /quarry \[stdio\]/,
    ask: [QUESTION],
    scopes: ["user"],
  },
  // Without an account it lists servers, and does no more.
  amp: {
    program: "amp",
    settings: () => ({}),
    list: ["mcp", "list"],
    listed: /quarry +command +\S*quarry mcp/,
    scopes: ["user", "project"],
  },
};
