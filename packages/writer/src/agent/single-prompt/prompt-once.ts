import { err, ok, type Result } from '@chronicle/schema'
import type { GitError, ModelMessage, RedactError } from '@chronicle/core/contracts'
import { acceptConcern } from '../accept/accept-concern.ts'
import { acceptEmission } from '../accept/accept-emission.ts'
import type { Asker } from '../conversation/asker.ts'
import type { ConversationEnd } from '../conversation/conversation-end.ts'
import type { Session } from '../session.ts'
import { answerFormat, readDocument } from './answer-format.ts'
import { parseJsonAnswer } from './parse-json-answer.ts'

/** What a model without tools is asked. */
export interface PromptBrief {
  readonly system: string
  readonly prompt: string
  /** Silence is an answer. */
  readonly maySayNothing?: boolean
}

/** Entries of one answer; more than anybody needs to say about a part of a commit. */
const MAX_ENTRIES = 100

/** The first answer, and one to put right what was wrong with it. */
const ROUNDS = 2

/** Asks once, takes in what can be kept, and asks once more for what could not. */
export async function promptOnce(
  brief: PromptBrief,
  session: Session,
  asker: Asker,
  redactionFailure: () => RedactError | undefined,
): Promise<ConversationEnd> {
  const { limits, tokens, findings } = session
  const system = await asker.clean(brief.system)
  if (system.isErr()) return { end: 'failed', error: system.error }
  const prompt = await asker.clean(`${brief.prompt}\n\n${answerFormat()}`)
  if (prompt.isErr()) return { end: 'failed', error: prompt.error }
  const messages: ModelMessage[] = [{ role: 'user', text: prompt.value }]
  const emittedBefore = findings.accepted()
  const emitted = (): boolean => findings.accepted() > emittedBefore
  let nextInput = tokens.count(system.value) + tokens.count(prompt.value)
  let last: Taken = { problems: [], nothing: false, summary: '', truncated: false }

  for (let round = 1; round <= ROUNDS; round++) {
    if (asker.spentTokens() + nextInput > limits.maxTotalTokens) return { end: 'token_budget', text: last.summary }
    const request = { system: system.value, messages: [...messages], maxOutputTokens: limits.maxOutputTokens }
    const answer = await asker.ask(request)
    if (answer.isErr()) {
      return { end: 'failed', error: answer.error }
    }
    const { text, stopReason, usage } = answer.value
    if (stopReason === 'refused') return { end: 'refused', text: '' }
    const taken = await takeAnswer(text, session, redactionFailure)
    if (taken.isErr()) return { end: 'failed', error: taken.error }
    last = { ...taken.value, summary: taken.value.summary === '' ? last.summary : taken.value.summary }
    const cutOff = last.truncated || stopReason === 'max_tokens'
    if (last.problems.length === 0 && (emitted() || last.nothing) && !cutOff) return { end: 'done', text: last.summary }
    if (brief.maySayNothing === true && last.problems.length === 0) return { end: 'done', text: last.summary }
    if (cutOff && emitted()) return { end: 'max_tokens', text: last.summary }
    if (round === ROUNDS) break
    const repair = await asker.clean(repairPrompt(last, cutOff))
    if (repair.isErr()) return { end: 'failed', error: repair.error }
    messages.push({ role: 'assistant', text: text.trim() === '' ? '{}' : text, toolCalls: [] })
    messages.push({ role: 'user', text: repair.value })
    nextInput = usage.inputTokens + usage.outputTokens + tokens.count(repair.value)
  }
  return { end: emitted() || last.nothing ? 'done' : 'silent', text: last.summary }
}

interface Taken {
  readonly problems: readonly string[]
  readonly nothing: boolean
  /** As a line that says so, or empty. */
  readonly summary: string
  readonly truncated: boolean
}

async function takeAnswer(
  text: string,
  session: Session,
  redactionFailure: () => RedactError | undefined,
): Promise<Result<Taken, GitError | RedactError>> {
  const json = parseJsonAnswer(text)
  if (json === undefined) {
    return ok({ problems: ['There is no JSON object in it.'], nothing: false, summary: '', truncated: false })
  }
  const { annotations, concerns, nothing, summary } = readDocument(json.value)
  const problems: string[] = []
  const entries = [
    ...annotations.map((entry, index) => ({ entry, name: `annotations[${index}]`, accept: acceptEmission })),
    ...concerns.map((entry, index) => ({ entry, name: `cross_cutting[${index}]`, accept: acceptConcern })),
  ]
  for (const { entry, name, accept } of entries.slice(0, MAX_ENTRIES)) {
    const accepted = await accept(entry, session)
    const failure = redactionFailure()
    if (failure !== undefined) return err(failure)
    if (accepted.isOk()) continue
    if ('failed' in accepted.error) return err(accepted.error.failed)
    problems.push(`${name}: ${accepted.error.refused}`)
  }
  const saysNothing = nothing !== undefined && entries.length === 0
  if (saysNothing) session.findings.sayNothing(nothing)
  return ok({
    problems,
    nothing: saysNothing,
    summary: summary === undefined ? '' : `Summary: ${summary}`,
    truncated: json.truncated,
  })
}

function repairPrompt({ problems }: Taken, cutOff: boolean): string {
  const what = [...problems.slice(0, 20), ...(cutOff ? ['It broke off: be shorter.'] : [])]
  const wrong = what.length === 0 ? 'It says neither something nor that there is nothing.' : what.join('\n')
  return `This could not be recorded from your answer:\n${wrong}\nAnswer with one JSON object that holds only what is put right. Leave out what has no evidence. If nothing is left, give the reason as nothing_to_record.`
}
