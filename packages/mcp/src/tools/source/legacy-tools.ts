import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import type { JsonSchema } from '@chronicle/schema/json'
import { codedError } from '@chronicle/core/contracts'
import type { SourceMode } from '@chronicle/source'
import { READ_ONLY, type ChronicleTool } from '../chronicle-tool.ts'
import { showInvisible } from '../show-invisible.ts'
import { readSource, sourceFailure } from './read-source.ts'
import { sourceOutputOutline, modelRequestSchema } from './source-schemas.ts'

type Values = Readonly<Record<string, unknown>>

/** A legacy tool: a mode of `read`, whose `target` it calls `subject`. */
interface LegacyTool {
  readonly name: string
  readonly mode: SourceMode
  readonly subject: 'path' | 'symbol'
  readonly title: string
}

/** The tools that `read` replaces, for agents that were instructed to call them. */
export const LEGACY_TOOLS: readonly ChronicleTool[] = (
  [
    { name: 'read_file', mode: 'file', subject: 'path', title: 'Read a file' },
    { name: 'read_symbol', mode: 'symbol', subject: 'symbol', title: 'Read a symbol' },
    { name: 'get_snippet', mode: 'snippet', subject: 'path', title: 'Read some lines of a file' },
    { name: 'dry_run_diff', mode: 'diff_preview', subject: 'path', title: 'Preview a change of a file' },
  ] satisfies readonly LegacyTool[]
).map(defineLegacyTool)

function defineLegacyTool(tool: LegacyTool): ChronicleTool {
  const { name, mode, subject, title } = tool
  const { target, ...rest } = modelRequestSchema(mode)['properties'] as Readonly<Record<string, JsonSchema>>
  const properties = { [subject]: target, ...rest }
  const required = (modelRequestSchema(mode)['required'] as readonly string[]).map((key) =>
    key === 'target' ? subject : key,
  )
  return {
    name,
    title: `${title} (deprecated)`,
    description: `Deprecated: use read with mode='${mode}', which takes the same, with ${subject} as target. ${title}.`,
    hints: READ_ONLY,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    outputSchema: sourceOutputOutline,
    failureDocument: sourceFailure,
    call(input, host, options) {
      const request = modernRequest(tool, Object.keys(properties), input)
      return request.asyncAndThen((understood) => readSource(understood, host, options))
    },
  }
}

/** Converts the arguments to a request of `read`. Errors use the old tool's names. */
function modernRequest(
  { name, mode, subject }: LegacyTool,
  parameters: readonly string[],
  input: unknown,
): Result<Values, CodedError<'INVALID_ARGS'>> {
  const { [subject]: target, ...rest } = (input ?? {}) as Values
  const unknown = Object.keys(rest).filter((key) => !parameters.includes(key))
  const problems = [
    ...(typeof target === 'string' && target !== ''
      ? []
      : [{ param: subject, message: `${subject} is required, and is a text.` }]),
    ...unknown.slice(0, 10).map((param) => {
      const shown = showInvisible(JSON.stringify(param.slice(0, 60)))
      return { param, message: `${shown} is no argument of ${name}. Remove it, or use read.` }
    }),
  ]
  if (problems.length === 0) return ok({ ...rest, mode, target })
  const message = `${problems.map((problem) => problem.message).join(' ')} It takes: ${parameters.join(', ')}.`
  return err(codedError('INVALID_ARGS', message, { data: { problems } }))
}
