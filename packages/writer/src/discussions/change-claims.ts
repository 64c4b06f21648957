import type { Evidence } from '@chronicle/schema'
import type { MergedChange } from '@chronicle/core/contracts'
import { passagesText } from '@chronicle/core/prose'
import { joinedWords } from '@chronicle/core/text'
import type { MessageReason } from '../heuristic/message/message-reason.ts'
import { messageRules } from '../heuristic/message/message-rules.ts'
import { readMessage } from '../heuristic/message/read-message.ts'
import { rejectedAlternatives } from '../heuristic/message/rejected-alternatives.ts'
import type { Drafts } from '../heuristic/regions/draft-region.ts'
import { findMessageClaims } from '../heuristic/regions/message-regions.ts'
import type { CommitContext } from '../commit-context.ts'
import { splitAskedHeadings, type HeadingAlternative } from './asked-headings.ts'
import type { WholeDiscussion } from './commit-discussion.ts'
import { describedReason } from './described-reason.ts'
import { asksForReason, explanation, isAside } from './speech/explanation.ts'
import { isJest, readRemark, type ClassifiedRemark } from './speech/classified-remark.ts'
import { isProgramText } from './speech/program-text.ts'
import { spokenText } from './speech/spoken-text.ts'
import { citationOf, MAX_QUESTION, paragraphsOf } from './thread-region.ts'

/** Maximum number of quoted remarks about the change as a whole. */
const MAX_REMARKS = 3
/** Time after the merge in which a remark may still be about whether to merge, in seconds. */
const GRACE = 60 * 60

/** The findings in the discussion of a change as a whole. */
export interface WholeCounts {
  /** Whether the description gives a reason that the commit message lacks. */
  readonly description: boolean
  readonly remarks: number
}

/**
 * Adds the reason that a description gives to the main place of the change, like the reason of a message, together with
 * the decisions of the conversation.
 */
export async function findChangeClaims(
  change: MergedChange,
  whole: WholeDiscussion,
  context: CommitContext,
  drafts: Drafts,
): Promise<WholeCounts> {
  const described = await findDescription(change, whole, context, drafts)
  const read = whole.remarks
    .filter(({ at }) => at <= change.mergedAt + GRACE)
    .flatMap((remark) => readRemark(remark) ?? [])
  const decided = read.flatMap((_, at) => decisionOf(read, at, change) ?? []).slice(-MAX_REMARKS)
  const [main] = drafts.all()
  for (const { remark, reason, asked } of decided) {
    const draft = main ?? drafts.at(undefined)
    draft.intent ??= change.title
    const reasonText = [reason.intent, passagesText(reason.argument)].filter((text) => text !== '').join('\n\n')
    const sentences = [reason.intent, ...reason.argument.flatMap((passage) => passage.sentences)]
    if (asked !== undefined) {
      draft.reasons.push(`${asked.remark.author.name}: ${asked.text}`)
      draft.evidence.push(...paragraphsOf(asked.text).map((quote) => citationOf(asked, quote)))
    }
    draft.reasons.push(`${remark.remark.author.name}: ${reasonText}`)
    draft.constraints.push(...messageRules(sentences))
    draft.rejected.push(
      ...rejectedAlternatives(sentences).map(({ approach, reason: why }) => ({ approach, reason: why })),
    )
    draft.evidence.push(...reason.quotes.map((quote) => citationOf(remark, quote)))
  }
  return { description: described, remarks: decided.length }
}

async function findDescription(
  change: MergedChange,
  { template }: WholeDiscussion,
  context: CommitContext,
  drafts: Drafts,
): Promise<boolean> {
  const { author, description, title, url } = change
  if (author.program || isProgramText(description)) return false
  const { rest, answered } = splitAskedHeadings(spokenText(description, template), '\n\n')
  const message = readMessage(`${title}\n\n${rest}`)
  if (message.boilerplate !== undefined || saysAll(context.commit.message, message.blocks, answered)) return false
  const cite = (quote: string): Evidence => ({ kind: 'discussion', quote, url, author: author.name })
  await findMessageClaims(message, context, drafts, cite, describedReason)
  for (const { approach, reason, quotes } of answered) {
    const draft = drafts.all()[0] ?? drafts.at(undefined)
    draft.rejected.push({ approach, reason })
    draft.evidence.push(...quotes.map(cite))
  }
  return drafts.all().length > 0
}

/** Whether the commit message already contains all the text: hosts copy the description into it. */
function saysAll(
  message: string,
  blocks: readonly { readonly kind: string; readonly text: string }[],
  answered: readonly HeadingAlternative[],
): boolean {
  const words = joinedWords(message)
  const blockTexts = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'bullet').map(({ text }) => text)
  return [...blockTexts, ...answered.flatMap(({ quotes }) => quotes)].every((text) => words.includes(joinedWords(text)))
}

/** Words of a decision. */
const DECIDES =
  /\b(?:we(?:['’]ve| have)? (?:decided|agreed|settled|concluded|went with)|(?:decided|agreed|opted|chose) (?:to|on|that|against|not)|let['’]?s (?:go with|keep|stick|use|not)|the (?:decision|conclusion) (?:is|was)|went (?:with|for)|going with)\b/i

const BEGINS_WITH_PRONOUN = /^\W*(?:they|it|that|this|these|those|he|she)\b/i

interface Decision {
  readonly remark: ClassifiedRemark
  readonly reason: MessageReason
  /** The question it answers, if that is short. */
  readonly asked?: ClassifiedRemark
}

/**
 * Returns what a remark about the change decides: the author gives a reason or answers a question for one, or the
 * remark settles something. The question must be the previous remark, because a conversation has no threads.
 */
function decisionOf(read: readonly ClassifiedRemark[], at: number, { author }: MergedChange): Decision | undefined {
  const [before, remark, next] = [read[at - 1], read[at], read[at + 1]]
  if (remark === undefined || remark.kind === 'defers') return undefined
  const isAuthors = remark.remark.author.name === author.name
  const asked = before !== undefined && before.remark.author.name !== remark.remark.author.name ? before : undefined
  const isAsked = asked !== undefined && asked.questions.length > 0
  const explained = isAuthors && isAsked && asksForReason(asked) ? explanation(remark, asked, next) : undefined
  const reason = isAuthors || DECIDES.test(remark.text) ? (remark.reason ?? explained) : undefined
  if (reason === undefined || isJest(remark, asked) || (asked !== undefined && isAside(asked))) return undefined
  // The pronoun is ambiguous: the previous remark may be about something else.
  if (!isAsked && BEGINS_WITH_PRONOUN.test(remark.text) && !DECIDES.test(remark.text)) return undefined
  return { remark, reason, ...(isAsked && asked.text.length <= MAX_QUESTION && { asked }) }
}
