import { scriptedModel, type ModelAnswer, type ModelTurn, type ScriptedModel } from '@chronicle/testing'
import { validateAnnotation } from '@chronicle/schema/validate'
import { expect } from 'vitest'
import { createAgentWriter, type AgentWriterOptions } from '../src/agent/create-agent-writer.ts'
import type { WriterError, WriterOutcome } from '../src/annotation-writer.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { heartbeatCommit } from './agent-commit.ts'

/** Returns an answer that calls one tool. */
export function calling(name: string, input: object = {}): ModelAnswer {
  return { calls: [{ name, input }] }
}

export function emit(annotation: object): ModelAnswer {
  return calling('emit_annotation', annotation)
}

export function emitConcern(concern: object): ModelAnswer {
  return calling('emit_cross_cutting', concern)
}

/** Returns an answer that there is nothing, or nothing more, to record. */
export function nothing(reason = 'Done.'): ModelAnswer {
  return calling('nothing_to_record', { reason })
}

/** Returns an answer of a model without tools. */
export function json(document: unknown): ModelAnswer {
  return { text: JSON.stringify(document) }
}

/** An answer that reads something and records nothing. */
export const READ_DIFF: ModelAnswer = calling('get_diff')

export const SUMMARY: ModelAnswer = { text: 'Summary: Keeps connections alive.' }

export interface Asked {
  readonly model: ScriptedModel
  readonly outcome?: WriterOutcome
  readonly error?: WriterError
}

type AskOptions = Partial<AgentWriterOptions> & { readonly tools?: boolean; readonly signal?: AbortSignal }

/** Lets a model with this script examine a commit. Asserts that a resulting annotation is valid. */
export async function ask(
  steps: readonly ModelTurn[],
  context: CommitContext = heartbeatCommit(),
  { tools = true, signal, ...options }: AskOptions = {},
): Promise<Asked> {
  const model = scriptedModel(steps, { tools })
  const result = await createAgentWriter({ model, ...options }).write(context, signal === undefined ? {} : { signal })
  return result.match<Asked>(
    (outcome) => {
      if (outcome.annotation !== undefined) expect(validateAnnotation(outcome.annotation).isOk()).toBe(true)
      return { model, outcome }
    },
    (error) => ({ model, error }),
  )
}

/** The same, but asserts success. */
export async function examine(
  ...asked: Parameters<typeof ask>
): Promise<{ readonly model: ScriptedModel; readonly outcome: WriterOutcome }> {
  const { model, outcome, error } = await ask(...asked)
  if (outcome === undefined) throw new Error(JSON.stringify(error))
  return { model, outcome }
}

/** Returns the first message of each request. */
export function openingsOf({ requests }: ScriptedModel): readonly string[] {
  return requests.map(({ messages: [first] }) => (first?.role === 'user' ? first.text : ''))
}

/** Returns the latest tool results, by call; with `request`, those before that request. */
export function resultsOf(
  { requests }: ScriptedModel,
  request = -1,
): readonly { readonly text: string; readonly isError: boolean }[] {
  const message = requests.at(request)?.messages.findLast(({ role }) => role === 'tool')
  return message?.role === 'tool' ? message.results : []
}
