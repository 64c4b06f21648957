import type { TreeEntry } from '@chronicle/core/contracts'
import { compareBytes } from '@chronicle/schema'
import { parseTree, splitTree } from '../parse-objects.ts'

/** A tree entry with its stored bytes, so that it can be written again unchanged. */
export interface RawEntry extends TreeEntry {
  readonly bytes: Uint8Array
}

const SPACE = 32
const SLASH = 47
const ID_BYTES = 20

/** Parses a tree object. */
export function parseRawTree(bytes: Uint8Array): readonly RawEntry[] {
  const wholes = [...splitTree(bytes)].map(({ whole }) => whole)
  return parseTree(bytes).map((entry, index) => ({ ...entry, bytes: wholes[index] ?? bytes }))
}

/** Creates a new entry. The name must be ASCII. */
export function rawEntry(kind: 'file' | 'tree', name: string, id: string): RawEntry {
  const head = new TextEncoder().encode(`${kind === 'tree' ? '40000' : '100644'} ${name}\0`)
  const bytes = new Uint8Array(head.length + ID_BYTES)
  bytes.set(head)
  for (let at = 0; at < ID_BYTES; at++) bytes[head.length + at] = Number.parseInt(id.slice(at * 2, at * 2 + 2), 16)
  return { name, kind, id, bytes }
}

/** Serialises entries to a tree object in git's order: by bytes, where a folder's name ends with a slash. */
export function serialiseTree(entries: readonly RawEntry[]): Uint8Array {
  const ordered = entries.map((entry) => ({ entry, key: sortKey(entry) })).sort((a, b) => compareBytes(a.key, b.key))
  const tree = new Uint8Array(entries.reduce((length, { bytes }) => length + bytes.length, 0))
  let at = 0
  for (const { entry } of ordered) {
    tree.set(entry.bytes, at)
    at += entry.bytes.length
  }
  return tree
}

function sortKey({ kind, bytes }: RawEntry): Uint8Array {
  const name = bytes.slice(bytes.indexOf(SPACE) + 1, bytes.length - ID_BYTES)
  // The name ends with a NUL, which sorts first, like the end of a name.
  if (kind === 'tree') name[name.length - 1] = SLASH
  return name
}
