import { err, ok, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import { formatErrorJson } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import * as z from 'zod'
import { DEFAULT_MAX_TOKENS, type ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import { askWithin, cutToFit } from './budget.ts'
import { describeIssue } from './describe-issue.ts'
import { inputSchema } from './input-schema.ts'
import { withArguments } from './option-arguments.ts'
import type { ToolAnswer, ToolCall } from './tool-answer.ts'

/** The four hints of the protocol, all of them said. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** One tool as it is offered and called. */
export interface ChronicleTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly hints: ToolHints
  readonly inputSchema: JsonSchema
  /** Offered where clients are given documents. */
  readonly outputSchema: JsonSchema
  /** The JSON document of a failure. */
  failureDocument(error: CodedError): ToolAnswer['document']
  /** Answers within the budget of the call. */
  call(input: unknown, host: ServerHost, options: CallOptions): ResultAsync<ToolAnswer, CodedError>
}

/** The parts of which `defineTool` makes a tool. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<
  ChronicleTool,
  'inputSchema' | 'failureDocument' | 'call'
> {
  /** The arguments of this tool alone: `max_tokens` is added, and `verbose` to a tool that only reads. */
  readonly input: Input
  /** What stands for arguments that are usually written otherwise. */
  readonly understand?: (given: unknown) => Result<unknown, CodedError>
  /** The `$schema` of its failures: that of its answers, where the published schema has both. */
  readonly failureSchema: string
  /** Of a tool that only reads, it may be called several times for one answer. */
  readonly run: (args: z.output<Input>, call: ToolCall) => ResultAsync<ToolAnswer, CodedError>
}

/** Nothing is changed, and nothing but the repository is asked. */
export const READ_ONLY: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Something is added, nothing replaced, and the same twice is stored once. */
export const ADDS: ToolHints = { ...READ_ONLY, readOnlyHint: false }

/** Whole numbers from 0; 0 lifts the budget. */
const maxTokens = z.exactOptional(z.number().int().min(0))

/** A tool that checks its arguments itself, so that wrong ones are answered with a coded error as everything is. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): ChronicleTool {
  const { input, understand = ok, failureSchema, run, ...rest } = definition
  const reads = rest.hints.readOnlyHint
  const common = z.object({ ...(reads ? { verbose: z.exactOptional(z.boolean()) } : {}), max_tokens: maxTokens })
  const listed = input.extend(common.shape)

  function call(given: unknown, host: ServerHost, options: CallOptions): ResultAsync<ToolAnswer, CodedError> {
    return safeTry(async function* () {
      const understood = yield* understand(given)
      const parsed = yield* parseArguments(rest.name, listed, understood)
      const { max_tokens: asked, verbose = false, ...own } = parsed as z.output<typeof common> & { verbose?: boolean }
      const args = own as z.output<Input>
      const budget = budgetOf(asked ?? host.defaults.maxTokens ?? DEFAULT_MAX_TOKENS)
      const ask = (most: number | undefined): ResultAsync<ToolAnswer, CodedError> =>
        run(args, { host, options, budget, maxTokens: most, verbose })
      if (reads) return askWithin(budget, host, ask)
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

/** 0 is no budget. */
export function budgetOf(maxTokens: number): number | undefined {
  return maxTokens === 0 ? undefined : maxTokens
}

/** The arguments of a call, or which of them are wrong and which there are. */
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
