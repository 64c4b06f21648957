import { join } from 'node:path'

/** Name of a client in commands. */
export type AgentClientName = 'claude-code' | 'claude-desktop' | 'cursor' | 'vscode' | 'codex' | 'gemini' | 'zed'

/** A program that starts MCP servers for an agent. */
export interface AgentClient {
  /** Display name. */
  readonly title: string
  readonly format: 'json' | 'toml'
  /** Member of the configuration that contains servers by name. */
  readonly key: 'mcpServers' | 'servers' | 'context_servers' | 'mcp_servers'
  /** Properties of an entry besides `command` and `args`. */
  readonly extraProperties?: Readonly<Record<string, string>>
  /** Path of a project's configuration, relative to its top. Absent: there is none. */
  readonly projectFile?: string
  readonly userFile: (places: UserEnvironment) => string
  /** Paths whose existence shows that the client is used, in a project or by the user. */
  readonly traces: {
    readonly project: readonly string[]
    readonly user: (places: UserEnvironment) => readonly string[]
  }
  /**
   * How the server finds its repository: the client starts it in the project (`cwd`), replaces a variable by the
   * folder, or has no projects and needs a path (`fixed`).
   */
  readonly repository: 'cwd' | 'fixed' | { readonly variable: string }
  /** Whether it is started from a desktop, where it does not get the `PATH` of a shell. */
  readonly graphical: boolean
  /** Whether its agent reads files with tools of its own, so that it does not need the source reader. */
  readonly readsFiles: boolean
  /** The step left to the user, if the client does not use a new server immediately. */
  readonly note: { readonly project?: string; readonly user?: string }
}

