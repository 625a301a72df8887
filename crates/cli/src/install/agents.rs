//! The agents: where each keeps its servers, its instructions and its skills, and how it writes a server down.
//!
//! One row an agent, nothing but data: what differs between agents stands here, and no code asks which one it deals
//! with. Paths begin with the name of a folder in braces that [`Places`](super::places::Places) knows.

/// An agent that can be told about Quarry.
#[derive(Debug)]
pub(crate) struct Agent {
    /// The word users type.
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    /// Programs whose presence shows that it is installed.
    pub(super) programs: &'static [&'static str],
    /// Folders and files of the user's that show it.
    pub(super) signs: &'static [&'static str],
    /// The same, in a repository.
    pub(super) project_signs: &'static [&'static str],
    pub(super) user: Files,
    /// `None`: it reads servers from the user's settings alone.
    pub(super) project: Option<Files>,
    /// The word that stands for the open repository, where the agent starts servers elsewhere.
    pub(super) repository_word: Option<&'static str>,
    /// What its user has to know.
    pub(super) remark: Option<&'static str>,
    /// What everybody in a repository has to know.
    pub(super) project_remark: Option<&'static str>,
}

/// What is written for one agent in one scope.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) server: Server,
    pub(super) texts: &'static [(&'static str, Text)],
}

/// How an agent lists its servers.
#[derive(Debug)]
pub(super) struct Server {
    /// The file; of several the first that is there, or else the first.
    pub(super) files: &'static [&'static str],
    pub(super) syntax: Syntax,
    /// The key that all servers stand below.
    pub(super) key: &'static str,
    pub(super) fields: &'static [(&'static str, Field)],
}

/// The language of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// JSON, with comments and trailing commas where there are any.
    Json,
    Toml,
    Yaml,
}

/// One line of a server's entry.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    /// The program.
    Program,
    /// Its arguments.
    Arguments,
    /// Both, in one list.
    CommandLine,
    Text(&'static str),
    Switch(bool),
    Number(u32),
}

/// What else is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// A block between markers in a file that is the user's.
    Block,
    /// A file of our own.
    Own(&'static str),
}

const STDIO: &[(&str, Field)] = &[("command", Field::Program), ("args", Field::Arguments)];
const TYPED_STDIO: &[(&str, Field)] =
    &[("type", Field::Text("stdio")), ("command", Field::Program), ("args", Field::Arguments)];
const LOCAL: &[(&str, Field)] =
    &[("type", Field::Text("local")), ("command", Field::CommandLine), ("enabled", Field::Switch(true))];
const EXTENSION: &[(&str, Field)] = &[
    ("enabled", Field::Switch(true)),
    ("type", Field::Text("stdio")),
    ("name", Field::Text("quarry")),
    ("description", Field::Text("Finds code in this repository")),
    ("cmd", Field::Program),
    ("args", Field::Arguments),
    ("timeout", Field::Number(300)),
];

const SKILL: Text = Text::Own(include_str!("skill.md"));
const SUB_AGENT: Text = Text::Own(include_str!("sub_agent.md"));
const OPENCODE_SUB_AGENT: Text = Text::Own(include_str!("opencode_sub_agent.md"));
const RULE: Text = Text::Own(include_str!("rule.md"));
const COPILOT_RULE: Text = Text::Own(include_str!("copilot_rule.md"));

/// JSON, below `mcpServers`: what most agents read.
const fn common(files: &'static [&'static str]) -> Server {
    Server { files, syntax: Syntax::Json, key: "mcpServers", fields: STDIO }
}

const NO_WORD_FOR_THE_REPOSITORY: &str = "it does not promise to start servers in the open repository: if Quarry \
     answers about another one, put the repository's path after \"mcp\"";
const CONTINUE: &str = "its command line `cn` reads servers from config.yaml alone; the editors' extensions read what was written. They do \
     not promise to start servers in the open repository: if Quarry answers about another one, put the repository's path \
     after \"mcp\"";
