import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { GitError, RedactError, ToolCall, ToolResult } from '@chronicle/core/contracts'
import type { Interviewer } from '../interviewer.ts'
import type { Session } from '../session.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { NOTHING_TO_RECORD } from '../tools/emit-tools.ts'

/** The results of all calls in one answer. */
export interface ToolRound {
  readonly results: readonly ToolResult[]
  /** Whether the model said that there is nothing to record. */
  readonly nothing: boolean
}

/** Maximum size of all results of one answer, as a multiple of the limit of one result. */
const RESULTS_AT_ONCE = 4

/** Runs the calls in order. A problem with a call becomes a result from which the model can continue. */
export function runTools(
  calls: readonly ToolCall[],
  tools: readonly AgentTool[],
  session: Session,
  { asker, redactionFailure }: Interviewer,
): ResultAsync<ToolRound, GitError | RedactError> {
  return safeTry(async function* () {
    const results: ToolResult[] = []
    let nothing = false
    let room = session.limits.maxResultTokens * RESULTS_AT_ONCE
    for (const { id, name, input } of calls) {
      const tool = tools.find((each) => each.name === name)
      const answer = await answerCall(tool, { name, input }, room > 0, tools, session)
      const failure = redactionFailure()
      if (failure !== undefined) return err(failure)
      const given = yield* answer
      const text = yield* asker.clean(given.text)
      room -= session.tokens.count(text)
      results.push({ id, name, text, isError: given.isError })
      nothing ||= name === NOTHING_TO_RECORD && !given.isError
    }
    return ok({ results, nothing })
  })
}

function answerCall(
  tool: AgentTool | undefined,
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  hasRoom: boolean,
  tools: readonly AgentTool[],
  session: Session,
): ResultAsync<Pick<ToolResult, 'text' | 'isError'>, GitError> {
  return safeTry(async function* () {
    if (tool === undefined) {
      const names = tools.map((each) => each.name).join(', ')
      return ok({ text: `There is no tool ${JSON.stringify(name.slice(0, 60))}. There are: ${names}.`, isError: true })
    }
    if (!hasRoom && tool.name.startsWith('get_')) {
      return ok({ text: 'Too much was asked for at once. Ask for this again, with fewer other calls.', isError: true })
    }
    const answer = await tool.run(input, session)
    if (answer.isOk()) return ok({ text: answer.value, isError: false })
    return 'failed' in answer.error ? err(answer.error.failed) : ok({ text: answer.error.refused, isError: true })
  })
}
