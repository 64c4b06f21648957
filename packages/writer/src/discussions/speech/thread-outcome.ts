import type { DiscussionThread, Speaker } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { explanation, isBeside, isConvinced } from './explanation.ts'
import { isJest, readRemark, type ReadRemark } from './read-remark.ts'

/** What a thread came to. */
export interface ThreadOutcome {
  /** The remark that ended it: the last one that says why. */
  readonly reason: ReadRemark & { readonly reason: NonNullable<ReadRemark['reason']> }
  /** What it answers, said by somebody else. */
  readonly asked?: ReadRemark
  /** What followed it and says that the code was changed for it. */
  readonly accepted?: ReadRemark
  /** None of its words says that it is a reason: it is one as the answer to what was asked. */
  readonly explains: boolean
}

/** Why nothing of a thread is quoted. `unsettled`: nobody says whether the change did what was asked for. */
export type SilentThread = 'program' | 'no_reason' | 'unsettled'

/**
 * Finds the remark that ended a thread: the last one that gives a reason, if what follows does not take it back. What a
 * reviewer asks for counts when somebody else accepts it, or the host says that the thread was resolved; what the
 * author of the change says counts as it stands.
 */
export function threadOutcome(thread: DiscussionThread, author: Speaker): ThreadOutcome | SilentThread {
  const remarks = thread.remarks.flatMap((remark) => readRemark(remark) ?? [])
  if (remarks.length === 0) return 'program'
  const stated = remarks.findLastIndex(
    (remark, index) =>
      remark.reason !== undefined && !(index > 0 && isAssent(remark)) && !isJest(remark, remarks[index - 1]),
  )
  // What a reviewer gives a reason against may have an answer that is better than that.
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
  if (asked !== undefined && isBeside(asked)) return 'no_reason'
  const question = omitUndefined({ asked })
  if (speaker === author.name || isAnswerTo(statement, asked, author)) return { ...outcome, ...question }
  const accepted = others.find(({ kind }) => kind === 'accepts')
  if (accepted !== undefined) return { ...outcome, accepted }
  // That the lines were changed since may have another cause.
  return thread.resolved === true ? outcome : 'unsettled'
}

/** More words say something of their own. */
const MAX_ASSENT = 12

/** Whether a remark only says that what was said before is right: `OK, that's a good reason, keep it`. */
function isAssent(remark: ReadRemark): boolean {
  return remark.text.split(/\s+/).length <= MAX_ASSENT && isConvinced(remark)
}

/** Takes back what its speaker said before. */
const RETRACTS =
  /\b(?:you(?:['’]re| are| were) (?:\w+ )?right|i (?:was|am|stand) (?:wrong|mistaken|corrected)|my (?:bad|mistake|fault)|scratch that|never ?mind|i misread|i take (?:that|it|this) back|ignore (?:me|that|what i)|forget (?:it|that|what i)|objection withdrawn|disregard)\b|^\W*(?:hm+\W+)?true\b/i

function retracts({ text }: ReadRemark): boolean {
  return RETRACTS.test(text)
}

/** The last answer of the author from `first` on to what asks for a reason, where nobody says one in so many words. */
function findExplanation(
  remarks: readonly ReadRemark[],
  first: number,
  author: Speaker,
): { readonly at: number; readonly answer: ReadRemark } | undefined {
  for (let at = remarks.length - 1; at >= Math.max(first, 1); at--) {
    const answer = remarks[at]
    if (answer?.remark.author.name !== author.name) continue
    // Many answer twice: in jest, and then in earnest.
    const asked = remarks.slice(0, at).findLast(({ remark }) => remark.author.name !== author.name)
    if (asked === undefined) continue
    const reason = explanation(answer, asked, remarks[at + 1])
    if (reason !== undefined) return { at, answer: { ...answer, reason } }
  }
  return undefined
}

/** Whether a reviewer answers what the author of the change asked. */
function isAnswerTo(answer: ReadRemark, asked: ReadRemark | undefined, author: Speaker): boolean {
  return (
    asked !== undefined &&
    asked.remark.author.name === author.name &&
    asked.questions.length > 0 &&
    answer.kind !== 'defers'
  )
}
