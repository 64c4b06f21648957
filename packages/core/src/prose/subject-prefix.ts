/** The part of a project or the type of a conventional commit before a subject: `ignore: `, `fix(cli): `. */
const PREFIX = /^[\w/.-]+(?:\([^)]*\))?!?: /

/** Returns a subject without the part of the project, or the type of a conventional commit, that it begins with. */
export function withoutSubjectPrefix(subject: string): string {
  return subject.replace(PREFIX, '')
}
