import ignore, { type Ignore } from 'ignore'
import type { RepoPath } from '@chronicle/schema'

/** The kind of a file according to the attributes of a repository. */
export type StatedKind = 'generated' | 'written'

interface Rule {
  /** Folder of the attributes file with a trailing `/`, or empty for the root. */
  readonly folder: string
  readonly pattern: Ignore
  readonly kind: StatedKind
}

const ATTRIBUTE = /^(?<unset>[-!]?)linguist-(?:generated|vendored)(?:=(?<value>\w+))?$/

/**
 * Parses `linguist-generated` and `linguist-vendored` of attributes files, given by path. A later line takes precedence
 * over an earlier one, and a deeper file over one above it, as in git.
 */
export function statedKinds(files: ReadonlyMap<RepoPath, string>): (path: RepoPath) => StatedKind | undefined {
  const rules: Rule[] = []
  const byDepth = [...files].sort((a, b) => a[0].split('/').length - b[0].split('/').length)
  for (const [path, text] of byDepth) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const line of text.split('\n')) {
      const [pattern = '', ...attributes] = line.trim().split(/\s+/)
      const kind = attributes.map(kindOf).findLast((stated) => stated !== undefined)
      if (kind === undefined || pattern.startsWith('#') || pattern.startsWith('!')) continue
      rules.push({ folder, kind, pattern: ignore().add(pattern) })
    }
  }
  if (rules.length === 0) return () => undefined
  return (path) =>
    rules.findLast(({ folder, pattern }) => path.startsWith(folder) && pattern.ignores(path.slice(folder.length)))?.kind
}

function kindOf(attribute: string): StatedKind | undefined {
  const { unset, value } = ATTRIBUTE.exec(attribute)?.groups ?? {}
  if (unset === undefined) return undefined
  return unset !== '' || value === 'false' ? 'written' : 'generated'
}
