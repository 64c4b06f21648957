import { omitUndefined, type Advice, type Finding, type ReadRegion } from '@chronicle/schema'
import { neutralise } from '@chronicle/core/text'
import { contentWords } from '../quality/content-words.ts'
import { findRestatement, type RestatementSources } from '../quality/find-restatement.ts'
import type { StatedText } from './stated-text.ts'

/** The texts of a recorded region. */
export type RecordedWords = Pick<
  ReadRegion,
  'commit' | 'intent' | 'reasoning' | 'constraints' | 'risk_notes' | 'rejected_alternatives' | 'ast_anchor' | 'about'
>

/** A recorded claim about code that the change touches. */
export type TouchedConstraint = Pick<Finding, 'kind' | 'commit' | 'file' | 'anchor' | 'text' | 'gone'>

/** The facts that new statements are compared with. */
export interface AdviceFacts {
  /** The commit that the statements are recorded on. Absent: they are kept for the next commit. */
  readonly commit?: string
  /**
   * Returns what a reader sees of the change at a place without any annotation, or `undefined` when nothing changed
   * there.
   */
  readonly changedAt: (statement: StatedText) => RestatementSources | undefined
  /** Returns what is recorded about a place, except what was just stated. */
  readonly recordedAt: (statement: StatedText) => readonly RecordedWords[]
  /** Recorded constraints that the change touches. */
  readonly touched: readonly TouchedConstraint[]
}

/** Minimum share of common words, among all words of two texts, for the texts to count as the same. */
const SAME_SHARE = 0.75
/** Minimum number of words in each text: shorter texts match by chance. */
const MIN_WORDS = 3
/** Maximum number of entries of each kind. Nobody reads more. */
const MAX_PER_KIND = 5
const MAX_SHOWN_LENGTH = 160

/**
 * Advises whoever recorded something: which statements only repeat the change, which are recorded already, and which
 * recorded constraints of the same code the change may have made wrong. The advice never prevents storing.
 */
export function advise(statements: readonly StatedText[], facts: AdviceFacts): readonly Advice[] {
  const repeats = statements.flatMap((each) => repeatsChange(each, facts))
  const repeated = new Set(repeats.map(({ where }) => where))
  const known = statements.filter(({ where }) => !repeated.has(where)).flatMap((each) => recordedAlready(each, facts))
  const doubted = facts.touched.flatMap((each) => inDoubt(each, statements, facts))
  return [repeats, known, doubted].flatMap((each) => each.slice(0, MAX_PER_KIND))
}

function repeatsChange(statement: StatedText, facts: AdviceFacts): readonly Advice[] {
  const { where, text, field, signature } = statement
  // What was not done shares its words with the subject of what was done instead.
  if (field === 'rejected_alternatives') return []
  const seen = facts.changedAt(statement)
  // A constraint binds whatever it repeats, and the commit's subject is no place where a reader would look for it.
  const sources = field === 'constraints' ? (signature === undefined ? undefined : { signature }) : seen
  const found = sources === undefined ? undefined : findRestatement(text, sources)
  // A constraint may have few words, but one that the signature already states is redundant.
  if (found === undefined || (field === 'constraints' && found.of !== 'signature')) return []
  const message = `${where} ${shown(text)}: ${found.reason} Say why it is so, what must hold, or what was rejected.`
  return [{ kind: 'repeats_change', where, text, message, ...correctionOf(statement, facts) }]
}

function recordedAlready(statement: StatedText, facts: AdviceFacts): readonly Advice[] {
  const { where, text } = statement
  for (const region of facts.recordedAt(statement)) {
    const same = textsOf(region).find((recorded) => haveSameMeaning(text, recorded))
    if (same === undefined) continue
    const message = `${where} ${shown(text)} is recorded already, on ${region.commit.slice(0, 12)}${unitOf(region)}: ${shown(same)}.`
    return [{ kind: 'recorded_already', where, text, message, ...correctionOf(statement, facts) }]
  }
  return []
}

function inDoubt(
  { commit, file, anchor, text, kind, gone }: TouchedConstraint,
  statements: readonly StatedText[],
  facts: AdviceFacts,
): readonly Advice[] {
  if (kind !== 'constraint' || commit === facts.commit) return []
  const isHere = statements.some(
    (each) => each.file === file && (each.anchor === undefined || sameUnit(each.anchor, anchor)),
  )
  // Stating a constraint again confirms that it still holds.
  if (!isHere || statements.some((each) => haveSameMeaning(each.text, text))) return []
  const place = `${neutralise(file)}${anchor === undefined ? '' : ` ${neutralise(anchor)}`}`
  const what = gone === true ? 'the code it was about is gone' : 'the change touches that code'
  const message = `${commit.slice(0, 12)} records of ${place}: ${shown(text)}; ${what}. If it holds no more, correct it.`
  const unit = omitUndefined({ anchor })
  return [
    {
      kind: 'constraint_in_doubt',
      text,
      message,
      correct: { commit, file, ...unit, field: 'constraints', value: text },
    },
  ]
}

function correctionOf({ file, anchor, field, text }: StatedText, { commit }: AdviceFacts): Pick<Advice, 'correct'> {
  if (commit === undefined) return {}
  return { correct: { commit, file, ...omitUndefined({ anchor }), field, value: text } }
}

function textsOf({
  intent,
  reasoning,
  constraints,
  risk_notes: risks,
  rejected_alternatives: rejected = [],
}: RecordedWords): readonly string[] {
  return [
    intent,
    ...(reasoning === undefined ? [] : [reasoning]),
    ...constraints.map(({ text }) => text),
    ...(risks === undefined ? [] : [risks]),
    ...rejected.flatMap(({ approach, reason }) => [approach, `${approach}: ${reason}`]),
  ]
}

/** Whether two texts say the same, compared by the stems of their content words. */
export function haveSameMeaning(left: string, right: string): boolean {
  const [a, b] = [contentWords(left), contentWords(right)]
  const shared = [...a].filter((word) => b.has(word)).length
  if (Math.min(a.size, b.size) < MIN_WORDS) return left.trim().toLowerCase() === right.trim().toLowerCase()
  return shared / (a.size + b.size - shared) >= SAME_SHARE && isNegated(left) === isNegated(right)
}

/** Negation is compared separately, because `may` and `may never` share their words. */
function isNegated(text: string): boolean {
  return /\b(?:not|never|no|none|without|nobody|nothing|cannot|\w+n't)\b/i.test(text)
}

function sameUnit(stated: string, found: string | undefined): boolean {
  if (found === undefined) return false
  const parts = (name: string): readonly string[] => name.split(/::|[.#/]/)
  const [a, b] = [parts(stated), parts(found)]
  return a.at(-1) === b.at(-1) || a.includes(b.at(-1) ?? '') || b.includes(a.at(-1) ?? '')
}

function unitOf({ ast_anchor: anchor, about }: RecordedWords): string {
  return anchor === undefined || about !== undefined ? '' : ` (${neutralise(anchor.name)})`
}

function shown(text: string): string {
  const line = neutralise(text.replace(/\s+/g, ' ').trim())
  return `"${line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH - 1)}…` : line}"`
}
