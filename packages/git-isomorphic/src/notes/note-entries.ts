import type { TreeEntry } from '@chronicle/core/contracts'

/** Number of digits of an object id. */
const ID_DIGITS = 40

/**
 * Returns the kind of a notes tree entry in a folder for commits that begin with `prefix`: a folder for further digits,
 * a note, or something else that must not be touched. Folder names have two digits, as in git.
 */
export function noteEntryKind(entry: Pick<TreeEntry, 'name' | 'kind'>, prefix: string): 'folder' | 'note' | 'other' {
  if (!/^[0-9a-f]+$/.test(entry.name)) return 'other'
  const rest = ID_DIGITS - prefix.length
  if (entry.kind === 'tree') return entry.name.length === 2 && rest > 2 ? 'folder' : 'other'
  return entry.name.length === rest && (entry.kind === 'file' || entry.kind === 'executable') ? 'note' : 'other'
}
