import type { Diagnostic } from '@chronicle/schema'
import { commitWarning } from '../commit-warning.ts'
import type { ConversationEnd } from './conversation/conversation-end.ts'
import { converse } from './conversation/converse.ts'
import type { Interviewer } from './interviewer.ts'
import { fitLimits } from './model-facts.ts'
import { planParts } from './plan-parts.ts'
import { closingPrompt, openingPrompt, type PartNumber } from './prompts/opening.ts'
import { systemPrompt } from './prompts/system-prompt.ts'
import type { Session } from './session.ts'
import { gatherMaterial } from './single-prompt/gather-material.ts'
import { promptOnce } from './single-prompt/prompt-once.ts'
import { AGENT_TOOLS, CROSS_CUTTING_TOOLS } from './tools/all-tools.ts'

/** Maximum number of requests in the pass over all parts, which only looks up what it cites. */
const CLOSING_TURNS = 6

/** The result of an interview. What was emitted is in the findings. */
export interface Interview {
  /** The end of the conversation that stopped the interview, or was the first to be skipped or cut off; else `done`. */
  readonly end: ConversationEnd
  /** The model's last text about the commit as a whole, or about the largest part. */
  readonly overview: string
  readonly diagnostics: readonly Diagnostic[]
}

/** Asks the model about the commit at once, or about its parts one by one and then about what connects them. */
export async function interviewModel(session: Session, interviewer: Interviewer): Promise<Interview> {
  const { parts, leftOut } = planParts(session.files, session.limits)
  const diagnostics: Diagnostic[] = []
  if (leftOut.length > 0) {
    const names = leftOut.map(({ path }) => path)
    const message = `The commit is too large to be examined as a whole; the ${names.length} files with the smallest changes were left out: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`
    diagnostics.push(commitWarning(session.context.commit.id, { code: 'files_left_out', message }))
  }
  let overview = ''
  let cutOff: ConversationEnd | undefined
  const queue = [...parts]
  let examined = 0
  while (queue.length > 0) {
    const files = queue.shift() ?? []
    const count = examined + 1 + queue.length
    const number = count === 1 ? undefined : { number: examined + 1, count }
    const acceptedBefore = session.findings.accepted()
    const { end, shortened } = await examine({ ...session, files }, number, interviewer)
    const isTooMuch =
      (end.end === 'failed' && end.error.code === 'context_too_long') ||
      (end.end === 'max_tokens' && session.findings.accepted() === acceptedBefore) ||
      (end.end === 'done' && end.text === SPLIT)
    if (isTooMuch && files.length > 1 && count < MAX_PARTS) {
      const half = Math.ceil(files.length / 2)
      queue.unshift(files.slice(0, half), files.slice(half))
      continue
    }
    examined++
    if (shortened.length > 0) {
      const message = `Not all of the diff fits into one prompt: ${shortened.join(', ')}`
      diagnostics.push(commitWarning(session.context.commit.id, { code: 'diff_shortened', message }))
    }
    // A part that is too long even alone is skipped; the other parts are still examined.
    const isSkipped = end.end === 'failed' && end.error.code === 'context_too_long' && queue.length + examined > 1
    if ((end.end === 'failed' && !isSkipped) || end.end === 'token_budget') return { end, overview, diagnostics }
    if (end.end === 'failed') {
      const message = `${files.map(({ path }) => path).join(', ')} could not be examined: ${end.error.message}`
      diagnostics.push(commitWarning(session.context.commit.id, { code: 'files_left_out', message }))
      cutOff ??= end
      continue
    }
    if (overview === '' && end.text !== '') overview = end.text
    if (end.end !== 'done') cutOff ??= end
  }
  const { findings } = session
  const last = cutOff ?? { end: 'done', text: overview }
  if (examined === 1 || findings.regions().length < 2) return { end: last, overview, diagnostics }
  const closing = await connect(session, examined, interviewer)
  const isOptional = closing.end === 'failed' && closing.error.code === 'context_too_long'
  if (isOptional) return { end: last, overview, diagnostics }
  if (closing.end === 'failed' || closing.end === 'token_budget') return { end: closing, overview, diagnostics }
  return { end: last, overview: /summary:/i.test(closing.text) ? closing.text : overview, diagnostics }
}

