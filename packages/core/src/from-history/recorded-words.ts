import type { CommitId, Region } from '@chronicle/schema'
import { createShownTexts, type ShownTexts } from '../answer/shown-texts.ts'
import { hashText } from '../cache/hash-text.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import { selectRegion } from '../read/select-regions.ts'
import type { QuotedMessage } from './quote-messages.ts'

/** The words recorded about a place on those commits whose messages are quoted too. */
export interface RecordedWords {
  readonly byCommit: ReadonlyMap<CommitId, ShownTexts>
  /** Hash of the recorded words and their commits. */
  readonly digest: string
}

/** Whether an answer shows the subject of a commit beside its annotation, as `read` does and `summary` does not. */
export interface SubjectOptions {
  readonly showsSubjects: boolean
}

/** Collects the recorded words that an answer shows for commits whose messages are quoted too. */
export function recordedWords(files: readonly PlacedFile[], anchor: string | undefined): RecordedWords {
  const words = new Map<CommitId, string[]>()
  for (const { candidates, regions, scope } of files) {
    const asked = { ranges: scope.ranges, units: scope.units, anchor }
    for (const region of regions) {
      const { commit, retracted } = region
      if (retracted || !candidates.messageReasons.has(commit) || selectRegion(region, asked) === undefined) continue
      const known = words.get(commit) ?? []
      known.push(...textsOf(region.region))
      words.set(commit, known)
    }
  }
  return { byCommit: shownTexts(words), digest: hashText(JSON.stringify([...words].sort())) }
}

/** Collects the words of all regions of annotations. */
export function wordsOfAnnotations(
  annotations: ReadonlyMap<CommitId, { readonly regions: readonly Region[] }>,
): ReadonlyMap<CommitId, ShownTexts> {
  return shownTexts(new Map([...annotations].map(([commit, { regions }]) => [commit, regions.flatMap(textsOf)])))
}

/**
 * Removes the passages of a message that are recorded on its commit, and the subject if the answer shows it beside the
 * annotation.
 */
export function withoutRecorded(
  own: QuotedMessage,
  shown: ShownTexts | undefined,
  { showsSubjects }: SubjectOptions,
): QuotedMessage {
  if (shown === undefined) return own
  const passages = own.passages.filter(({ text }) => !shown.has(text))
  return { ...own, isRepeated: own.isRepeated || showsSubjects, passages }
}

function shownTexts(words: ReadonlyMap<CommitId, readonly string[]>): ReadonlyMap<CommitId, ShownTexts> {
  return new Map(
    [...words].map(([commit, texts]) => {
      const shown = createShownTexts()
      for (const text of texts) shown.add(text)
      return [commit, shown]
    }),
  )
}

function textsOf(region: Region): readonly string[] {
  const {
    constraints,
    evidence,
    intent,
    reasoning = '',
    rejected_alternatives: rejected,
    risk_notes: risk = '',
  } = region
  return [
    ...[intent, reasoning, risk],
    ...constraints.map(({ text }) => text),
    ...rejected.flatMap(({ approach, reason }) => [approach, reason]),
    ...evidence.flatMap(({ quote }) => quote ?? []),
  ]
}
