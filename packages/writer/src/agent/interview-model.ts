import type { Diagnostic } from '@chronicle/schema'
import type { RedactError } from '@chronicle/core/contracts'
import type { Asker } from './conversation/asker.ts'
import type { ConversationEnd } from './conversation/conversation-end.ts'
import { converse } from './conversation/converse.ts'
import { planParts } from './plan-parts.ts'
import { closingPrompt, openingPrompt, type PartNumber } from './prompts/opening.ts'
import { systemPrompt } from './prompts/system-prompt.ts'
import type { Session } from './session.ts'
import { gatherMaterial } from './single-prompt/gather-material.ts'
import { promptOnce } from './single-prompt/prompt-once.ts'
import { AGENT_TOOLS, CROSS_CUTTING_TOOLS } from './tools/all-tools.ts'

/** Requests of the pass over all parts: it has only to look up what it cites. */
const CLOSING_TURNS = 6

/** How the model is asked. */
export interface Interviewer {
  /** The model can call tools. */
  readonly tools: boolean
  readonly asker: Asker
  readonly redactionFailure: () => RedactError | undefined
}

/** What asking came to, beside the findings. */
export interface Interview {
  /** How the last conversation ended, or the one that ended all. */
  readonly end: ConversationEnd
  /** What the model said last about the whole, or about the largest part. */
  readonly said: string
  readonly diagnostics: readonly Diagnostic[]
}

/** Asks about the commit at once, or about its parts one after the other and then about what connects them. */
export async function interviewModel(session: Session, interviewer: Interviewer): Promise<Interview> {
  const { parts, leftOut } = planParts(session.files, session.limits)
  const diagnostics: Diagnostic[] = []
  if (leftOut.length > 0) {
    const names = leftOut.map(({ path }) => path)
    const message = `The commit is too large to be examined as a whole; the ${names.length} files with the smallest changes were left out: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`
    diagnostics.push({ code: 'files_left_out', severity: 'warning', message, commit: session.context.commit.id })
  }
  let said = ''
  let cutOff: ConversationEnd | undefined
  for (const [index, files] of parts.entries()) {
    const number = parts.length === 1 ? undefined : { number: index + 1, count: parts.length }
    const { end, shortened } = await examine({ ...session, files }, number, interviewer)
    if (shortened.length > 0) {
      const message = `The model has no tools, and not all of the diff fits into one prompt: ${shortened.join(', ')}`
      diagnostics.push({ code: 'diff_shortened', severity: 'warning', message, commit: session.context.commit.id })
    }
    if (end.end === 'failed' || end.end === 'token_budget') return { end, said, diagnostics }
    if (said === '' && end.text !== '') said = end.text
    if (end.end !== 'done') cutOff ??= end
  }
  const { findings } = session
  const last = cutOff ?? { end: 'done', text: said }
  if (parts.length === 1 || findings.regions().length < 2) return { end: last, said, diagnostics }
  const closing = await connect(session, parts.length, interviewer)
  if (closing.end === 'failed' || closing.end === 'token_budget') return { end: closing, said, diagnostics }
  return { end: last, said: /summary:/i.test(closing.text) ? closing.text : said, diagnostics }
}

interface Examined {
  readonly end: ConversationEnd
  readonly shortened: readonly string[]
}

async function examine(session: Session, part: PartNumber | undefined, interviewer: Interviewer): Promise<Examined> {
  const { asker, redactionFailure } = interviewer
  const opening = openingPrompt(session, part)
  if (interviewer.tools) {
    const system = systemPrompt('tools', session)
    const brief = { system, opening, tools: AGENT_TOOLS, maxTurns: session.limits.maxTurns }
    return { end: await converse(brief, session, asker, redactionFailure), shortened: [] }
  }
  const material = await gatherMaterial(session)
  if (material.isErr()) return { end: { end: 'failed', error: redactionFailure() ?? material.error }, shortened: [] }
  const system = systemPrompt('json', session)
  const brief = { system, prompt: `${opening}\n${material.value.text}` }
  return { end: await promptOnce(brief, session, asker, redactionFailure), shortened: material.value.shortened }
}

async function connect(session: Session, parts: number, interviewer: Interviewer): Promise<ConversationEnd> {
  const { asker, redactionFailure } = interviewer
  const opening = closingPrompt(session, session.findings, parts)
  if (interviewer.tools) {
    const system = systemPrompt('tools', session)
    const maxTurns = Math.min(CLOSING_TURNS, session.limits.maxTurns)
    const brief = { system, opening, tools: CROSS_CUTTING_TOOLS, maxTurns, maySayNothing: true }
    return converse(brief, session, asker, redactionFailure)
  }
  const brief = { system: systemPrompt('json', session), prompt: opening, maySayNothing: true }
  return promptOnce(brief, session, asker, redactionFailure)
}
