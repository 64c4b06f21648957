import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fromThrowable } from '@chronicle/schema'

/** What is there now under some names. */
export interface RepositoryStamp {
  /** Whether something else is there. */
  hasChanged(): boolean
}

/** Where a repository is, as far as that is known. */
export interface StampedPlace {
  readonly dir: string
  readonly gitDir?: string
  readonly commonDir?: string
}

/**
 * Remembers what git reads once, when it starts: which repository it is in, its configuration, where it borrows objects,
 * and the edge of a shallow clone. When that changes, neither a running git nor what one said before is to be believed.
 */
export function stampRepository({ commonDir, dir, gitDir }: StampedPlace): RepositoryStamp {
  const folders = [dir, gitDir, commonDir].flatMap((folder) => folder ?? [])
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

/** Tells one file or folder from another of the same name, and a file from what it was before. Empty where there is none. */
function stampOf(path: string, withContents: boolean): string {
  const stat = fromThrowable(() => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return stat().match(
    (stats) => {
      if (stats === undefined) return ''
      const place = `${stats.dev}:${stats.ino}`
      return withContents ? `${place}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` : place
    },
    // Nothing is to be seen there.
    () => '',
  )
}
