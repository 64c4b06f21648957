import type { Annotation, HistoryReason, Region } from '@chronicle/schema'
import type { LineRevision } from '../history/line-history.ts'
import type { ParsedMessage } from '../prose/parse-message.ts'
import { namesCode } from '../prose/names-code.ts'
import { commitBreadth } from './commit-breadth.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { isAboutPlace, isPartOf } from './is-about-place.ts'
import { unitNames } from './unit-names.ts'

/** Minimum share of a file's changed lines inside a place for the change to be about the place. */
const MIN_SHARE = 0.6

/**
 * Returns the topic of a commit message if it is wider than a place that the commit changed, or `undefined` if it is
 * about the place. `annotation`: the annotation inferred from the commit.
 */
export function messageTopic(
  message: ParsedMessage,
  annotation: Annotation | undefined,
  revision: PlaceRevision,
  filesChanged: number | undefined,
): HistoryReason['about'] {
  const { lines, path } = revision
  const main = regionOfMessage(annotation)
  if (lines === undefined) return main?.file === path ? undefined : 'change'
  const names = unitNames(revision)
  if (names.length > 0 && namesCode(textOf(message), names)) return undefined
  if (main === undefined) return isMostOfChange(lines, filesChanged) ? undefined : 'change'
  if (isAboutPlace(main, revision)) return undefined
  if (main.file !== path) return 'change'
  if (main.ast_anchor === undefined) return 'file'
  const outer = main.ast_anchor.name
  return names.some((name) => isPartOf(name, outer)) ? 'enclosing_unit' : 'change'
}

function textOf({ blocks, subject }: ParsedMessage): string {
  return [subject, ...blocks.map(({ text }) => text)].join('\n')
}

/** Returns the region with the message's reason: the longest of those with the message as evidence. */
function regionOfMessage(annotation: Annotation | undefined): Region | undefined {
  const fromMessage = (annotation?.regions ?? []).filter(({ evidence }) =>
    evidence.some(({ kind }) => kind === 'commit_message'),
  )
  const length = ({ intent, reasoning = '' }: Region): number => intent.length + reasoning.length
  return [...fromMessage].sort((a, b) => length(b) - length(a))[0]
}

/** Whether a narrow commit changed little else in the file. */
function isMostOfChange({ changes }: LineRevision, filesChanged = Infinity): boolean {
  return commitBreadth(filesChanged) === 'narrow' && changes.inLines >= MIN_SHARE * changes.inFile
}
