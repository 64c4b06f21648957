import { decodeCommit, parseSignature, type Commit, type TreeEntry } from '@chronicle/core/contracts'
import { isUtf8Path, type CommitId, type TreeId } from '@chronicle/schema'

/*
 * isomorphic-git parses commits and trees too, but normalises messages, sorts entries, and rejects trees that git
 * accepts, such as those with a backslash in a name. The contract requires objects unchanged.
 */

const SPACE = 32
const ID_BYTES = 20

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Parses a commit object. Ignores unknown headers. */
export function parseCommit(id: CommitId, bytes: Uint8Array): Commit {
  const text = decodeCommit(bytes)
  const end = text.indexOf('\n\n')
  const lines = (end < 0 ? text : text.slice(0, end)).split('\n')
  // The first lines have a fixed order: tree, parents, author, committer.
  const tree = (lines[0] ?? '').replace(/^tree /, '') as TreeId
  let next = 1
  const parents: CommitId[] = []
  for (; lines[next]?.startsWith('parent ') === true; next++) parents.push(lines[next]?.slice(7) as CommitId)
  const header = (name: string): string =>
    lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
  const author = parseSignature(header('author'))
  const committer = parseSignature(header('committer'))
  return { id, tree, parents, author, committer, message: end < 0 ? '' : text.slice(end + 2) }
}

/** The target of a tree or index entry. */
export type ObjectKind = Pick<TreeEntry, 'kind' | 'id'>

/** Parses one level of a tree object, in stored order. Omits entries whose names are not UTF-8. */
export function parseTree(bytes: Uint8Array): readonly TreeEntry[] {
  const entries = [...splitTree(bytes)].map(({ mode, name, id }) => ({
    name: decoder.decode(name),
    kind: kindOfMode(Number.parseInt(decoder.decode(mode), 8)),
    id: toHex(id),
  }))
  return entries.filter(({ name }) => isUtf8Path(name))
}

/**
 * Yields the parts of each entry of a tree, and all of its bytes. Throws if it ends in the middle of an entry, which git
 * rejects, too.
 */
export function* splitTree(bytes: Uint8Array): Generator<{
  readonly mode: Uint8Array
  readonly name: Uint8Array
  readonly id: Uint8Array
  readonly whole: Uint8Array
}> {
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(SPACE, at)
    const nul = bytes.indexOf(0, space)
    const end = nul + 1 + ID_BYTES
    if (space < 0 || nul < 0 || end > bytes.length) throw new Error('a tree object is malformed')
    yield {
      mode: bytes.subarray(at, space),
      name: bytes.subarray(space + 1, nul),
      id: bytes.subarray(nul + 1, end),
      whole: bytes.subarray(at, end),
    }
    at = end
  }
}

/** Returns the kind of a mode. Old tools wrote permissions other than 644 and 755, which mean no more than these. */
export function kindOfMode(mode: number): TreeEntry['kind'] {
  switch (mode & 0o170000) {
    case 0o040000:
      return 'tree'
    case 0o120000:
      return 'symlink'
    case 0o160000:
      return 'submodule'
    default:
      return (mode & 0o100) === 0 ? 'file' : 'executable'
  }
}

/** Returns bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16)
  return hex
}

/** Returns the target of a tag object. */
export function parseTag(bytes: Uint8Array): { readonly id: string; readonly type: string } {
  const [, id = '', type = ''] = /^object ([0-9a-f]+)\ntype (\w+)\n/.exec(decoder.decode(bytes)) ?? []
  return { id, type }
}
