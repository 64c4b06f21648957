import type { Evidence, Region, RejectedAlternative } from '@chronicle/schema'
import { anchorOfUnit } from '@chronicle/core/annotate'
import { needsPreviousSentence, passagesText, sentenceCues, sentenceRole } from '@chronicle/core/prose'
import { messageRules } from '../heuristic/message/message-rules.ts'
import { rejectedAlternatives } from '../heuristic/message/rejected-alternatives.ts'
import { unitOfLines } from '../heuristic/places/unit-of-lines.ts'
import type { CommitContext } from '../commit-context.ts'
import type { PlacedThread } from './commit-discussion.ts'
import { proposedApproach } from './speech/proposal.ts'
import type { ClassifiedRemark } from './speech/classified-remark.ts'
import type { ThreadOutcome } from './speech/thread-outcome.ts'

/** Maximum length of a quoted question, in characters. A longer one is an argument of its own. */
export const MAX_QUESTION = 300
/** Maximum number of rules in one region. */
const MAX_RULES = 5

/** Turns the outcome of a thread into a region at the thread's lines. All its words come from the thread. */
export async function threadRegion(
  placed: PlacedThread,
  outcome: ThreadOutcome,
  title: string,
  context: CommitContext,
): Promise<Region> {
  const { reason, accepted } = outcome
  const { intent, argument, quotes } = reason.reason
  const sentences = [intent, ...argument.flatMap((passage) => passage.sentences)].filter((each) => each !== '')
  const leans = needsQuestion(intent, argument[0]?.text)
  const question = quotedQuestion(outcome, leans)
  const alternatives = [...rejectedAlternatives(sentences), ...refusedProposal(outcome, sentences)]
  // A request that was met describes the earlier code, so it must read as a remark made then.
  const isDialogue = accepted !== undefined || leans || question !== undefined
  const reasonText = [intent, passagesText(argument)].filter((text) => text !== '').join('\n\n')
  const spoken = [
    ...(question === undefined ? [] : [spokenBy(question.asked, question.paragraphs.join('\n\n'))]),
    spokenBy(reason, reasonText),
    ...(accepted === undefined || accepted.text.split(/\s+/).length < 4
      ? []
      : [spokenBy(accepted, firstLine(accepted))]),
  ]
  const reasoning = isDialogue ? spoken.join('\n\n') : passagesText(argument)
  return {
    ...(await placeOf(placed, context)),
    intent: isDialogue || intent === '' ? title : intent,
    ...(reasoning === '' ? (intent === '' ? { reasoning: reasonText } : {}) : { reasoning }),
    constraints: messageRules(sentences)
      .slice(0, MAX_RULES)
      .map((text) => ({ text, source: 'inferred' })),
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
    rejected_alternatives: alternatives.map(({ approach, reason: why }) => ({ approach, reason: why })),
    evidence: [
      ...quotes.map((quote) => citationOf(reason, quote)),
      ...(question === undefined ? [] : question.paragraphs.map((quote) => citationOf(question.asked, quote))),
      ...(accepted === undefined || !isDialogue ? [] : [citationOf(accepted, firstLine(accepted))]),
    ].filter(({ quote = '' }) => quote.replace(/\s+/g, '').length >= 4),
    corrections: [],
  }
}

/** Returns a citation of a remark. */
export function citationOf({ remark }: Pick<ClassifiedRemark, 'remark'>, quote: string): Evidence {
  return { kind: 'discussion', quote, url: remark.url, author: remark.author.name }
}

/** Returns the paragraphs of a text. Each occurs verbatim in the remark. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/)
}

function spokenBy({ remark }: ClassifiedRemark, words: string): string {
  return `${remark.author.name}: ${words}`
}

/** The question, and the remark that contains it. */
interface QuotedQuestion {
  readonly asked: ClassifiedRemark
  readonly paragraphs: readonly string[]
}

/**
 * Returns what the reason answers: the whole remark if it is short, because a question often depends on the previous
 * sentence; otherwise its last short question. `leans`: the answer means nothing without it, so even thanks are
 * included.
 */
function quotedQuestion({ asked }: ThreadOutcome, leans: boolean): QuotedQuestion | undefined {
  // Without the text it quotes, a question may mean something else.
  if (asked === undefined || (asked.quotesProgram && !leans)) return undefined
  const isShort = asked.text.length <= MAX_QUESTION
  if (isShort && (leans || asked.kind !== 'thanks')) return { asked, paragraphs: paragraphsOf(asked.text) }
  const question = asked.questions.findLast(({ length }) => length <= MAX_QUESTION)
  return question === undefined ? undefined : { asked, paragraphs: [question] }
}

/** Whether a text starts in a way that means nothing without the remark it answers. */
function needsQuestion(intent: string, first = ''): boolean {
  const words = intent === '' ? first : intent
  return (
    needsPreviousSentence(words) ||
    /^\W*(?:because|since|yes|no|yeah|nope|so that|otherwise|it|that|this|they)\b/i.test(words)
  )
}

/** Accepts a proposal, so that it is no reason against it. */
const ACCEPTS_OR_HAS = /^\W*(?:yes|yep|yeah|sure|true|(?:we|it) (?:do|does|already|now)\b)/i

/** Returns a proposal that the answer gives a reason against. */
function refusedProposal(
  { asked, reason, accepted }: ThreadOutcome,
  sentences: readonly string[],
): readonly RejectedAlternative[] {
  if (accepted !== undefined || reason.kind === 'accepts' || ACCEPTS_OR_HAS.test(reason.text)) return []
  const approach = asked?.questions.map(proposedApproach).find((each) => each !== undefined)
  const why = sentences.find(
    (sentence) =>
      /^(?:cause|constraint|rejected|problem)$/.test(sentenceRole(sentence)) ||
      sentenceCues(sentence).has('reason') ||
      sentenceCues(sentence).has('failure'),
  )
  return approach === undefined || why === undefined ? [] : [{ approach, reason: why }]
}

function firstLine({ text }: ClassifiedRemark): string {
  return text.split('\n', 1)[0] ?? ''
}

async function placeOf(
  { path, lines, near }: PlacedThread,
  context: CommitContext,
): Promise<Pick<Region, 'file' | 'ast_anchor' | 'lines'>> {
  if (lines === undefined) return { file: path }
  const text = await context.readFile(path)
  if (text.isErr() || text.value === undefined) return { file: path, lines }
  const { outline } = await context.outline(path, text.value)
  const unit = unitOfLines(outline, lines)
  if (unit === undefined) return near ? { file: path } : { file: path, lines }
  // When the lines are gone, the region is about their unit.
  return { file: path, ast_anchor: anchorOfUnit(unit), lines: near ? unit.lines : lines }
}
