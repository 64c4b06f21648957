/** Maximum number of files of a commit about one thing: code, test, documentation and change log. */
const MAX_FILES_OF_ONE_CHANGE = 4
/**
 * Maximum number of files of a commit whose reasons are quoted for each changed place, even if they do not mention it.
 */
const MAX_FILES_OF_ONE_ARGUMENT = 20

/** How many files a commit changes: a `wide` one mostly does the same thing in many places. */
export type CommitBreadth = 'narrow' | 'spread' | 'wide'

/** Returns the breadth of a commit by its number of changed files. */
export function commitBreadth(filesChanged: number): CommitBreadth {
  if (filesChanged <= MAX_FILES_OF_ONE_CHANGE) return 'narrow'
  return filesChanged <= MAX_FILES_OF_ONE_ARGUMENT ? 'spread' : 'wide'
}
