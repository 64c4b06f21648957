import { codedError } from '@chronicle/core/contracts'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import type { CaseFormat, CaseRecord } from './case-format.ts'
import type { EvaluationCase } from './evaluation-case.ts'
import { contextBench } from './formats/context-bench.ts'
import { evaluationCaseRecords } from './formats/evaluation-case-records.ts'
import { expectedContext } from './formats/expected-context.ts'
import { locBench } from './formats/loc-bench.ts'
import { sweBench } from './formats/swe-bench.ts'
import { taskLines } from './formats/task-lines.ts'
import { splitRecords, type RecordText } from './split-records.ts'

/** All known formats. The first that recognises a record reads it, so more specific formats come first. */
export const CASE_FORMATS: readonly CaseFormat[] = [
  evaluationCaseRecords,
  expectedContext,
  taskLines,
  locBench,
  contextBench,
  sweBench,
]

/** A problem in a file of cases. */
export interface CaseProblem {
  /** 1-based number of the line on which the record starts. */
  readonly line: number
  readonly problem: string
}

/**
 * Errors of reading cases. `invalid_evaluation_cases`: `data.problems` lists every `CaseProblem`.
 * `unknown_case_format`: records have no known format; `data.lines` lists the records, `data.formats` the known
 * formats.
 */
export type CaseError = CodedError<'invalid_evaluation_cases' | 'unknown_case_format'>

/** Maximum number of problems in a message; `data` contains all of them. */
const MAX_NAMED_PROBLEMS = 5

/**
 * Parses evaluation cases: a JSON array, one JSON object, or one object per line, in any mixture of formats. One bad
 * record makes the whole file fail, because a result without it would look like a result over all records.
 */
export function readEvaluationCases(
  text: string,
  options: {
    /** Default: `CASE_FORMATS`. */
    readonly formats?: readonly CaseFormat[]
    /** Name of the file, for error messages. */
    readonly file?: string
  } = {},
): Result<readonly EvaluationCase[], CaseError> {
  const formats = options.formats ?? CASE_FORMATS
  const file = options.file ?? 'the cases'
  if (text.startsWith('PAR1')) {
    return invalid(file, [{ line: 1, problem: 'this is a Parquet file; export it as JSON lines' }])
  }
  const problems: CaseProblem[] = []
  const unknown: number[] = []
  const cases: EvaluationCase[] = []
  const lines = new Map<string, number>()
  const records = splitRecords(text.replace(/^\uFEFF/, ''))
  for (const record of records) {
    const parsed = parseRecord(record)
    if (typeof parsed === 'string') {
      problems.push({ line: record.line, problem: parsed })
      continue
    }
    const format = formats.find((known) => known.recognises(parsed))
    if (format === undefined) {
      unknown.push(record.line)
      continue
    }
    const read = format.read(parsed)
    if (!('id' in read)) {
      problems.push(...read.map((problem) => ({ line: record.line, problem: `${problem} (${format.name})` })))
      continue
    }
    const before = lines.get(read.id)
    if (before !== undefined) problems.push({ line: record.line, problem: `id ${read.id} is that of line ${before}` })
    lines.set(read.id, record.line)
    cases.push(read)
  }
  if (records.length === 0) problems.push({ line: 1, problem: 'there are no records' })
  if (problems.length > 0)
    return invalid(
      file,
      [...problems, ...unknown.map(ofNoFormat)].sort((a, b) => a.line - b.line),
    )
  return unknown.length > 0 ? err(unknownFormat(file, unknown, formats)) : ok(cases)
}

function parseRecord({ text }: RecordText): CaseRecord | string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as CaseRecord
    return 'a record must be a JSON object'
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function ofNoFormat(line: number): CaseProblem {
  return { line, problem: 'its fields are those of no known format' }
}

function invalid(file: string, problems: readonly CaseProblem[]): Result<never, CaseError> {
  const named = problems.slice(0, MAX_NAMED_PROBLEMS).map(({ line, problem }) => `line ${line}: ${problem}`)
  const more = problems.length > named.length ? `; and ${problems.length - named.length} more` : ''
  return err(
    codedError(
      'invalid_evaluation_cases',
      `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${file}: ${named.join('; ')}${more}.`,
      { data: { problems } },
    ),
  )
}

function unknownFormat(file: string, lines: readonly number[], formats: readonly CaseFormat[]): CaseError {
  const known = formats.map(({ name, fields }) => `${name} (${fields.join(', ')})`)
  return codedError(
    'unknown_case_format',
    `The records of ${file} at line ${lines.slice(0, MAX_NAMED_PROBLEMS).join(', ')} are of no known format. Known: ${known.join('; ')}.`,
    { data: { lines, formats: formats.map(({ name, fields }) => ({ name, fields })) } },
  )
}
