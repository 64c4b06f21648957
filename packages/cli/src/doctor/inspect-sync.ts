import type { NotesRef } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { quoteWord } from '@chronicle/core/text'
import type { FoundProblem } from '@chronicle/writer'
import type { CliIo } from '../host/cli-io.ts'
import { gitText } from '../init/git-text.ts'
import { EMPTY_ENVIRONMENT_REPORT, type EnvironmentReport } from './environment-report.ts'

/**
 * Inspects whether notes are fetched into a ref of their own, and reports refspecs that lose notes or break `git fetch`
 * and `git push`.
 */
export async function inspectSync(
  io: CliIo,
  { worktreeDir, gitDir, commonDir }: RepositoryInfo,
  [ref]: readonly NotesRef[],
): Promise<EnvironmentReport> {
  if (gitDir === undefined || commonDir === undefined || ref === undefined) return EMPTY_ENVIRONMENT_REPORT
  const folders = { worktreeDir: worktreeDir ?? gitDir, gitDir, commonDir }
  const listed = await gitText(io, folders, ['config', '-z', '--get-regexp', '^remote[.].*[.](fetch|push|url)$'])
  const entries = (listed.unwrapOr('') ?? '').split('\0').flatMap(parseEntry)
  const remotes = new Set(entries.filter(({ key }) => key === 'url').map(({ remote }) => remote))
  if (remotes.size === 0) return EMPTY_ENVIRONMENT_REPORT
  const shared = new Set(entries.filter((entry) => isTracking(entry, ref)).map(({ remote }) => remote))
  return {
    environment: [{ name: 'sync', value: shared.size === 0 ? 'not set up' : [...shared].join(', ') }],
    problems: entries.flatMap((entry) => problemOf(entry, ref)),
  }
}

interface RemoteEntry {
  readonly remote: string
  readonly key: string
  readonly value: string
}

function parseEntry(text: string): readonly RemoteEntry[] {
  const [, remote, key, value] = /^remote\.([^]*)\.(fetch|push|url)\n([^]*)$/u.exec(text) ?? []
  return remote === undefined || key === undefined || value === undefined ? [] : [{ remote, key, value }]
}

function isTracking({ key, value }: RemoteEntry, ref: NotesRef): boolean {
  const [from = '', to = ''] = value.replace(/^\+/u, '').split(':')
  return key === 'fetch' && covers(from, ref) && to.startsWith('refs/notes/remotes/')
}

function problemOf({ remote, key, value }: RemoteEntry, ref: NotesRef): readonly FoundProblem[] {
  const [from = '', to = from] = value.replace(/^\+/u, '').split(':')
  const fix = `git config --fixed-value --unset-all ${quoteWord(`remote.${remote}.${key}`)} ${quoteWord(value)}`
  if (key === 'push' && covers(from, ref)) {
    const message = `remote.${remote}.push is ${value}: git push without arguments pushes the notes and leaves the branch behind.`
    return [{ kind: 'unsafe_refspec', message, fix }]
  }
  if (key !== 'fetch' || !covers(from, ref) || !covers(to, ref)) return []
  const outcome = value.startsWith('+')
    ? `every fetch overwrites the notes here with those of ${remote}`
    : `every git fetch and git pull fails once both sides have recorded something`
  return [{ kind: 'unsafe_refspec', message: `remote.${remote}.fetch is ${value}: ${outcome}.`, fix }]
}

/** Whether one side of a refspec matches a ref. */
function covers(pattern: string, ref: string): boolean {
  const [start = '', end] = pattern.split('*')
  return end === undefined ? pattern === ref : ref.startsWith(start) && ref.endsWith(end)
}
