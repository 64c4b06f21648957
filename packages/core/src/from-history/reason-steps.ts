import type { HistoryPassage, HistoryReason } from '@chronicle/schema'
import { leansOnSubject } from '../prose/leans-on-subject.ts'
import { withoutUnnamedFailures } from '../prose/sentence-cues.ts'
import { sentenceValue } from '../prose/sentence-value.ts'
import { leansBack, splitSentences } from '../prose/split-sentences.ts'

/** A part of a reason that may be withheld: its subject, or a passage by its position. */
export interface ReasonStep {
  readonly reason: number
  readonly part: 'summary' | number
}

/** How much a message counts that is about more than the place asked for. */
const ABOUT_WEIGHT: Readonly<Record<NonNullable<HistoryReason['about']>, number>> = {
  enclosing_unit: 0.9,
  file: 0.8,
  change: 0.6,
}
/**
 * How fast a message says less about each file, the more files its commit changed: what changed ten times as many counts
 * 0.28 times as much. This and `AGE` are fitted: the exponents of a Poisson regression of the labelled facts of the half to
 * choose by (`docs/agent-cost.md`).
 */
const SPREAD = 0.55
/** How much less the oldest of several commits counts than the newest: the older, the likelier it is overtaken. */
const AGE = 0.8
/** What was undone or fixed tells less about the code of today. */
const REPLACED_WEIGHT = 0.4
/** What each further part of a commit is worth beside the one before: it adds less to the reason. */
const FURTHER = 0.72
/** A subject without a body is worth less than a sentence that argues; one above a body names what that says. */
const SUBJECT_WEIGHT = 0.05
/** A revert tells what was tried and given up, and seldom has a body. */
const REVERT_VALUE = 0.7
/** Characters that a part costs beside its own. */
const OVERHEAD = 40

interface Part {
  readonly step: ReasonStep
  readonly value: number
  readonly length: number
  /** It points to the part before it, and is not taken without that. */
  readonly leans: boolean
}

interface RankedPart {
  readonly step: ReasonStep
  readonly density: number
}

/** How the parts of reasons are ranked. */
export interface RankingOptions {
  /** Names of the code asked about. */
  readonly names?: readonly string[]
  /** Keep the subject of a commit as long as any of its passages: for a reader who does not know the code yet. */
  readonly keepSubjects?: boolean
}

/**
 * Every part once, the one that is missed least first: by what it is worth for each character, a further part of the same
 * commit less than the one before. `reasons` is in the order of the answer, the newest first.
 */
export function reasonSteps(
  reasons: readonly HistoryReason[],
  { keepSubjects = false, names = [] }: RankingOptions,
): readonly ReasonStep[] {
  const ranked = reasons.flatMap((reason, index) => {
    const weight = weightOf(reason) * Math.exp((-AGE * index) / Math.max(1, reasons.length - 1))
    const isKept = ({ part }: ReasonStep): boolean => keepSubjects && part === 'summary'
    const parts = partsOf(reason, index, names)
      .reduce<readonly RankedPart[]>((before, { leans, length, step, value }) => {
        const density = (weight * value) / (length + OVERHEAD)
        const most = leans ? (before.at(-1)?.density ?? Infinity) : Infinity
        return [...before, { step, density: Math.min(density, most) }]
      }, [])
      .toSorted((a, b) => Number(isKept(b.step)) - Number(isKept(a.step)) || b.density - a.density)
    const best = parts.reduce((most, { density }) => Math.max(most, density), 0)
    let least = Infinity
    return parts.map(({ density, step }, position) => {
      // A part never counts more than those of its commit that are taken before it.
      least = Math.min(least, isKept(step) ? best : density * FURTHER ** position)
      return { step, density: least }
    })
  })
  return ranked
    .map((each, position) => ({ ...each, position }))
    .sort((a, b) => a.density - b.density || b.position - a.position)
    .map(({ step }) => step)
}

/** The reasons without some parts; one that has none left goes. A passage that points back, or ends the sentence of its subject, keeps it. */
export function withoutParts(
  reasons: readonly HistoryReason[],
  dropped: readonly ReasonStep[],
): readonly HistoryReason[] {
  if (dropped.length === 0) return reasons
  const gone = new Set(dropped.map(({ reason, part }) => `${reason} ${part}`))
  return reasons.flatMap((reason, index) => {
    const { summary, ...rest } = reason
    const isLeft = (passage: number): boolean => !gone.has(`${index} ${passage}`)
    const passages = reason.passages.flatMap((each, passage): readonly HistoryPassage[] => {
      const { continues, ...own } = each
      if (!isLeft(passage)) return []
      return continues === true && passage > 0 && !isLeft(passage - 1) ? [own] : [each]
    })
    // One that leans back may become the first: then the subject would come back, and less would be longer.
    const needsSubject = passages.some(({ text }) => leansOnSubject(text)) || passages[0]?.continues === true
    if (summary !== undefined && (needsSubject || !gone.has(`${index} summary`))) return [{ ...reason, passages }]
    return passages.length === 0 ? [] : [{ ...rest, passages }]
  })
}

function weightOf({ about, files_changed: files = 1, replaced_by: by }: HistoryReason): number {
  return (
    (about === undefined ? 1 : ABOUT_WEIGHT[about]) *
    (by === undefined ? 1 : REPLACED_WEIGHT) *
    Math.max(1, files) ** -SPREAD
  )
}

function partsOf({ passages, summary = '' }: HistoryReason, reason: number, names: readonly string[]): readonly Part[] {
  const parts = passages.map(({ continues, text }, part): Part => {
    const sentences = splitSentences(text.replace(/\s+/gu, ' '))
    const value = sentences.reduce((sum, sentence) => sum + sentenceValue(sentence, { names }), 0)
    const endsSubject = part === 0 && continues === true
    const subject = endsSubject || leansOnSubject(text) ? summary.length : 0
    return { step: { reason, part }, value, length: text.length + subject, leans: leansBack(text) }
  })
  if (summary === '') return parts
  const own = /^Revert\b/u.test(summary)
    ? REVERT_VALUE
    : SUBJECT_WEIGHT * sentenceValue(withoutUnnamedFailures(summary), { names })
  return [...parts, { step: { reason, part: 'summary' }, value: own, length: summary.length, leans: false }]
}
