import { omitUndefined, type LineRange } from '@chronicle/schema'
import type { CaseFormat } from '../case-format.ts'
import { defineCaseFormat } from '../define-case-format.ts'
import { CASE_SOURCES, type GoldSymbol } from '../evaluation-case.ts'
import type { RecordFields } from '../record-fields.ts'

/** `EvaluationCase` as JSON, so that mined cases can be saved and read again. */
export const evaluationCaseRecords: CaseFormat = defineCaseFormat({
  name: 'evaluation-case',
  fields: ['id', 'repository', 'base', 'task', 'goldFiles', 'source'],
  recognises: (record) => 'repository' in record && 'goldFiles' in record,
  toCase: (fields, record) => {
    const id = fields.text('id')
    const repository = fields.text('repository')
    const base = fields.text('base')
    const task = fields.text('task')
    const goldFiles = fields.paths('goldFiles', fields.texts('goldFiles'))
    const patch = fields.optionalText('patch')
    const sourceName = fields.text('source')
    const source = CASE_SOURCES.find((known) => known === sourceName)
    if (source === undefined && sourceName !== '')
      fields.problems.push(`source must be one of ${CASE_SOURCES.join(', ')}`)
    fields.mustNotBeEmpty('goldFiles', goldFiles)
    const goldSymbols = 'goldSymbols' in record ? symbols(fields) : undefined
    const goldLines = 'goldLines' in record ? lines(record['goldLines'], fields) : undefined
    if (source === undefined) return undefined
    return { id, repository, base, task, goldFiles, ...omitUndefined({ goldSymbols, goldLines, patch }), source }
  },
})

function symbols(fields: RecordFields): readonly GoldSymbol[] {
  return fields.list('goldSymbols').flatMap((item, index) => {
    const { path, name, lines: range } = (item ?? {}) as Readonly<Record<string, unknown>>
    const hasPath = path === undefined || typeof path === 'string'
    if (typeof name !== 'string' || name === '' || !hasPath || !(range === undefined || isRange(range))) {
      fields.problems.push(`goldSymbols[${index}] must have a name, and may have a path and lines`)
      return []
    }
    const [known] = path === undefined ? [] : fields.paths('goldSymbols', [path])
    return [{ ...omitUndefined({ path: known }), name, ...omitUndefined({ lines: range }) }]
  })
}

function lines(value: unknown, fields: RecordFields): Readonly<Record<string, readonly LineRange[]>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value as Record<string, unknown>) : []
  return Object.fromEntries(
    entries.map(([path, ranges]): [string, readonly LineRange[]] => {
      if (Array.isArray(ranges) && ranges.every(isRange)) return [path, ranges]
      fields.problems.push(`goldLines[${JSON.stringify(path)}] must be a list of { start, end }`)
      return [path, []]
    }),
  )
}

function isRange(value: unknown): value is LineRange {
  const { start, end } = (value ?? {}) as Readonly<Record<string, unknown>>
  return isWhole(start) && isWhole(end) && 1 <= start && start <= end
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value)
}
