import ignore, { type Ignore } from 'ignore'
import type { RepoPath } from '@chronicle/schema'

/** What the attributes of a repository say of a file's kind. */
export type StatedKind = 'generated' | 'written'

interface Rule {
  /** Folder of the attributes file, with `/` at its end; empty at the top. */
  readonly folder: string
  readonly pattern: Ignore
  readonly kind: StatedKind
}

const ATTRIBUTE = /^(?<unset>[-!]?)linguist-(?:generated|vendored)(?:=(?<value>\w+))?$/

/**
 * Reads `linguist-generated` and `linguist-vendored` of attributes files, by their paths. A later line wins over an
 * earlier one, and a deeper file over one above it, as in git.
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
