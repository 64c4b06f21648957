/** The component or the conventional commit type before a subject: `ignore: `, `fix(cli): `. */
const PREFIX = /^[\w/.-]+(?:\([^)]*\))?!?: /

/** Returns a subject without the component or conventional commit type that it begins with. */
export function withoutSubjectPrefix(subject: string): string {
  return subject.replace(PREFIX, '')
}
