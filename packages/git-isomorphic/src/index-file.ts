import type { TreeEntry } from '@chronicle/core/contracts'
import { isUtf8Path, type RepoPath } from '@chronicle/schema'
import { BackendFailure } from './backend-failure.ts'
import { readBytes, type FileSystem } from './file-system.ts'
import { kindOfMode, toHex } from './parse-objects.ts'

/** An entry of the index. */
export interface IndexEntry {
  readonly path: RepoPath
  readonly kind: TreeEntry['kind']
  readonly id: string
  /** 0, or the side of an unresolved conflict: 1 base, 2 ours, 3 theirs. */
  readonly stage: number
}

/** Number of bytes of an entry before its flags, and of the checksum at the end. */
const STAT_BYTES = 40
const ID_BYTES = 20
const EXTENDED = 0x4000

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads the index. A repository without one has an empty index. Supports version 4 as well as 2 and 3, which
 * isomorphic-git reads.
 */
export async function readIndex(fs: FileSystem, gitdir: string): Promise<readonly IndexEntry[]> {
  const bytes = await readBytes(fs, `${gitdir}/index`)
  return bytes === undefined ? [] : parseIndex(bytes)
}

/** Parses the content of an index file. Skips extensions, except those that change the meaning of entries. */
function parseIndex(bytes: Uint8Array): readonly IndexEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = bytes.length < 12 ? 0 : view.getUint32(4)
  if (decoder.decode(bytes.subarray(0, 4)) !== 'DIRC' || version < 2 || version > 4) {
    throw unreadable('has an unknown format')
  }
  const entries: IndexEntry[] = []
  const count = view.getUint32(8)
  let previous: Uint8Array = new Uint8Array()
  let at = 12
  for (let index = 0; index < count; index++) {
    const start = at
    const mode = view.getUint32(start + 24)
    const id = toHex(bytes.subarray(start + STAT_BYTES, start + STAT_BYTES + ID_BYTES))
    const flags = view.getUint16(start + STAT_BYTES + ID_BYTES)
    at = start + STAT_BYTES + ID_BYTES + ((flags & EXTENDED) === 0 ? 2 : 4)
    let kept = 0
    if (version === 4) {
      const [removed, next] = readVariableInteger(bytes, at)
      kept = previous.length - removed
      at = next
    }
    const end = bytes.indexOf(0, at)
    if (end < 0) throw unreadable('is cut off')
    const path = concatenate(previous.subarray(0, kept), bytes.subarray(at, end))
    previous = path
    // Before version 4, 1 to 8 NULs pad each entry to a multiple of 8 bytes.
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7)
    entries.push({
      path: decoder.decode(path) as RepoPath,
      kind: kindOfMode(mode),
      id,
      stage: (flags >> 12) & 3,
    })
  }
  refuseExtensions(bytes, view, at)
  return entries.filter((entry) => isUtf8Path(entry.path))
}

/** Rejects a split index, which keeps entries in another file, and a sparse index, which has folders as entries. */
function refuseExtensions(bytes: Uint8Array, view: DataView, start: number): void {
  for (let at = start; at + 8 <= bytes.length - ID_BYTES; at += 8 + view.getUint32(at + 4)) {
    const signature = decoder.decode(bytes.subarray(at, at + 4))
    if (signature === 'link') throw unreadable('is split', 'Run git update-index --no-split-index')
    if (signature === 'sdir') throw unreadable('is sparse', 'Run git sparse-checkout reapply --no-sparse-index')
  }
}

/** Reads the offset encoding of packs: seven bits per byte, where each further byte adds one to the value so far. */
function readVariableInteger(bytes: Uint8Array, start: number): readonly [value: number, next: number] {
  let at = start
  let byte = bytes[at++] ?? 0
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return [value, at]
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function unreadable(what: string, advice = 'Check the repository with git fsck'): BackendFailure {
  return new BackendFailure(
    'unsupported',
    `The index ${what}, which git-isomorphic cannot read. ${advice}, or use the git-cli backend.`,
  )
}
