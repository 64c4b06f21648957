import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { GitError, ModelMessage, RedactError } from '@chronicle/core/contracts'
import { acceptConcern } from '../accept/accept-concern.ts'
import { acceptEmission } from '../accept/accept-emission.ts'
import { countMessage } from '../conversation/drop-old-results.ts'
import { countFindings, describeRegion } from '../findings.ts'
import type { Interviewer } from '../interviewer.ts'
import { fitLimits, learnContext } from '../model-facts.ts'
import type { ConversationEnd } from '../conversation/conversation-end.ts'
import type { Session } from '../session.ts'
import { answerFormat, readDocument } from './answer-format.ts'
import { parseJsonAnswer } from './parse-json-answer.ts'

/** The single prompt of a model without tools. */
export interface PromptBrief {
  readonly system: string
  readonly prompt: string
  /** Whether the model may answer without a result. */
  readonly allowsNoResult?: boolean
}

/** Maximum number of entries in one answer: more than a part of a commit needs. */
const MAX_ENTRIES = 100

/** The first answer, and one that corrects it. */
const ROUNDS = 2
/** Maximum number of answers when some are cut off but each adds a finding. */
const MOST_ROUNDS = 8

/** Sends one prompt, accepts what can be kept, and asks once more for the rest. */
export async function promptOnce(
  brief: PromptBrief,
  session: Session,
  { asker, facts, redactionFailure }: Interviewer,
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
  let last: AnswerOutcome = { problems: [], looks: [], nothing: false, summary: '', truncated: false }
  let rounds = ROUNDS

  for (let round = 1; round <= Math.min(rounds, MOST_ROUNDS); round++) {
    const foundBefore = countFindings(findings)
    const { maxOutputTokens } = fitLimits(limits, facts)
    if (asker.spentTokens() + nextInput > limits.maxTotalTokens) return { end: 'token_budget', text: last.summary }
    const request = { system: system.value, messages: [...messages], maxOutputTokens }
    const answer = await asker.ask(request)
    if (answer.isErr()) {
      const { error } = answer
      if (error.code === 'context_too_long') {
        const sent = messages.reduce((sum, message) => sum + countMessage(message, tokens), tokens.count(system.value))
        learnContext(facts, sent + maxOutputTokens, error.message)
        // What was accepted so far is kept.
        if (emitted()) return { end: 'max_tokens', text: last.summary }
      }
      return { end: 'failed', error }
    }
    const { text, stopReason, usage } = answer.value
    if (stopReason === 'refused') return { end: 'refused', text: '' }
    const outcome = await acceptAnswer(text, session, redactionFailure)
    if (outcome.isErr()) return { end: 'failed', error: outcome.error }
    last = { ...outcome.value, summary: outcome.value.summary === '' ? last.summary : outcome.value.summary }
    const cutOff = last.truncated || stopReason === 'max_tokens'
    if (last.problems.length + last.looks.length === 0 && (emitted() || last.nothing) && !cutOff)
      return { end: 'done', text: last.summary }
    if (brief.allowsNoResult === true && last.problems.length + last.looks.length === 0)
      return { end: 'done', text: last.summary }
    // The rest is requested as long as each answer adds a finding.
    if (cutOff && countFindings(findings) > foundBefore) rounds = Math.max(rounds, round + 1)
    if (round >= Math.min(rounds, MOST_ROUNDS)) {
      if (cutOff) return { end: 'max_tokens', text: last.summary }
      break
    }
    const repair = await asker.clean(repairPrompt(last, cutOff, session))
    if (repair.isErr()) return { end: 'failed', error: repair.error }
    messages.push({ role: 'assistant', text: text.trim() === '' ? '{}' : text, toolCalls: [] })
    messages.push({ role: 'user', text: repair.value })
    nextInput = usage.inputTokens + usage.outputTokens + tokens.count(repair.value)
  }
  return { end: emitted() || last.nothing ? 'done' : 'silent', text: last.summary }
}

interface AnswerOutcome {
  readonly problems: readonly string[]
  /** Recorded entries that the model should check again. */
  readonly looks: readonly string[]
  readonly nothing: boolean
  /** A line `Summary: …`, or empty. */
  readonly summary: string
  readonly truncated: boolean
}

function acceptAnswer(
  text: string,
  session: Session,
  redactionFailure: () => RedactError | undefined,
): ResultAsync<AnswerOutcome, GitError | RedactError> {
  return safeTry(async function* () {
    const json = parseJsonAnswer(text)
    if (json === undefined) {
      return ok({
        problems: ['There is no JSON object in it.'],
        looks: [],
        nothing: false,
        summary: '',
        truncated: false,
      })
    }
    const { annotations, concerns, nothing, summary } = readDocument(json.value)
    const problems: string[] = []
    const looks: string[] = []
    const entries = [
      ...annotations.map((entry, index) => ({ entry, name: `annotations[${index}]`, accept: acceptEmission })),
      ...concerns.map((entry, index) => ({ entry, name: `cross_cutting[${index}]`, accept: acceptConcern })),
    ]
    for (const { entry, name, accept } of entries.slice(0, MAX_ENTRIES)) {
      const accepted = await accept(entry, session)
      const failure = redactionFailure()
      if (failure !== undefined) return err(failure)
      if (accepted.isOk()) {
        const [, advice] = accepted.value.split('\nLook again:\n')
        if (advice !== undefined) looks.push(`${name}: ${advice}`)
        continue
      }
      if ('failed' in accepted.error) return err(accepted.error.failed)
      problems.push(`${name}: ${accepted.error.refused}`)
    }
    const saysNothing = nothing !== undefined && entries.length === 0
    if (saysNothing) session.findings.reportNothing(nothing)
    return ok({
      ...{ problems, looks },
      nothing: saysNothing,
      summary: summary === undefined ? '' : `Summary: ${summary}`,
      truncated: json.truncated,
    })
  })
}

function repairPrompt({ looks, problems }: AnswerOutcome, cutOff: boolean, { files, findings }: Session): string {
  const again = looks.length === 0 ? '' : `\nThis was recorded, and should be looked at again:\n${looks.join('\n')}`
  if (problems.length === 0 && looks.length > 0 && !cutOff) {
    return `${again.trim()}\nAnswer with one JSON object that holds only the entries that change, or with the reason as nothing_to_record if none does.`
  }
  const paths = new Set<string>(files.map(({ path }) => path))
  const recorded = findings.regions().filter(({ file = '' }) => paths.has(file))
  const names = recorded.map(({ file = '', ast_anchor: anchor }) => describeRegion(file, anchor?.name))
  const rest = names.length === 0 ? '' : ` Recorded are: ${names.join(', ')}. Give only the entries that are missing.`
  const what = [...problems.slice(0, 20), ...(cutOff ? [`It broke off: be shorter.${rest}`] : [])]
  const wrong = what.length === 0 ? 'It says neither something nor that there is nothing.' : what.join('\n')
  return `This could not be recorded from your answer:\n${wrong}${again}\nAnswer with one JSON object that holds only what is put right or missing. Leave out what has no evidence. If nothing is left, give the reason as nothing_to_record.`
}
