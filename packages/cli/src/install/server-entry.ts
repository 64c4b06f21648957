import type { AgentClient } from './agent-clients.ts'

/** The command with which a client starts the server. */
export interface ServerEntry {
  readonly command: string
  readonly args: readonly string[]
}

/** Inputs that determine how the server is started. */
export interface EntryOptions {
  readonly scope: 'project' | 'user'
  /** Top of the repository, for a client that needs the path. */
  readonly repository: string | undefined
  /** The command line that starts this program, with absolute paths, if it is known. */
  readonly self: readonly string[] | undefined
  readonly tools: readonly string[] | undefined
}

/**
 * Returns the command that starts the server. Files of a project are committed, so they contain the portable
 * `git chronicle`. On Windows, `git` starts without a shell, because it is a program, unlike npm's scripts. Files of
 * the user belong to this machine: clients started from a desktop get absolute paths, because their `PATH` is rarely
 * that of a shell.
 */
export function serverEntry(client: AgentClient, { scope, repository, self, tools }: EntryOptions): ServerEntry {
  const absolute = scope === 'user' && client.graphical && self !== undefined
  const [command = 'git', ...words] = absolute ? self : ['git', 'chronicle']
  const dir = typeof client.repository === 'object' ? client.repository.variable : repository
  const at = client.repository === 'cwd' || dir === undefined ? [] : ['-C', dir]
  const offered = tools !== undefined && tools.length > 0 ? tools : client.readsFiles ? WITHOUT_SOURCE : []
  const only = offered.length === 0 ? [] : ['--tools', offered.join(',')]
  return { command, args: [...words, 'mcp', 'start', ...at, ...only] }
}

/**
 * Every tool except the source reader: the definition of a tool that is never called still costs tokens in every
 * conversation.
 */
const WITHOUT_SOURCE: readonly string[] = ['chronicle']

/** Whether a configuration's entry starts our server, in any form. */
export function startsChronicle(value: unknown): boolean {
  const words = wordsOf(value)
  const start = words.indexOf('start')
  return start > 0 && words[start - 1] === 'mcp' && words.some((word) => /chronicle/iu.test(word))
}

/** Returns the repository that an entry names. */
export function servedFolder(value: unknown): string | undefined {
  const words = wordsOf(value)
  const start = words.indexOf('start')
  const option = words.indexOf('-C', start)
  return option === -1 ? undefined : words[option + 1]
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const { command, args } = value as { readonly command?: unknown; readonly args?: unknown }
  return [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])].filter(
    (word) => typeof word === 'string',
  )
}
