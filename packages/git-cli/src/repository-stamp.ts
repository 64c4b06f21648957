import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fromThrowable } from '@chronicle/schema'

/** A snapshot of file identities, to detect changes. */
export interface RepositoryStamp {
  /** Whether any of the files or folders has changed since. */
  hasChanged(): boolean
}

/** The known folders of a repository. */
export interface RepositoryFolders {
  readonly dir: string
  readonly gitDir?: string
  readonly commonDir?: string
}

/**
 * Records the state of everything git reads once at its start: the repository it is in, its configuration, its
 * alternate object folders, and the edge of a shallow clone. When any of them changes, running git processes and their
 * earlier answers are outdated.
 */
export function stampRepository({ commonDir, dir, gitDir }: RepositoryFolders): RepositoryStamp {
  const folders = [...new Set([dir, gitDir, commonDir].flatMap((folder) => folder ?? []))]
  const files = [
    ...(commonDir === undefined
      ? []
      : ['shallow', 'config', 'objects/info/alternates'].map((name) => join(commonDir, name))),
    ...(gitDir === undefined ? [] : [join(gitDir, 'config.worktree')]),
  ]
  const look = (): string =>
    [...folders.map((path) => stampOf(path, false)), ...files.map((path) => stampOf(path, true))].join(' ')
  const before = look()
  return { hasChanged: () => look() !== before }
}

/**
 * Returns a text that identifies a file or folder, and with contents also the version of a file. Empty if there is
 * none.
 */
function stampOf(path: string, withContents: boolean): string {
  const stat = fromThrowable(() => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return stat().match(
    (stats) => {
      if (stats === undefined) return ''
      const place = `${stats.dev}:${stats.ino}`
      return withContents ? `${place}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` : place
    },
    // It cannot be inspected, so it counts as absent.
    () => '',
  )
}