/** The facts that determine where a user's programs keep their configuration. */
export interface UserEnvironment {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Location and format of each MCP client's server configuration, from its documentation in November 2026. */
export const AGENT_CLIENTS: Readonly<Record<AgentClientName, AgentClient>> = {
  /**
   * https://code.claude.com/docs/en/mcp: `.mcp.json` at the top of a project, to be committed, and `~/.claude.json`,
   * which `CLAUDE_CONFIG_DIR` moves. Servers are started in the project.
   */
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    key: 'mcpServers',
    extraProperties: { type: 'stdio' },
    projectFile: '.mcp.json',
    userFile: ({ home, env }) => join(folderFrom(env['CLAUDE_CONFIG_DIR']) ?? home, '.claude.json'),
    traces: {
      project: ['.mcp.json', '.claude', 'CLAUDE.md'],
      user: (places) => [join(places.home, '.claude.json'), claudeFolder(places)],
    },
    repository: 'cwd',
    graphical: false,
    readsFiles: true,
    note: { project: 'Claude Code asks once whether to use the servers of a project.' },
  },
  /**
   * https://modelcontextprotocol.io/docs/develop/connect-local-servers: one file for the user. Its working folder is
   * undefined and its `PATH` is that of the desktop (modelcontextprotocol/servers#64), hence absolute paths. The build
   * for Linux follows `XDG_CONFIG_HOME`.
   */
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    key: 'mcpServers',
    userFile: (places) => join(applicationFolder(places), 'Claude', 'claude_desktop_config.json'),
    traces: { project: [], user: (places) => [join(applicationFolder(places), 'Claude')] },
    repository: 'fixed',
    graphical: true,
    readsFiles: false,
    note: { user: 'Restart Claude Desktop.' },
  },
  /**
   * https://cursor.com/docs/context/mcp: `.cursor/mcp.json` and `~/.cursor/mcp.json`; `type` is required, and
   * `${workspaceFolder}` stands for the project. The working folder is not documented.
   */
  cursor: {
    title: 'Cursor',
    format: 'json',
    key: 'mcpServers',
    extraProperties: { type: 'stdio' },
    projectFile: '.cursor/mcp.json',
    userFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
    traces: { project: ['.cursor', '.cursorrules'], user: ({ home }) => [join(home, '.cursor')] },
    repository: { variable: '${workspaceFolder}' },
    graphical: true,
    readsFiles: true,
    note: {},
  },
  /**
   * https://code.visualstudio.com/docs/agents/reference/mcp-configuration: `.vscode/mcp.json`, or `mcp.json` of the
   * user profile, with `servers` and a `type`. The working folder differs between its hosts (microsoft/vscode#330253),
   * so the variable says where.
   */
  vscode: {
    title: 'VS Code',
    format: 'json',
    key: 'servers',
    extraProperties: { type: 'stdio' },
    projectFile: '.vscode/mcp.json',
    userFile: (places) => join(applicationFolder(places), 'Code', 'User', 'mcp.json'),
    traces: { project: ['.vscode'], user: (places) => [join(applicationFolder(places), 'Code', 'User')] },
    repository: { variable: '${workspaceFolder}' },
    graphical: true,
    readsFiles: true,
    note: { project: 'VS Code asks whether to trust the server when it first starts.' },
  },
  /**
   * https://learn.chatgpt.com/codex/extend/mcp: `[mcp_servers.<name>]` in `~/.codex/config.toml`, which `CODEX_HOME`
   * moves, or in `.codex/config.toml` of a project, read only if the project is trusted.
   */
  codex: {
    title: 'Codex',
    format: 'toml',
    key: 'mcp_servers',
    projectFile: '.codex/config.toml',
    userFile: (places) => join(codexFolder(places), 'config.toml'),
    traces: { project: ['.codex'], user: (places) => [codexFolder(places)] },
    repository: 'cwd',
    graphical: false,
    readsFiles: true,
    note: { project: 'Codex reads this file only in projects that it was told to trust.' },
  },
  /**
   * https://geminicli.com/docs/tools/mcp-server: `mcpServers` in `.gemini/settings.json` and `~/.gemini/settings.json`.
   * With folder trust on, the settings of a project count only when it is trusted.
   */
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    key: 'mcpServers',
    projectFile: '.gemini/settings.json',
    userFile: ({ home }) => join(home, '.gemini', 'settings.json'),
    traces: { project: ['.gemini', 'GEMINI.md'], user: ({ home }) => [join(home, '.gemini')] },
    repository: 'cwd',
    graphical: false,
    readsFiles: true,
    note: { project: 'With folder trust on, Gemini CLI uses it only in folders that it was told to trust.' },
  },
  /**
   * https://zed.dev/docs/ai/mcp: `context_servers` in `.zed/settings.json` and `~/.config/zed/settings.json`, JSON with
   * comments. Servers are started at the top of the project (zed-industries/zed#35354). Versions of 2025 require
   * `"source": "custom"`; later ones accept it.
   */
  zed: {
    title: 'Zed',
    format: 'json',
    key: 'context_servers',
    extraProperties: { source: 'custom' },
    projectFile: '.zed/settings.json',
    userFile: (places) => join(zedFolder(places), 'settings.json'),
    traces: { project: ['.zed'], user: (places) => [zedFolder(places)] },
    repository: 'cwd',
    graphical: true,
    readsFiles: true,
    note: { project: 'Zed uses it once the project is trusted.' },
  },
}

/** Names of all clients, in the order of the help. */
export const AGENT_CLIENT_NAMES = Object.keys(AGENT_CLIENTS) as readonly AgentClientName[]

/** Returns the folder of the user's Claude Code settings and skills. */
export function claudeFolder({ home, env }: UserEnvironment): string {
  return folderFrom(env['CLAUDE_CONFIG_DIR']) ?? join(home, '.claude')
}

function codexFolder({ home, env }: UserEnvironment): string {
  return folderFrom(env['CODEX_HOME']) ?? join(home, '.codex')
}

function zedFolder(places: UserEnvironment): string {
  const { home, env, platform } = places
  if (platform === 'win32') return join(applicationFolder(places), 'Zed')
  return join(folderFrom(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'zed')
}

/** Returns the folder in which graphical programs keep their configuration. */
function applicationFolder({ home, env, platform }: UserEnvironment): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return folderFrom(env['APPDATA']) ?? join(home, 'AppData', 'Roaming')
  return folderFrom(env['XDG_CONFIG_HOME']) ?? join(home, '.config')
}

function folderFrom(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}
