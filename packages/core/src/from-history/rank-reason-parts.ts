import type { HistoryPassage, HistoryReason } from '@chronicle/schema'
import { isHousekeeping } from '../prose/housekeeping.ts'
import { namesCode } from '../prose/names-code.ts'
import { needsSubject, onlySubjectDecides } from '../prose/needs-subject.ts'
import { withoutUnnamedFailures } from '../prose/unnamed-failures.ts'
import { sentenceValue } from '../prose/sentence-value.ts'
import { needsPreviousSentence } from '../prose/previous-sentence.ts'
import { splitSentences } from '../prose/split-sentences.ts'

/** A part of a reason that may be withheld. */
export interface ReasonPart {
  /** Index of the reason. */
  readonly reason: number
  /** The subject of the commit, or a passage by its index. */
  readonly part: 'summary' | number
}

/** Weight of a message whose topic is wider than the queried place. */
const TOPIC_WEIGHT: Readonly<Record<NonNullable<HistoryReason['about']>, number>> = {
  enclosing_unit: 0.9,
  file: 0.8,
  change: 0.6,
}
/**
 * How fast a message says less about each file the more files its commit changed: with ten times the files its weight
 * is 0.28 times as high. This and `AGE_EXPONENT` are exponents of a Poisson regression on labelled facts, fitted on the
 * half of them reserved for such choices (`docs/agent-cost.md`).
 */
const FILES_EXPONENT = 0.55
/**
 * How fast the weight of commits falls with age, from the newest to the oldest of an answer: later ones may have made
 * them obsolete.
 */
const AGE_EXPONENT = 0.8
/** Weight of a commit that was reverted or fixed: it says less about the current code. */
const REPLACED_WEIGHT = 0.4
/** Value of each further part of a commit, relative to the one before: it adds less to the reason. */
const FURTHER_PART = 0.72
/** Weight of the first sentence of a subject: the sentences of a body say more, and so does the rest of a long subject. */
const SUBJECT_WEIGHT = 0.05
/** The same for a commit without passages: nothing else says what was done. */
const LONE_SUBJECT_WEIGHT = 0.2
/** Value of the subject of a revert: it says what was tried and given up, and seldom has a body. */
const REVERT_VALUE = 0.7
/** Number of characters that a part costs besides its own text. */
const OVERHEAD = 40

interface ValuedPart {
  readonly part: ReasonPart
  readonly value: number
  readonly length: number
  /** Whether it cannot be understood without the part before it. */
  readonly needsPrevious: boolean
}

interface RankedPart {
  readonly part: ReasonPart
  /** Value per character. */
  readonly density: number
}

/** Options for ranking the parts of reasons. */
export interface RankingOptions {
  /** Names of the queried code. */
  readonly names?: readonly string[] | undefined
  /**
   * Whether to keep the subject of a commit as long as any of its passages, because it says what they are about.
   * Default: only if it names the queried code, or no code is queried.
   */
  readonly keepSubjects?: boolean | undefined
}

/**
 * Returns all parts of the given reasons in the order in which they can be withheld: lowest value per character first.
 * Each further part of a commit is worth less than the one before. `reasons` must be newest first.
 */
export function rankReasonParts(
  reasons: readonly HistoryReason[],
  { names = [], keepSubjects = names.length === 0 }: RankingOptions,
): readonly ReasonPart[] {
  const ranked = reasons.flatMap((reason, index) => {
    const weight = weightOf(reason) * Math.exp((-AGE_EXPONENT * index) / Math.max(1, reasons.length - 1))
    const keepsSubject = keepSubjects || namesCode(reason.summary ?? '', names)
    const isKept = ({ part }: ReasonPart): boolean => keepsSubject && part === 'summary'
    return rankedParts(partsOf(reason, index, names), weight, isKept)
  })
  return ranked
    .map((each, position) => ({ ...each, position }))
    .sort((a, b) => a.density - b.density || b.position - a.position)
    .map(({ part }) => part)
}

/** Returns the parts of one commit, best first, with falling densities: no part counts more than one before it. */
function rankedParts(
  parts: readonly ValuedPart[],
  weight: number,
  isKept: (part: ReasonPart) => boolean,
): readonly RankedPart[] {
  const bestFirst = parts
    .reduce<readonly RankedPart[]>((before, { length, needsPrevious, part, value }) => {
      const density = (weight * value) / (length + OVERHEAD)
      const most = needsPrevious ? (before.at(-1)?.density ?? Infinity) : Infinity
      return [...before, { part, density: Math.min(density, most) }]
    }, [])
    .toSorted((a, b) => Number(isKept(b.part)) - Number(isKept(a.part)) || b.density - a.density)
  const best = bestFirst.reduce((most, { density }) => Math.max(most, density), 0)
  let least = Infinity
  return bestFirst.map(({ density, part }, position) => {
    least = Math.min(least, isKept(part) ? best : density * FURTHER_PART ** position)
    return { part, density: least }
  })
}

