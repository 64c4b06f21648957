import { err, ok, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import { formatErrorJson } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import type * as z from 'zod'
import type { ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import { inputSchema } from './input-schema.ts'

/** What a tool answers: the document as it is given out, and its short text form. */
export interface ToolAnswer {
  readonly document: Readonly<Record<string, unknown>>
  readonly text: string
}

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
  readonly outputSchema: JsonSchema
  /** What a failure is in structured form. */
  failureDocument(error: CodedError): ToolAnswer['document']
  call(input: unknown, host: ServerHost, options: CallOptions): ResultAsync<ToolAnswer, CodedError>
}

/** What a tool is made from. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<
  ChronicleTool,
  'inputSchema' | 'failureDocument' | 'call'
> {
  readonly input: Input
  /** The `$schema` of its failures: that of its answers, where the published schema has both. */
  readonly failureSchema: string
  readonly run: (
    args: z.output<Input>,
    host: ServerHost,
    options: CallOptions,
  ) => ResultAsync<ToolAnswer, CodedError> | Promise<Result<ToolAnswer, CodedError>>
}

/** Nothing is changed, and nothing but the repository is asked. */
export const READ_ONLY: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** A tool that checks its arguments itself, so that wrong ones are answered with a coded error as everything is. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): ChronicleTool {
  const { input, failureSchema, run, ...rest } = definition
  return {
    ...rest,
    inputSchema: inputSchema(input),
    failureDocument: (error) => parseDocument(formatErrorJson(error, failureSchema)),
    call(given, host, options) {
      const args = parseArguments(definition.name, input, given)
      if (args.isErr()) return new ResultAsync(Promise.resolve(err(args.error)))
      return new ResultAsync(Promise.resolve(run(args.value, host, options)))
    },
  }
}

function parseArguments<Input extends z.ZodObject>(
  tool: string,
  input: Input,
  given: unknown,
): Result<z.output<Input>, CodedError<'invalid_query'>> {
  const parsed = input.safeParse(given)
  if (parsed.success) return ok(parsed.data)
  const problems = parsed.error.issues.slice(0, 10).map(({ path, message }) => {
    const place = path.map(String).join('.')
    return { path: place, message }
  })
  const said = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  const message = `Wrong arguments for ${tool}: ${said}. It takes: ${Object.keys(input.shape).join(', ')}.`
  return err(codedError('invalid_query', message, { data: { problems } }))
}
