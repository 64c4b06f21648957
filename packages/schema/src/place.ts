import { normalizePath } from './repo-path.ts'

/** A file, or a named unit in it. */
export interface Place {
  readonly file: string
  readonly anchor?: string
}

/**
 * Reads `file:anchor`, or a bare file, as cross-cutting concerns name their places: `src/a.rs:Foo::new` is `Foo::new`
 * in `src/a.rs`. The path is normalised where it can be one; any text gives some place.
 */
export function parsePlace(text: string): Place {
  const match = /^([^:]+):{1,2}([^:].*)$/s.exec(text)
  const file = match?.[1] ?? text
  return { file: normalizePath(file) ?? file, ...(match?.[2] === undefined ? {} : { anchor: match[2] }) }
}

/** The opposite of `parsePlace`. */
export function formatPlace(place: Place): string {
  return place.anchor === undefined ? place.file : `${place.file}:${place.anchor}`
}
