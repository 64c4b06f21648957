import type { NotesRef } from './ids.ts'

/**
 * Whether git accepts a ref name, by the rules of `git check-ref-format --allow-onelevel`. Such a name is also safe as a
 * path below the git directory.
 */
export function isRefName(name: string): boolean {
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.$|^\/|\/$/.test(name)) return false
  return (
    name !== '' && name !== '@' && name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  )
}

/**
 * Parses the full name of a ref below `refs/notes/`, where git's own notes commands work. Returns `undefined` for any
 * other name.
 */
export function parseNotesRef(name: string): NotesRef | undefined {
  return name.startsWith('refs/notes/') && isRefName(name) ? (name as NotesRef) : undefined
}
