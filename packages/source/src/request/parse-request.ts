import { codedError } from '@chronicle/core/contracts'
import { nearestNames } from '@chronicle/core/text'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { show } from './parameter-kinds.ts'
import { PARAMETERS, TARGET } from './request-parameters.ts'
import { SOURCE_MODES, type SourceMode, type SourceRequest } from './source-request.ts'

/** One problem of a request. */
export interface RequestProblem {
  /** The parameter; `''` for the request as a whole. */
  readonly param: string
  readonly message: string
}

type Values = Readonly<Record<string, unknown>>

/**
 * Validates a request from outside. All problems are reported together: in the message, and one by one in
 * `data.problems`. Unknown parameters are rejected; `null` counts as absent. Fails with `INVALID_ARGS`.
 */
export function parseSourceRequest(request: unknown): Result<SourceRequest, CodedError<'INVALID_ARGS'>> {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    const message = `A request is an object with mode and target; got ${show(request)}.`
    return invalid([{ param: '', message }])
  }
  const values: Values = Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined && value !== null),
  )
  const mode = SOURCE_MODES.find((known) => known === values['mode'])
  const problems = [
    ...headProblems(values, mode),
    ...parameterProblems(values, mode),
    ...togetherProblems(values, mode),
  ]
  return problems.length > 0 ? invalid(problems) : ok(values as unknown as SourceRequest)
}

function headProblems(values: Values, mode: SourceMode | undefined): readonly RequestProblem[] {
  const problems: RequestProblem[] = []
  const modes = SOURCE_MODES.map((known) => `'${known}'`).join(', ')
  if (values['mode'] === undefined) problems.push({ param: 'mode', message: `mode is required. Use one of ${modes}.` })
  else if (mode === undefined) {
    problems.push({ param: 'mode', message: `mode must be one of ${modes}; got ${show(values['mode'])}.` })
  }
  const { target } = values
  const problem = target === undefined ? 'is required.' : TARGET.problem(target)
  if (problem !== undefined) {
    const what = target === undefined ? ` Give ${mode === 'symbol' ? 'the name or the id of a symbol' : 'a path'}.` : ''
    problems.push({ param: 'target', message: `target ${problem}${what}` })
  }
  return problems
}

function parameterProblems(values: Values, mode: SourceMode | undefined): readonly RequestProblem[] {
  const problems: RequestProblem[] = []
  for (const [param, value] of Object.entries(values)) {
    if (param === 'mode' || param === 'target') continue
    const parameter = Object.hasOwn(PARAMETERS, param) ? PARAMETERS[param] : undefined
    if (parameter === undefined) {
      problems.push({ param, message: unknownParameter(param, mode) })
    } else if (mode !== undefined && parameter.modes?.includes(mode) === false) {
      const modes = parameter.modes.map((valid) => `mode='${valid}'`).join(' or ')
      problems.push({ param, message: `${param} is only valid for ${modes}. Remove it or switch mode.` })
    } else {
      const problem = parameter.problem(value)
      // A problem in a list starts with its index: `edits[0].old_text …`.
      if (problem !== undefined)
        problems.push({ param, message: param + (problem.startsWith('[') ? '' : ' ') + problem })
    }
  }
  return problems
}

function unknownParameter(param: string, mode: SourceMode | undefined): string {
  const valid = Object.entries(PARAMETERS)
    .filter(([, { modes }]) => mode === undefined || modes === undefined || modes.includes(mode))
    .map(([name]) => name)
  const [nearest] = nearestNames(param.slice(0, 60), valid, 1)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const where = mode === undefined ? '' : ` of mode='${mode}'`
  return `${show(param)} is not a parameter${where}. Remove it.${hint}`
}

function togetherProblems(values: Values, mode: SourceMode | undefined): readonly RequestProblem[] {
  const problems: RequestProblem[] = []
  const { start_line: start, end_line: end, cursor, offset, content, edits } = values
  if (cursor !== undefined && offset !== undefined) {
    problems.push({ param: 'offset', message: 'cursor already says where to go on. Remove offset.' })
  }
  if (mode === 'snippet' && start === undefined) {
    problems.push({ param: 'start_line', message: "start_line is required for mode='snippet'." })
  }
  if (mode === 'snippet' && Number.isInteger(start) && Number.isInteger(end) && (start as number) > (end as number)) {
    const message = `end_line (${String(end)}) is before start_line (${String(start)}). Lines start at 1, and both are included.`
    problems.push({ param: 'end_line', message })
  }
  if (mode === 'diff_preview' && content !== undefined && edits !== undefined) {
    problems.push({ param: 'edits', message: 'content and edits exclude each other. Remove one of them.' })
  }
  return problems
}

const MAX_PROBLEMS = 10

function invalid(problems: readonly RequestProblem[]): Result<never, CodedError<'INVALID_ARGS'>> {
  const shownProblems = problems.slice(0, MAX_PROBLEMS)
  const more = problems.length > shownProblems.length ? ` And ${problems.length - shownProblems.length} more.` : ''
  const message = shownProblems.map((problem) => problem.message).join(' ') + more
  return err(codedError('INVALID_ARGS', message, { data: { problems: shownProblems } }))
}
