import { err, ok, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import { formatErrorJson } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import * as z from 'zod'
import { DEFAULT_MAX_TOKENS, type ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import { queryWithinBudget, cutToFit } from './budget.ts'
import { describeIssue } from './describe-issue.ts'
import { inputSchema } from './input-schema.ts'
import { withArguments } from './option-arguments.ts'
import type { ToolAnswer, ToolCall } from './tool-answer.ts'

/** The four tool hints of the protocol, all of them set. */
export interface ToolHints {
  /** Whether calls write nothing. */
  readonly readOnlyHint: boolean
  /** Whether calls may delete or replace what is there. */
  readonly destructiveHint: boolean
  /** Whether a repeated call changes nothing more. */
  readonly idempotentHint: boolean
  /** Whether calls reach beyond the repository. */
  readonly openWorldHint: boolean
}

/** A tool as it is listed and called. */
export interface ChronicleTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly hints: ToolHints
  readonly inputSchema: JsonSchema
  /** Listed if answers contain documents. */
  readonly outputSchema: JsonSchema
  /** Returns the JSON document of a failure. */
  failureDocument(error: CodedError): ToolAnswer['document']
  /** Answers within the budget of the call. */
  call(input: unknown, host: ServerHost, options: CallOptions): ResultAsync<ToolAnswer, CodedError>
}

/** The input of `defineTool`. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<
  ChronicleTool,
  'inputSchema' | 'failureDocument' | 'call'
> {
  /** The tool's own arguments. `max_tokens` is added, and `verbose` for a read-only tool. */
  readonly input: Input
  /** Converts common alternative spellings of the arguments. */
  readonly normaliseArguments?: (given: unknown) => Result<unknown, CodedError>
  /** The `$schema` of failures. The same as for answers if the published schema covers both. */
  readonly failureSchema: string
  /** Runs the tool. A read-only tool may be run several times for one answer. */
  readonly run: (args: z.output<Input>, call: ToolCall) => ResultAsync<ToolAnswer, CodedError>
}

/** Changes nothing, and accesses only the repository. */
export const READ_ONLY: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Adds data but replaces none; repeating a call stores nothing new. */
export const ADDS: ToolHints = { ...READ_ONLY, readOnlyHint: false }

/** Adds data, and can remove some. */
export const CHANGES: ToolHints = { ...ADDS, destructiveHint: true }

/** Integers of at least 0; 0 removes the budget. */
const maxTokens = z.exactOptional(z.number().int().min(0))

/** Creates a tool that validates its own arguments, so that wrong ones get a coded error like every other failure. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): ChronicleTool {
  const { input, normaliseArguments = ok, failureSchema, run, ...rest } = definition
  const reads = rest.hints.readOnlyHint
  const common = z.object({ ...(reads && { verbose: z.exactOptional(z.boolean()) }), max_tokens: maxTokens })
  const listed = input.extend(common.shape)

  function call(given: unknown, host: ServerHost, options: CallOptions): ResultAsync<ToolAnswer, CodedError> {
    return safeTry(async function* () {
      const understood = yield* normaliseArguments(given)
      const parsed = yield* parseArguments(rest.name, listed, understood)
      const { max_tokens: asked, verbose = false, ...own } = parsed as z.output<typeof common> & { verbose?: boolean }
      const args = own as z.output<Input>
      const budget = budgetOf(asked ?? host.defaults.maxTokens ?? DEFAULT_MAX_TOKENS)
      const ask = (most: number | undefined): ResultAsync<ToolAnswer, CodedError> =>
        run(args, { host, options, budget, maxTokens: most, verbose })
      if (reads) return queryWithinBudget(budget, host, ask)
      return ask(budget).map((answer) => cutToFit(answer, budget, host))
    })
  }

  return {
    ...rest,
    inputSchema: inputSchema(listed),
    failureDocument: (error) => parseDocument(formatErrorJson(error, failureSchema)),
    call: (given, host, options) =>
      call(given, host, options).mapErr((error) => ({
        ...error,
        message: withArguments(error.message),
      })),
  }
}

/** Returns the budget; 0 means none. */
export function budgetOf(maxTokens: number): number | undefined {
  return maxTokens === 0 ? undefined : maxTokens
}

/** Parses the arguments of a call. The error lists the wrong arguments and all existing ones. */
export function parseArguments<Input extends z.ZodObject>(
  tool: string,
  input: Input,
  given: unknown,
): Result<z.output<Input>, CodedError<'invalid_query'>> {
  const parsed = input.safeParse(given)
  if (parsed.success) return ok(parsed.data)
  const problems = parsed.error.issues.slice(0, 10).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: describeIssue(issue, given, Object.keys(input.shape)),
  }))
  const problemText = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  const message = `Wrong arguments for ${tool}: ${problemText}. It takes: ${Object.keys(input.shape).join(', ')}.`
  return err(codedError('invalid_query', message, { data: { problems } }))
}
