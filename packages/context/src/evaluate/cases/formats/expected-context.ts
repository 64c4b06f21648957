import { omitEmpty } from '@chronicle/schema'
import { hashText } from '@chronicle/core/text'
import type { CaseFormat } from '../case-format.ts'
import { defineCaseFormat } from '../define-case-format.ts'

/**
 * Cases written by hand: `{ task, expected_files, expected_symbols, repo_path }`, optionally with `id` and `base`.
 * Without `base` the case is about `HEAD`. Symbols have no path, and may be qualified with `.` or `::`.
 */
export const expectedContext: CaseFormat = defineCaseFormat({
  name: 'expected-context',
  fields: ['task', 'expected_files', 'repo_path'],
  recognises: (record) => 'task' in record && 'expected_files' in record,
  toCase: (fields, record) => {
    const task = fields.text('task')
    const goldFiles = fields.paths('expected_files', fields.texts('expected_files'))
    const symbols = 'expected_symbols' in record ? fields.texts('expected_symbols') : []
    const repository = fields.optionalText('repo_path') ?? '.'
    const id = fields.optionalText('id') ?? `written-${hashText(`${repository}\n${task}`).slice(0, 10)}`
    const base = fields.optionalText('base') ?? 'HEAD'
    fields.mustNotBeEmpty('expected_files', goldFiles)
    return {
      id,
      repository,
      base,
      task,
      goldFiles,
      ...omitEmpty({ goldSymbols: symbols.map((name) => ({ name: name.replaceAll('.', '::') })) }),
      source: 'written',
    }
  },
})
