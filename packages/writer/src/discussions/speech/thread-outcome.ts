import type { DiscussionThread, Speaker } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { explanation, isAside, acceptsAnswer } from './explanation.ts'
import { isJest, readRemark, type ClassifiedRemark } from './classified-remark.ts'

/** The outcome of a thread. */
export interface ThreadOutcome {
  /** The remark that decides the thread: the last one with a reason. */
  readonly reason: ClassifiedRemark & { readonly reason: NonNullable<ClassifiedRemark['reason']> }
  /** The remark of another person that it answers. */
  readonly asked?: ClassifiedRemark
  /** A later remark saying that the code was changed accordingly. */
  readonly accepted?: ClassifiedRemark
  /** Whether it counts as a reason only because it answers a question; none of its words says so. */
  readonly explains: boolean
}

/** Why a thread is not quoted. `unsettled`: nobody says whether the change did what was requested. */
export type UnquotedReason = 'program' | 'no_reason' | 'unsettled'

/**
 * Finds the remark that decides a thread: the last one with a reason, unless it is withdrawn later. A reviewer's
 * request counts if somebody else accepts it, or the host marks the thread as resolved. What the author of the change
 * says counts by itself.
 */
export function threadOutcome(thread: DiscussionThread, author: Speaker): ThreadOutcome | UnquotedReason {
  const remarks = thread.remarks.flatMap((remark) => readRemark(remark) ?? [])
  if (remarks.length === 0) return 'program'
  const stated = remarks.findLastIndex(
    (remark, index) =>
      remark.reason !== undefined && !(index > 0 && isAssent(remark)) && !isJest(remark, remarks[index - 1]),
  )
  // The author's answer to a reviewer's reason may be the better explanation.
  const isAuthors = remarks[stated]?.remark.author.name === author.name
  const explained = isAuthors ? undefined : findExplanation(remarks, stated + 1, author)
  const at = explained?.at ?? stated
  const statement = explained?.answer ?? remarks[stated]
  if (statement?.reason === undefined || isJest(statement, remarks[at - 1])) return 'no_reason'
  const speaker = statement.remark.author.name
  const after = remarks.slice(at + 1)
  const others = after.filter(({ remark }) => remark.author.name !== speaker)
  const stance = others.findLast(({ kind }) => kind !== 'answers')?.kind
  if (statement.kind === 'defers' || stance === 'refuses' || stance === 'defers') return 'unsettled'
  if (after.some((remark) => remark.remark.author.name === speaker && retracts(remark))) return 'unsettled'
  const outcome = { reason: { ...statement, reason: statement.reason }, explains: explained !== undefined }
  const asked = remarks
    .slice(0, at)
    .findLast(({ remark, text }) => remark.author.name !== speaker && /\p{L}{2}/u.test(text))
  if (asked !== undefined && isAside(asked)) return 'no_reason'
  const question = omitUndefined({ asked })
  if (speaker === author.name || isAnswerTo(statement, asked, author)) return { ...outcome, ...question }
  const accepted = others.find(({ kind }) => kind === 'accepts')
  if (accepted !== undefined) return { ...outcome, accepted }
  // A later change of the lines proves nothing, because it may have another cause.
  return thread.resolved === true ? outcome : 'unsettled'
}

/** Maximum number of words in mere agreement. */
const MAX_ASSENT = 12

/** Whether a remark only agrees with an earlier one: `OK, that's a good reason, keep it`. */
function isAssent(remark: ClassifiedRemark): boolean {
  return remark.text.split(/\s+/).length <= MAX_ASSENT && acceptsAnswer(remark)
}

/** Withdraws what the same person said before. */
const RETRACTS =
  /\b(?:you(?:['’]re| are| were) (?:\w+ )?right|i (?:was|am|stand) (?:wrong|mistaken|corrected)|my (?:bad|mistake|fault)|scratch that|never ?mind|i misread|i take (?:that|it|this) back|ignore (?:me|that|what i)|forget (?:it|that|what i)|objection withdrawn|disregard)\b|^\W*(?:hm+\W+)?true\b/i

function retracts({ text }: ClassifiedRemark): boolean {
  return RETRACTS.test(text)
}

/**
 * Returns the author's last answer, at or after `first`, to a remark that asks for a reason, if nobody gives an
 * explicit reason.
 */
function findExplanation(
  remarks: readonly ClassifiedRemark[],
  first: number,
  author: Speaker,
): { readonly at: number; readonly answer: ClassifiedRemark } | undefined {
  for (let at = remarks.length - 1; at >= Math.max(first, 1); at--) {
    const answer = remarks[at]
    if (answer?.remark.author.name !== author.name) continue
    // Many answer twice: first with a joke, then seriously.
    const asked = remarks.slice(0, at).findLast(({ remark }) => remark.author.name !== author.name)
    if (asked === undefined) continue
    const reason = explanation(answer, asked, remarks[at + 1])
    if (reason !== undefined) return { at, answer: { ...answer, reason } }
  }
  return undefined
}

/** Whether a reviewer answers a question of the change's author. */
function isAnswerTo(answer: ClassifiedRemark, asked: ClassifiedRemark | undefined, author: Speaker): boolean {
  return (
    asked !== undefined &&
    asked.remark.author.name === author.name &&
    asked.questions.length > 0 &&
    answer.kind !== 'defers'
  )
}