const ASKS_FIRST: &str = "it asks before it starts a server that a repository names";
const WANTS_TRUST: &str = "it starts servers only in folders that you have told it to trust";

pub(crate) const AGENTS: &[Agent] = &[
    Agent {
        id: "claude-code",
        name: "Claude Code",
        programs: &["claude"],
        signs: &["{claude}", "{claude-file}/.claude.json"],
        project_signs: &["{project}/.claude", "{project}/.mcp.json", "{project}/CLAUDE.md"],
        user: Files {
            server: common(&["{claude-file}/.claude.json"]),
            texts: &[("{claude}/CLAUDE.md", Text::Block), ("{claude}/agents/quarry.md", SUB_AGENT)],
        },
        project: Some(Files {
            server: common(&["{project}/.mcp.json"]),
            texts: &[("{project}/CLAUDE.md", Text::Block), ("{project}/.claude/agents/quarry.md", SUB_AGENT)],
        }),
        repository_word: None,
        remark: None,
        project_remark: Some(ASKS_FIRST),
    },
    Agent {
        id: "codex",
        name: "Codex",
        programs: &["codex"],
        signs: &["{codex}"],
        project_signs: &["{project}/.codex"],
        user: Files {
            server: Server { files: &["{codex}/config.toml"], syntax: Syntax::Toml, key: "mcp_servers", fields: STDIO },
            texts: &[("{codex}/AGENTS.md", Text::Block), ("{home}/.agents/skills/quarry/SKILL.md", SKILL)],
        },
        project: Some(Files {
            server: Server {
                files: &["{project}/.codex/config.toml"],
                syntax: Syntax::Toml,
                key: "mcp_servers",
                fields: STDIO,
            },
            texts: &[("{project}/AGENTS.md", Text::Block), ("{project}/.agents/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: None,
        remark: None,
        project_remark: Some("it reads a repository's settings only if you have told it to trust that repository"),
    },
    Agent {
        id: "cursor",
        name: "Cursor",
        programs: &["cursor", "cursor-agent"],
        signs: &["{home}/.cursor"],
        project_signs: &["{project}/.cursor"],
        user: Files {
            server: Server { fields: TYPED_STDIO, ..common(&["{home}/.cursor/mcp.json"]) },
            texts: &[("{home}/.cursor/skills/quarry/SKILL.md", SKILL)],
        },
        project: Some(Files {
            server: Server { fields: TYPED_STDIO, ..common(&["{project}/.cursor/mcp.json"]) },
            texts: &[("{project}/AGENTS.md", Text::Block), ("{project}/.cursor/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: Some("${workspaceFolder}"),
        remark: None,
        project_remark: None,
    },
    Agent {
        id: "vscode",
        name: "VS Code (Copilot)",
        programs: &["code"],
        signs: &["{code}", "{home}/.vscode"],
        project_signs: &["{project}/.vscode", "{project}/.github/copilot-instructions.md"],
        user: Files {
            server: Server { files: &["{code}/mcp.json"], syntax: Syntax::Json, key: "servers", fields: TYPED_STDIO },
            texts: &[
                ("{code}/prompts/quarry.instructions.md", COPILOT_RULE),
                ("{home}/.copilot/skills/quarry/SKILL.md", SKILL),
            ],
        },
        project: Some(Files {
            server: Server {
                files: &["{project}/.vscode/mcp.json"],
                syntax: Syntax::Json,
                key: "servers",
                fields: TYPED_STDIO,
            },
            texts: &[("{project}/AGENTS.md", Text::Block), ("{project}/.github/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: Some("${workspaceFolder}"),
        remark: None,
        project_remark: None,
    },
    Agent {
        id: "gemini",
        name: "Gemini CLI",
        programs: &["gemini"],
        signs: &["{home}/.gemini"],
        project_signs: &["{project}/.gemini", "{project}/GEMINI.md"],
        user: Files {
            server: common(&["{home}/.gemini/settings.json"]),
            texts: &[("{home}/.gemini/GEMINI.md", Text::Block), ("{home}/.gemini/skills/quarry/SKILL.md", SKILL)],
        },
        project: Some(Files {
            server: common(&["{project}/.gemini/settings.json"]),
            texts: &[("{project}/GEMINI.md", Text::Block), ("{project}/.gemini/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: None,
        remark: Some(WANTS_TRUST),
        project_remark: Some(WANTS_TRUST),
    },
    Agent {
        id: "opencode",
        name: "OpenCode",
        programs: &["opencode"],
        signs: &["{config}/opencode"],
        project_signs: &["{project}/.opencode", "{project}/opencode.json", "{project}/opencode.jsonc"],
        user: Files {
            server: Server {
                files: &["{config}/opencode/opencode.json", "{config}/opencode/opencode.jsonc"],
                syntax: Syntax::Json,
                key: "mcp",
                fields: LOCAL,
            },
            texts: &[
                ("{config}/opencode/AGENTS.md", Text::Block),
                ("{config}/opencode/agents/quarry.md", OPENCODE_SUB_AGENT),
            ],
        },
        project: Some(Files {
            server: Server {
                files: &["{project}/opencode.json", "{project}/opencode.jsonc"],
                syntax: Syntax::Json,
                key: "mcp",
                fields: LOCAL,
            },
            texts: &[
                ("{project}/AGENTS.md", Text::Block),
                ("{project}/.opencode/agents/quarry.md", OPENCODE_SUB_AGENT),
            ],
        }),
        repository_word: None,
        remark: None,
        project_remark: None,
    },
    Agent {
        id: "windsurf",
        name: "Windsurf",
        programs: &["windsurf"],
        signs: &["{home}/.codeium/windsurf"],
        project_signs: &["{project}/.windsurf", "{project}/.windsurfrules"],
        user: Files {
            server: common(&["{home}/.codeium/windsurf/mcp_config.json"]),
            texts: &[
                ("{home}/.codeium/windsurf/memories/global_rules.md", Text::Block),
                ("{home}/.codeium/windsurf/skills/quarry/SKILL.md", SKILL),
            ],
        },
        project: None,
        repository_word: None,
        remark: Some(NO_WORD_FOR_THE_REPOSITORY),
        project_remark: Some(NO_WORD_FOR_THE_REPOSITORY),
    },
    Agent {
        id: "zed",
        name: "Zed",
        programs: &["zed", "zeditor"],
        signs: &["{zed}"],
        project_signs: &["{project}/.zed"],
        user: Files {
            server: Server {
                files: &["{zed}/settings.json"],
                syntax: Syntax::Json,
                key: "context_servers",
                fields: STDIO,
            },
            texts: &[],
        },
        project: Some(Files {
            server: Server {
                files: &["{project}/.zed/settings.json"],
                syntax: Syntax::Json,
                key: "context_servers",
                fields: STDIO,
            },
            texts: &[("{project}/AGENTS.md", Text::Block)],
        }),
        repository_word: None,
        remark: None,
        project_remark: None,
    },
    Agent {
        id: "cline",
        name: "Cline",
        programs: &["cline"],
        signs: &["{code}/globalStorage/saoudrizwan.claude-dev", "{home}/.cline"],
        project_signs: &["{project}/.clinerules", "{project}/.cline"],
        user: Files {
            server: common(&[
                "{home}/.cline/data/settings/cline_mcp_settings.json",
                "{code}/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            ]),
            texts: &[("{home}/.cline/skills/quarry/SKILL.md", SKILL)],
        },
        project: None,
        repository_word: None,
        remark: Some(NO_WORD_FOR_THE_REPOSITORY),
        project_remark: Some(NO_WORD_FOR_THE_REPOSITORY),
    },
    Agent {
        id: "roo",
        name: "Roo Code",
        programs: &[],
        signs: &["{code}/globalStorage/rooveterinaryinc.roo-cline", "{home}/.roo"],
        project_signs: &["{project}/.roo", "{project}/.roorules"],
        user: Files {
            server: common(&["{code}/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"]),
            texts: &[("{home}/.roo/rules/quarry.md", RULE), ("{home}/.roo/skills/quarry/SKILL.md", SKILL)],
        },
        project: Some(Files {
            server: common(&["{project}/.roo/mcp.json"]),
            texts: &[("{project}/AGENTS.md", Text::Block), ("{project}/.roo/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: None,
        remark: None,
        project_remark: None,
    },
    Agent {
        id: "kilo",
        name: "Kilo Code",
        programs: &["kilo", "kilocode"],
        signs: &["{config}/kilo", "{home}/.kilo", "{code}/globalStorage/kilocode.kilo-code"],
        project_signs: &["{project}/.kilo", "{project}/.kilocode", "{project}/kilo.jsonc"],
        user: Files {
            server: Server {
                files: &["{config}/kilo/kilo.jsonc", "{config}/kilo/kilo.json"],
                syntax: Syntax::Json,
                key: "mcp",
                fields: LOCAL,
            },
            texts: &[("{home}/.kilo/rules/quarry.md", RULE), ("{home}/.kilo/skills/quarry/SKILL.md", SKILL)],
        },
        project: Some(Files {
            server: Server {
                files: &["{project}/kilo.jsonc", "{project}/.kilo/kilo.jsonc", "{project}/kilo.json"],
                syntax: Syntax::Json,
                key: "mcp",
                fields: LOCAL,
            },
            texts: &[("{project}/AGENTS.md", Text::Block), ("{project}/.kilo/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: None,
        remark: None,
        project_remark: None,
    },
    Agent {
        id: "continue",
        name: "Continue",
        programs: &["cn"],
        signs: &["{home}/.continue"],
        project_signs: &["{project}/.continue"],
        user: Files {
            server: common(&["{home}/.continue/mcpServers/quarry.json"]),
            texts: &[("{home}/.continue/rules/quarry.md", RULE)],
        },
        project: Some(Files {
            server: common(&["{project}/.continue/mcpServers/quarry.json"]),
            texts: &[("{project}/.continue/rules/quarry.md", RULE)],
        }),
        repository_word: None,
        remark: Some(CONTINUE),
        project_remark: Some(CONTINUE),
    },
    Agent {
        id: "amp",
        name: "Amp",
        programs: &["amp"],
        signs: &["{config}/amp"],
        project_signs: &["{project}/.amp"],
        user: Files {
            server: Server {
                files: &["{config}/amp/settings.json", "{config}/amp/settings.jsonc"],
                syntax: Syntax::Json,
                key: "amp.mcpServers",
                fields: STDIO,
            },
            texts: &[("{config}/amp/AGENTS.md", Text::Block), ("{config}/agents/skills/quarry/SKILL.md", SKILL)],
        },
        project: Some(Files {
            server: Server {
                files: &["{project}/.amp/settings.json", "{project}/.amp/settings.jsonc"],
                syntax: Syntax::Json,
                key: "amp.mcpServers",
                fields: STDIO,
            },
            texts: &[("{project}/AGENTS.md", Text::Block), ("{project}/.agents/skills/quarry/SKILL.md", SKILL)],
        }),
        repository_word: None,
        remark: None,
        project_remark: Some(ASKS_FIRST),
    },
    Agent {
        id: "goose",
        name: "Goose",
        programs: &["goose"],
        signs: &["{goose}"],
        project_signs: &["{project}/.goosehints", "{project}/.goose"],
        user: Files {
            server: Server {
                files: &["{goose}/config.yaml"],
                syntax: Syntax::Yaml,
                key: "extensions",
                fields: EXTENSION,
            },
            texts: &[("{goose}/.goosehints", Text::Block), ("{goose}/skills/quarry/SKILL.md", SKILL)],
        },
        project: None,
        repository_word: None,
        remark: None,
        project_remark: None,
    },
];

/// The agent of an id.
pub(crate) fn by_id(id: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| agent.id == id)
}
