import { commentSyntax, fileRole, scanComments } from '@chronicle/core/text'
import type { LineRange } from '@chronicle/schema'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { contentWords } from '../../quality/content-words.ts'

/** Minimum share of a reason's words in one comment for the comment to give the same reason. */
const MIN_SHARED = 2 / 3
/** Minimum number of content words in a reason: fewer occur anywhere. */
const MIN_WORDS = 8
/** Maximum number of content words in a comment: a longer one contains words of any reason. */
const MAX_WORDS = 100

/**
 * Returns whether the commit also wrote its argument into a comment beside the code, where every reader of the code
 * sees it. `argument` is the body of the message.
 */
export function isSaidInComments(argument: string, { files }: CommitContext): boolean {
  const words = contentWords(argument)
  if (words.size < MIN_WORDS) return false
  const code = files.filter(({ path }) => fileRole(path) === 'code')
  // Someone who changes the code need not have read its tests.
  return (code.length > 0 ? code : files).some((file) =>
    addedComments(file).some((comment) => saysAll(contentWords(comment), words)),
  )
}

function saysAll(comment: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  if (comment.size > MAX_WORDS) return false
  return [...words].filter((word) => comment.has(word)).length >= words.size * MIN_SHARED
}

/** Returns the text of each comment that a commit added or changed. */
function addedComments({ after, hunks, path }: ChangedFile): readonly string[] {
  const syntax = commentSyntax(path)
  if (after === undefined || syntax === undefined || fileRole(path) === 'none') return []
  const added = hunks.filter(({ new: { count } }) => count > 0).map(({ new: span }) => span)
  if (added.length === 0) return []
  const isAdded = ({ start, end }: LineRange): boolean =>
    added.some((span) => span.start <= end && start < span.start + span.count)
  return scanComments(after.text, syntax)
    .filter(isAdded)
    .map(({ text }) => text.join('\n'))
}