/**
 * Removes parts of reasons. A reason without any part left is removed. A subject stays as long as a passage needs it.
 */
export function withoutParts(
  reasons: readonly HistoryReason[],
  dropped: readonly ReasonPart[],
): readonly HistoryReason[] {
  if (dropped.length === 0) return reasons
  const gone = new Set(dropped.map(({ reason, part }) => `${reason} ${part}`))
  return reasons.flatMap((reason, index) => {
    const { summary, ...rest } = reason
    const isLeft = (part: ReasonPart['part']): boolean => !gone.has(`${index} ${part}`)
    const passages = reason.passages.flatMap((each, passage): readonly HistoryPassage[] => {
      const { continues, ...own } = each
      if (!isLeft(passage)) return []
      return continues === true && passage > 0 && !isLeft(passage - 1) ? [own] : [each]
    })
    // Any of the passages may become the first. If only that one were checked, a subject could come back, and dropping
    // more would make the answer longer.
    const isNeeded = passages[0]?.continues === true || reason.passages.some((_, at) => isLeft(at) && needs(reason, at))
    if (summary !== undefined && (isNeeded || isLeft('summary'))) return [{ ...reason, passages }]
    return passages.length === 0 ? [] : [{ ...rest, passages }]
  })
}

/** Which passages need the subject. Kept, because an answer that is fitted to a budget asks with every step. */
const needed = new WeakMap<HistoryReason, readonly boolean[]>()

/** Whether a passage needs the subject: to be understood, or because the body does not say what was done. */
function needs(reason: HistoryReason, passage: number): boolean {
  let known = needed.get(reason)
  if (known === undefined) {
    const texts = reason.passages.map(({ text }) => text)
    const isUndecided = onlySubjectDecides(reason.summary ?? '', texts)
    known = texts.map((text) => isUndecided || isDetail(text) || needsSubject(text))
    needed.set(reason, known)
  }
  return known[passage] === true
}

/** Whether a text is a note of a change rather than a sentence: the subject says what such notes are details of. */
function isDetail(text: string): boolean {
  return /^(?:[-*+•] |\d+[.)] )|^[\p{Ll}_][^]*[^\p{P}`]$/u.test(text)
}

function weightOf({ about, files_changed: files = 1, replaced_by: by }: HistoryReason): number {
  return (
    (about === undefined ? 1 : TOPIC_WEIGHT[about]) *
    (by === undefined ? 1 : REPLACED_WEIGHT) *
    Math.max(1, files) ** -FILES_EXPONENT
  )
}

function partsOf(whole: HistoryReason, reason: number, names: readonly string[]): readonly ValuedPart[] {
  const { passages, summary = '' } = whole
  const parts = passages.map(({ continues, text }, part): ValuedPart => {
    const sentences = splitSentences(text.replace(/\s+/gu, ' '))
    const value = sentences.reduce((sum, sentence) => sum + sentenceValue(sentence, { names }), 0)
    const withSubject = (part === 0 && continues === true) || needs(whole, part)
    const length = text.length + (withSubject ? summary.length : 0)
    return {
      part: { reason, part },
      value,
      length,
      needsPrevious: needsPreviousSentence(text) || namesEarlierMatter(sentences[0] ?? ''),
    }
  })
  if (summary === '') return parts
  const weight = passages.length === 0 ? LONE_SUBJECT_WEIGHT : SUBJECT_WEIGHT
  const value = /^Revert\b/u.test(summary) ? REVERT_VALUE : subjectValue(withoutUnnamedFailures(summary), weight, names)
  return [...parts, { part: { reason, part: 'summary' }, value, length: summary.length, needsPrevious: false }]
}

/** `this trap`, `these failures`: a matter that an earlier sentence describes. */
const EARLIER_MATTER =
  /\b(?:this|these|those|such an?) (?:\w+ )?(?:traps?|problems?|issues?|bugs?|cases?|situations?|failures?|errors?|crash(?:es)?|deadlocks?|races?|limitations?|scenarios?|mistakes?|regressions?|quirks?|weirdness|mess|dance)\b/i

function namesEarlierMatter(sentence: string): boolean {
  const [found] = EARLIER_MATTER.exec(sentence) ?? []
  if (found === undefined) return false
  const noun =
    found
      .split(' ')
      .at(-1)
      ?.replace(/(?:es|s)$/u, '') ?? ''
  return !sentence.slice(0, sentence.indexOf(found)).toLowerCase().includes(noun.toLowerCase())
}

/** Returns the value of a subject. After its first sentence, a message without a blank line has its body there. */
function subjectValue(summary: string, weight: number, names: readonly string[]): number {
  const [first = '', ...body] = splitSentences(summary)
  if (isHousekeeping(first)) return 0
  return body.reduce(
    (sum, sentence) => sum + sentenceValue(sentence, { names }),
    weight * sentenceValue(first, { names }),
  )
}
