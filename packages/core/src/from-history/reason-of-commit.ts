import type { Annotation, HistoryPassage, HistoryReason, Region } from '@chronicle/schema'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { Commit } from '../contracts/git-backend.ts'
import type { Passage } from '../prose/group-sentences.ts'
import type { ParsedMessage } from '../prose/parse-message.ts'
import { sentenceCues, type SentenceCue } from '../prose/sentence-cues.ts'
import { mentions, sentenceValue } from '../prose/sentence-value.ts'
import { goneRules } from '../read/comment-of-region.ts'
import { commitTime } from '../read/commit-time.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import type { PlaceRevision } from './history-of-places.ts'
import type { SaidByCommit } from './say-messages.ts'

/**
 * Returns what a commit says about a place that it changed: its message, passage by passage, and rules of comments that
 * it wrote there and that are gone. `undefined`: nothing, or a subject that only names the change.
 */
export function reasonOfCommit(
  commit: Commit,
  said: SaidByCommit,
  sourced: SourcedCommit | undefined,
  revision: PlaceRevision,
  filesChanged: number | undefined,
): HistoryReason | undefined {
  const { message } = said
  const passages = [...said.passages.map(toldPassage), ...goneComments(sourced?.annotation, revision)]
  if (passages.length === 0 && (said.isRepeated || !tells(message.subject))) return undefined
  const about = aboutOf(message, sourced?.annotation, revision)
  return {
    origin: 'history',
    commit: commit.id,
    timestamp: commitTime(commit.committer.time) ?? '',
    ...(commit.author.name === '' ? {} : { author: commit.author.name }),
    ...(said.isRepeated ? {} : { summary: message.subject }),
    ...(about === undefined ? {} : { about }),
    ...(filesChanged === undefined ? {} : { files_changed: filesChanged }),
    passages,
  }
}

/** Cues that every subject has: it says what was done. */
const ORDINARY: ReadonlySet<SentenceCue> = new Set(['choice'])
/** Words by which a subject tells what was decided against, or what holds from now on. */
const DECIDES =
  /^Revert\b|\b(?:instead|rather|only|just|default|not|no|never|always|without|until|unless|again|allow|back)\b/iu

/** Whether a subject says more than that something was changed. */
function tells(subject: string): boolean {
  if (sentenceValue(subject) === 0) return false
  return DECIDES.test(subject) || [...sentenceCues(subject)].some((cue) => !ORDINARY.has(cue))
}

function toldPassage({ continues, text }: Passage): HistoryPassage {
  return continues ? { text, continues } : { text }
}

/** Rules that the commit wrote into comments of the place, and that stand there no more. */
function goneComments(annotation: Annotation | undefined, revision: PlaceRevision): readonly HistoryPassage[] {
  return (annotation?.regions ?? [])
    .filter((region) => isAboutPlace(region, revision))
    .flatMap((region) => goneRules(region, revision.file.target))
    .map((text): HistoryPassage => ({ text, source: 'comment' }))
}

/** Whether a region of a commit is about the place that the commit changed. */
export function isAboutPlace(
  { ast_anchor: anchor, file, lines }: Region,
  { lines: changed, path }: PlaceRevision,
): boolean {
  if (file !== path) return false
  if (changed === undefined) return true
  if (anchor !== undefined && changed.name !== undefined)
    return matchAnchor(anchor.name, [changed.name], String) !== undefined
  return lines !== undefined && lines.start <= changed.lines.end && changed.lines.start <= lines.end
}

/** What the message of a commit is about; `undefined`: the place asked for. */
function aboutOf(
  message: ParsedMessage,
  annotation: Annotation | undefined,
  revision: PlaceRevision,
): HistoryReason['about'] {
  const { lines } = revision
  const names = [lines?.name, ...(revision.file.scope.units ?? []).map(({ name }) => name)].filter(
    (n) => n !== undefined,
  )
  const text = [message.subject, ...message.blocks.map((block) => block.text)].join('\n')
  if (lines === undefined) return aboutFile(annotation, revision)
  if (names.length > 0 && mentions(text, names)) return undefined
  const main = mainRegion(annotation)
  if (main === undefined) return 'change'
  if (isAboutPlace(main, revision)) return undefined
  if (main.file !== revision.path) return 'change'
  if (main.ast_anchor === undefined) return 'file'
  const outer = main.ast_anchor.name
  return names.some((name) => name.startsWith(`${outer}::`)) ? 'enclosing_unit' : 'change'
}

function aboutFile(annotation: Annotation | undefined, { path }: PlaceRevision): HistoryReason['about'] {
  return mainRegion(annotation)?.file === path ? undefined : 'change'
}

/** The region that the reason of the message stands on. */
function mainRegion(annotation: Annotation | undefined): Region | undefined {
  const fromMessage = (annotation?.regions ?? []).filter(({ evidence }) =>
    evidence.some(({ kind }) => kind === 'commit_message'),
  )
  const length = ({ intent, reasoning = '' }: Region): number => intent.length + reasoning.length
  return [...fromMessage].sort((a, b) => length(b) - length(a))[0]
}
