/** The part of the project that stands before a subject: `ignore: `, `fix(cli): `. */
const SCOPE = /^[\w/.-]+(?:\([^)]*\))?!?: /

/** A subject without the part of the project, or the type of a conventional commit, that stands before it. */
export function withoutScope(subject: string): string {
  return subject.replace(SCOPE, '')
}
