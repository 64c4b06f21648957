/** Files of a commit about one thing: its code, its test, its documentation, and a list of changes. */
const MAX_FILES_OF_ONE_CHANGE = 4
/** Files of a commit whose reasons are quoted for each place that it changed, even if they do not mention the place. */
const MAX_FILES_OF_ONE_ARGUMENT = 20

/** How widely a commit is spread: a `wide` one mostly does the same thing in many places. */
export type CommitBreadth = 'narrow' | 'spread' | 'wide'

/** Returns how widely a commit is spread, by the number of its files. */
export function commitBreadth(filesChanged: number): CommitBreadth {
  if (filesChanged <= MAX_FILES_OF_ONE_CHANGE) return 'narrow'
  return filesChanged <= MAX_FILES_OF_ONE_ARGUMENT ? 'spread' : 'wide'
}
