import type { AgentClient } from './agent-clients.ts'

/** How a client is told to start the server. */
export interface ServerEntry {
  readonly command: string
  readonly args: readonly string[]
}

/** What decides how the server is started. */
export interface EntryOptions {
  readonly scope: 'project' | 'user'
  /** Top of the repository, for a client that has to be told. */
  readonly repository: string | undefined
  /** The words that start this program by absolute paths, if they are known. */
  readonly self: readonly string[] | undefined
  readonly tools: readonly string[] | undefined
}

/**
 * What starts the server. Files of a project are committed, so they have the portable `git chronicle`; on Windows `git`
 * is a program, unlike the scripts that npm makes, and starts without a shell. Files of the user are of this machine:
 * clients that are started from a desktop get absolute paths, as their `PATH` is rarely that of a shell.
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

/** Every tool but the source reader: the definition of a tool that is never called still costs every conversation. */
const WITHOUT_SOURCE: readonly string[] = ['chronicle']

/** Whether what a configuration holds starts our server, however it was written. */
export function startsChronicle(value: unknown): boolean {
  const words = wordsOf(value)
  const start = words.indexOf('start')
  return start > 0 && words[start - 1] === 'mcp' && words.some((word) => /chronicle/iu.test(word))
}

/** The repository that an entry names. */
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
