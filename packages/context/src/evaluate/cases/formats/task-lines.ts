import { omitUndefined } from '@chronicle/schema'
import type { CaseFormat } from '../case-format.ts'
import { defineCaseFormat } from '../define-case-format.ts'

/**
 * Tasks over bundles: `{ id, bundle, base, task, patch, files, source }`. `files` are the source files that the patch
 * changes or deletes and that exist at `base`. `source` is `mined`, or the name of the issue collection.
 */
export const taskLines: CaseFormat = defineCaseFormat({
  name: 'task-lines',
  fields: ['id', 'bundle', 'base', 'task', 'patch', 'files', 'source'],
  recognises: (record) => 'bundle' in record && 'task' in record && 'files' in record,
  toCase: (fields) => {
    const id = fields.text('id')
    const repository = fields.text('bundle').replace(/\.bundle$/, '')
    const base = fields.text('base')
    const task = fields.text('task')
    const goldFiles = fields.paths('files', fields.texts('files'))
    const patch = fields.optionalText('patch')
    const source = fields.text('source') === 'mined' ? 'mined' : 'issue'
    fields.mustNotBeEmpty('files', goldFiles)
    return { id, repository, base, task, goldFiles, ...omitUndefined({ patch }), source }
  },
})
