import type { GitError, TreeEntry } from '@chronicle/core/contracts'
import { isUtf8Path, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'

/** An entry of `git ls-files`. */
export interface IndexEntry extends TreeEntry {
  readonly path: RepoPath
  /** 0, or in a conflict 1 for the base, 2 for ours and 3 for theirs. */
  readonly stage: number
}

export interface FileStatus {
  readonly path: RepoPath
  /** Absent for an untracked file. */
  readonly entry?: IndexEntry
  /** Whether the file is tracked but not on disk. */
  readonly deleted: boolean
  /**
   * Whether the tracked path differs from its staged content on disk. The same path is also listed without this mark.
   */
  readonly changed: boolean
}

const KINDS: Readonly<Record<string, TreeEntry['kind']>> = {
  '100644': 'file',
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
}

/** Returns the index entries at or below a path, or all entries. */
export function listIndex(
  repository: Repository,
  under: RepoPath | undefined,
): ResultAsync<readonly IndexEntry[], GitError> {
  const statuses = listStatuses(repository, ['--cached'], under)
  return statuses.map((listed) => listed.flatMap(({ entry }) => entry ?? []))
}

/**
 * Returns the files of the working tree, tracked or untracked but not ignored, and which ones are deleted or changed.
 */
export function listWorktree(
  repository: Repository,
  under: RepoPath | undefined,
): ResultAsync<readonly FileStatus[], GitError> {
  const flags = ['--cached', '--deleted', '--modified', '--others', '--exclude-standard']
  return listStatuses(repository, flags, under)
}

function listStatuses(
  { locate, run }: Repository,
  flags: readonly string[],
  under: RepoPath | undefined,
): ResultAsync<readonly FileStatus[], GitError> {
  const args = ['ls-files', '-z', '-t', '--stage', ...flags, '--', ...(under === undefined ? [] : [under])]
  return locate()
    .andThen(({ top }) => run({ args, cwd: top }))
    .map(({ stdout }) =>
      stdout
        .toString('utf8')
        .split('\0')
        .flatMap((line) => (isUtf8Path(line) ? (parseStatus(line) ?? []) : [])),
    )
}

function parseStatus(line: string): FileStatus | undefined {
  const [, tag, mode, id, stage, tracked] = /^(\w) (\d{6}) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? []
  if (tracked !== undefined && mode !== undefined && id !== undefined) {
    const path = tracked as RepoPath
    const name = tracked.slice(tracked.lastIndexOf('/') + 1)
    const entry = { path, name, id, kind: KINDS[mode] ?? 'file', stage: Number(stage) }
    return { path, entry, deleted: tag === 'R' || tag === 'S', changed: tag === 'C' }
  }
  return line.startsWith('? ') ? { path: line.slice(2) as RepoPath, deleted: false, changed: false } : undefined
}
