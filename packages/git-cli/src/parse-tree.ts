import { codedError, type GitError, type TreeEntry } from '@chronicle/core/contracts'
import { err, isUtf8Path, ok, type Result } from '@chronicle/schema'

/** A tree entry as stored: the name as raw bytes in Latin-1, the mode in octal without leading zeros. */
export interface RawTreeEntry {
  readonly mode: string
  readonly name: string
  readonly id: string
}

const KINDS: Readonly<Record<string, TreeEntry['kind']>> = {
  '40000': 'tree',
  '120000': 'symlink',
  '160000': 'submodule',
}

/** Parses a tree object. Fails if it ends in the middle of an entry, as git does. */
export function parseRawTree(bytes: Uint8Array, idLength: number): Result<readonly RawTreeEntry[], GitError> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: RawTreeEntry[] = []
  let offset = 0
  while (offset < buffer.length) {
    const space = buffer.indexOf(0x20, offset)
    const nul = buffer.indexOf(0, space)
    const end = nul + 1 + idLength / 2
    if (space < 0 || nul < 0 || end > buffer.length) return err(malformedTree())
    entries.push({
      mode: buffer.toString('latin1', offset, space),
      name: buffer.toString('latin1', space + 1, nul),
      id: buffer.toString('hex', nul + 1, end),
    })
    offset = end
  }
  return ok(entries)
}

function malformedTree(): GitError {
  return codedError('git_failed', 'A tree object is malformed. Run "git fsck" to see which one.')
}

/**
 * The inverse of `parseRawTree`. Sorts as git requires: by the bytes of the names, where a folder's name ends with `/`.
 */
export function writeRawTree(entries: Iterable<RawTreeEntry>): Uint8Array {
  const sorted = [...entries]
    .map((entry) => ({ ...entry, key: entry.mode === '40000' ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  return Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
  )
}

/** Parses a tree object. Omits entries whose names are not UTF-8. */
export function parseTree(bytes: Uint8Array, idLength: number): Result<readonly TreeEntry[], GitError> {
  return parseRawTree(bytes, idLength).map((raw) => {
    const entries = raw.map(({ mode, name, id }) => ({
      // Most names are ASCII, for which both encodings are the same.
      name: /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name, 'latin1').toString('utf8'),
      // Old repositories contain other permission bits; git uses the owner's execute bit.
      kind: KINDS[mode] ?? (Number.parseInt(mode, 8) & 0o100 ? 'executable' : 'file'),
      id,
    }))
    return entries.every(({ name }) => isUtf8Path(name)) ? entries : entries.filter(({ name }) => isUtf8Path(name))
  })
}
