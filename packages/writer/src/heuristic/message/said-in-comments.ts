import { commentSyntax, fileRole, scanComments } from '@chronicle/core/text'
import type { LineRange } from '@chronicle/schema'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { contentWords } from '../../quality/content-words.ts'

/** Share of a reason's words that one comment has when it gives that reason too, in words of its own. */
const SAID = 2 / 3
/** Fewest words of a reason, without those of grammar: of fewer some stand anywhere. */
const FEWEST = 8
/** A comment of more words has some of any reason. */
const MOST = 100

/**
 * Returns whether the commit wrote what it argues into a comment beside the code as well, where every reader of the code
 * sees it. `argument` is what the message says below its subject.
 */
export function isSaidInComments(argument: string, { files }: CommitContext): boolean {
  const words = contentWords(argument)
  if (words.size < FEWEST) return false
  const code = files.filter(({ path }) => fileRole(path) === 'code')
  // Whoever changes the code need not have read its tests.
  return (code.length > 0 ? code : files).some((file) =>
    addedComments(file).some((comment) => saysAll(contentWords(comment), words)),
  )
}

function saysAll(comment: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  if (comment.size > MOST) return false
  return [...words].filter((word) => comment.has(word)).length >= words.size * SAID
}

/** The comments of code that a commit wrote, each as one text. */
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
