import type { TreeEntry } from '@chronicle/core/contracts'

/** Digits of an object id. */
const ID_DIGITS = 40

/**
 * What an entry of a notes tree is, in a folder for commits that begin with `prefix`: a folder for more digits, a note,
 * or something else that must be left alone. Folders have two digits, as in git.
 */
export function noteEntryKind(entry: Pick<TreeEntry, 'name' | 'kind'>, prefix: string): 'folder' | 'note' | 'other' {
  if (!/^[0-9a-f]+$/.test(entry.name)) return 'other'
  const rest = ID_DIGITS - prefix.length
  if (entry.kind === 'tree') return entry.name.length === 2 && rest > 2 ? 'folder' : 'other'
  return entry.name.length === rest && (entry.kind === 'file' || entry.kind === 'executable') ? 'note' : 'other'
}
