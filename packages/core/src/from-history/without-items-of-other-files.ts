import type { RepoPath } from '@chronicle/schema'
import { namesCode } from '../prose/names-code.ts'
import { mentionsFile } from '../text/mentions-file.ts'
import { commitBreadth } from './commit-breadth.ts'
import type { PlaceRevision } from './history-of-places.ts'
import type { QuotedMessage } from './quote-messages.ts'

/**
 * Removes list items that name other files of the commit, and neither the queried one, by its path then or now, nor one
 * of `names`, the queried units. In a `wide` commit, only passages that mention the place are kept anyway.
 */
export function withoutItemsOfOtherFiles(
  quoted: QuotedMessage,
  { file, path }: PlaceRevision,
  names: readonly string[],
  changed: readonly RepoPath[] = [],
): QuotedMessage {
  const own = [path, file.scope.path]
  const others = changed.filter((each) => !own.includes(each))
  if (others.length === 0 || commitBreadth(changed.length) === 'wide') return quoted
  const isOfOthers = (text: string): boolean =>
    others.some((each) => mentionsFile(text, each)) &&
    !own.some((each) => mentionsFile(text, each)) &&
    !namesCode(text, names)
  const passages = quoted.passages.filter(({ bullet, text }) => !bullet || !isOfOthers(text))
  return { ...quoted, passages }
}
