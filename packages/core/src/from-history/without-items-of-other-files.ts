import type { RepoPath } from '@chronicle/schema'
import { mentionsFile } from '../text/mentions-file.ts'
import { commitBreadth } from './commit-breadth.ts'
import type { PlaceRevision } from './history-of-places.ts'
import type { QuotedMessage } from './quote-messages.ts'

/**
 * Removes list items that name other files of the commit and not the queried one, by its path then or now. In a `wide`
 * commit, only passages that mention the place are kept anyway.
 */
export function withoutItemsOfOtherFiles(
  quoted: QuotedMessage,
  { file, path }: PlaceRevision,
  changed: readonly RepoPath[] = [],
): QuotedMessage {
  const own = [path, file.scope.path]
  const others = changed.filter((each) => !own.includes(each))
  if (others.length === 0 || commitBreadth(changed.length) === 'wide') return quoted
  const passages = quoted.passages.filter(
    ({ bullet, text }) =>
      !bullet || own.some((each) => mentionsFile(text, each)) || !others.some((each) => mentionsFile(text, each)),
  )
  return { ...quoted, passages }
}