interface PartResult {
  readonly end: ConversationEnd
  readonly shortened: readonly string[]
}

/** Marks a part that must be split before it is examined. */
const SPLIT = '\0split'
/** Maximum number of conversations about one commit. */
const MAX_PARTS = 80
/** Maximum number of times that a prompt is shortened. */
const MAX_SHORTENINGS = 6

async function examine(session: Session, part: PartNumber | undefined, interviewer: Interviewer): Promise<PartResult> {
  const { facts } = interviewer
  if (facts.tools) {
    const end = await talk(session, part, interviewer)
    const refusesTools = end.end === 'failed' && end.error.code === 'tools_unsupported'
    if (refusesTools) facts.tools = false
    // A server may silently ignore the tools. Then the model answers with text and calls nothing.
    const ignoresTools = end.end === 'silent' && end.calledNothing === true
    if (!refusesTools && !ignoresTools) return { end, shortened: [] }
    const acceptedBefore = session.findings.accepted()
    const prompted = await prompt(session, part, interviewer)
    if (session.findings.accepted() > acceptedBefore) facts.tools = false
    const isLost = prompted.end.end === 'failed' && prompted.end.error.code !== 'context_too_long'
    return ignoresTools && isLost ? { end, shortened: [] } : prompted
  }
  return prompt(session, part, interviewer)
}

function talk(session: Session, part: PartNumber | undefined, interviewer: Interviewer): Promise<ConversationEnd> {
  const fitting = fit(session, interviewer)
  const [system, opening] = [systemPrompt('tools', fitting), openingPrompt(fitting, part)]
  const { maxTurns } = session.limits
  return converse({ system, opening, tools: AGENT_TOOLS, maxTurns }, session, interviewer)
}

/** Returns the session with limits that fit the known size of the model's context. */
function fit(session: Session, { facts }: Interviewer): Session {
  return { ...session, limits: fitLimits(session.limits, facts) }
}

/** Sends everything in one prompt, and shortens the prompt while it is too long. */
async function prompt(session: Session, part: PartNumber | undefined, interviewer: Interviewer): Promise<PartResult> {
  const { redactionFailure, facts } = interviewer
  for (let attempt = 0; ; attempt++) {
    const before = facts.contextTokens
    const fitting = fit(session, interviewer)
    const material = await gatherMaterial(fitting)
    if (material.isErr()) {
      return { end: { end: 'failed', error: redactionFailure() ?? material.error }, shortened: [] }
    }
    const { text, shortened } = material.value
    // With fewer files per prompt, the model sees their whole changes.
    if (shortened.length > 0 && session.files.length > 1) return { end: { end: 'done', text: SPLIT }, shortened }
    const brief = { system: systemPrompt('json', fitting), prompt: `${openingPrompt(fitting, part)}\n${text}` }
    const end = await promptOnce(brief, session, interviewer)
    const isTooLong = end.end === 'failed' && end.error.code === 'context_too_long' && facts.contextTokens < before
    if (!isTooLong || session.files.length > 1 || attempt >= MAX_SHORTENINGS) return { end, shortened }
  }
}

async function connect(session: Session, parts: number, interviewer: Interviewer): Promise<ConversationEnd> {
  const fitting = fit(session, interviewer)
  const opening = closingPrompt(fitting, session.findings, parts)
  if (interviewer.facts.tools) {
    const system = systemPrompt('tools', fitting)
    const maxTurns = Math.min(CLOSING_TURNS, session.limits.maxTurns)
    const brief = { system, opening, tools: CROSS_CUTTING_TOOLS, maxTurns, allowsNoResult: true }
    return converse(brief, session, interviewer)
  }
  const brief = { system: systemPrompt('json', fitting), prompt: opening, allowsNoResult: true }
  return promptOnce(brief, session, interviewer)
}
