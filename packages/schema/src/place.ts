import { normalizePath } from './repo-path.ts'

/** A file, or a named unit in it. */
export interface Place {
  readonly file: string
  readonly anchor?: string
}

/**
 * Parses `file:anchor` or a bare file, the form in which cross-cutting entries name places: `src/a.rs:Foo::new` is
 * `Foo::new` in `src/a.rs`. The path is normalised if possible. Any text results in a place.
 */
export function parsePlace(text: string): Place {
  const match = /^([^:]+):{1,2}([^:].*)$/s.exec(text)
  const file = match?.[1] ?? text
  return { file: normalizePath(file) ?? file, ...(match?.[2] !== undefined && { anchor: match[2] }) }
}

/** Formats a place as text: the inverse of `parsePlace`. */
export function formatPlace(place: Place): string {
  return place.anchor === undefined ? place.file : `${place.file}:${place.anchor}`
}
