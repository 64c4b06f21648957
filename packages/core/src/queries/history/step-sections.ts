import type { HistoryQueryEcho, HistoryStep, StepLink, StepProvenance } from '@chronicle/schema'
import { placeText } from '../../answer/entry-texts.ts'
import { firstPassages, foldText } from '../../answer/fold-text.ts'
import { subjectTitle } from '../../answer/message-text.ts'
import type { PageBlock } from '../../answer/page.ts'
import { createShownTexts, type ShownTexts } from '../../answer/shown-texts.ts'
import {
  addSharedPlace,
  findSharedSection,
  shownOf,
  type DraftSection,
  type ShownPlaces,
} from '../../answer/shown-places.ts'
import {
  constraintText,
  intentText,
  rejectedText,
  relatedTexts,
  omitRepeated,
  shortenRepeated,
} from '../../format/claim-texts.ts'
import { authorName } from '../../format/names.ts'
import { describeRecording, describeCorrection, shortCommit } from '../../format/describe-region.ts'
import { briefMessage } from '../../from-history/brief-message.ts'
import { commitRemarks } from '../../from-history/commit-remarks.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'

/**
 * Maximum number of characters of a commit message to show, in whole paragraphs. JSON and verbose answers contain all
 * of it.
 */
const MAX_MESSAGE = 600

/** The queried place. */
type Place = Pick<HistoryQueryEcho, 'file' | 'anchor'>

/**
 * Creates a section for each step: its commit, then what was recorded. A step that only repeats what its commit says
 * about another place is listed in that section.
 */
export function stepSections(
  steps: readonly HistoryStep[],
  query: Place,
  verbose: boolean,
  shownPlaces: ShownPlaces = new Map(),
): readonly DraftSection[] {
  return steps.flatMap((step) => {
    const { anchor, commit, file = '', subject } = step
    const known = shownOf(commit, shownPlaces)
    const shared = verbose ? undefined : findSharedSection(step, known)
    const place = placeText(file, anchor, anchor === undefined ? step.lines : undefined)
    if (shared !== undefined) {
      addSharedPlace(shared, ['earlier', place, ...stepFacts(step, verbose)], step)
      return []
    }
    const isElsewhere = file !== query.file || (anchor ?? '') !== (query.anchor ?? '')
    const withLines = placeText(file, anchor, verbose || anchor === undefined ? step.lines : undefined)
    const isNamed = isElsewhere || withLines !== placeText(file, anchor)
    const isNew = verbose || !known.shownTexts.has(subjectTitle(subject))
    for (const text of [subject, subjectTitle(subject)]) known.shownTexts.add(text)
    const date = `${neutralise(step.timestamp.slice(0, 10))} ${shortCommit(commit)}`
    const draft: DraftSection = {
      file,
      claimed: step,
      section: {
        // Further steps of a commit differ in their place.
        heading: [date, isNew ? neutralise(subject) : isNamed ? withLines : '']
          .filter((part) => part !== '')
          .join(' — '),
        facts: [...(isNamed && isNew ? [withLines] : []), ...stepFacts(step, verbose)],
        blocks: stepBlocks(step, verbose, known.shownTexts),
      },
      sharing: new Map(),
    }
    known.drafts.push(draft)
    return [draft]
  })
}

function stepFacts(step: HistoryStep, verbose: boolean): readonly string[] {
  const {
    author,
    context_level,
    gone,
    linked_from: links,
    moved_to: place,
    origin,
    provenance,
    recorded,
    renamed_to,
  } = step
  const by = neutralise(verbose ? author : authorName(author))
  return [
    ...(renamed_to === undefined ? [] : [`now ${neutralise(renamed_to)}`]),
    ...(place === undefined ? [] : [`now ${neutralisePath(place)}`]),
    ...(gone === true ? ['gone'] : []),
    ...(links === undefined ? [] : [`linked from ${links.map(linkText).join(', ')}`]),
    ...(origin === undefined ? [context_level] : ['from the message', ...commitRemarks(step)]),
    ...(provenance.operation === 'initial' ? [] : [provenanceText(provenance)]),
    ...(by === '' ? [] : [`by ${by}`]),
    ...(recorded === undefined ? [] : [neutralise(describeRecording(recorded, context_level))]),
  ]
}

function stepBlocks(step: HistoryStep, verbose: boolean, earlier: ShownTexts): readonly PageBlock[] {
  const { constraints, corrections = [], intent, origin, reasoning = '', rejected_alternatives: rejected = [] } = step
  const shownTexts = verbose ? createShownTexts() : earlier
  const once = (text: string | undefined): string => (verbose ? (text ?? '') : shortenRepeated(text ?? '', shownTexts))
  const ifNew = (text: string | undefined): string => (verbose ? (text ?? '') : omitRepeated(text, shownTexts))
  const message = verbose ? (step.message ?? '') : shortMessage(step)
  const isSubject = [step.subject, subjectTitle(step.subject)].map(foldText).includes(foldText(intent))
  const shownIntent = verbose ? intent : isSubject ? '' : intentText(step, shownTexts)
  for (const text of [reasoning, message]) shownTexts.add(text)
  return [
    { label: 'Intent', text: neutralise(intent) === '' ? '(not recorded)' : shownIntent },
    { label: 'Reasoning', text: reasoning },
    origin === undefined
      ? { label: 'Constraints', entries: constraints.map((rule) => constraintText(rule, step, once)) }
      : { label: 'In comments that are gone', entries: constraints.map(({ text }) => once(text)) },
    { label: 'Corrections', entries: corrections.map(describeCorrection), tone: 'warning' },
    { label: 'Risk', text: once(step.risk_notes) },
    { label: 'Rejected alternatives', entries: rejected.map(rejectedText).map(once) },
    { label: 'Related', entries: relatedTexts(step, once) },
    { label: 'Change', text: step.summary === step.subject ? '' : ifNew(step.summary) },
    { label: 'Message', text: message },
    { label: 'Task', text: ifNew(step.task) },
    ...(verbose ? [{ label: 'Tags', entries: (step.tags ?? []).map(neutralise) }] : []),
  ]
}

/**
 * An inferred step consists only of passages of its message, so the most relevant ones are kept; for a recorded step
 * the message is only additional, and what was inferred from it has its reasons.
 */
function shortMessage({ context_level: level, message, origin, reasoning = '', subject }: HistoryStep): string {
  if (origin === undefined && level === 'inferred' && reasoning !== '') return ''
  return origin === undefined ? firstPassages(message, MAX_MESSAGE) : briefMessage(subject, message ?? '', MAX_MESSAGE)
}

function linkText({ commit, anchor, relationship }: StepLink): string {
  const unit = anchor === undefined ? '' : ` ${neutralise(anchor)}`
  return `${shortCommit(commit)}${unit} (${neutralise(relationship)})`
}

function provenanceText({ operation, derived_from: from = [] }: StepProvenance): string {
  const named = from.slice(0, 3).map(shortCommit)
  const more = from.length > named.length ? ` and ${from.length - named.length} more` : ''
  return `${neutralise(operation)}${named.length === 0 ? '' : ` of ${named.join(', ')}${more}`}`
}
