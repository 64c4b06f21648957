import { omitUndefined } from '@chronicle/schema'
import type { CaseFormat } from '../case-format.ts'
import { RecordFields } from '../record-fields.ts'

/**
 * Tasks over bundles: `{ id, bundle, base, task, patch, files, source }`. `files` are the source files that the patch
 * changes or deletes and that exist at `base`. `source` is `mined`, or the name of the collection of issues.
 */
export const taskLines: CaseFormat = {
  name: 'task-lines',
  fields: ['id', 'bundle', 'base', 'task', 'patch', 'files', 'source'],
  recognises: (record) => 'bundle' in record && 'task' in record && 'files' in record,
  read: (record) => {
    const fields = new RecordFields(record)
    const [id, bundle, base, task] = (['id', 'bundle', 'base', 'task'] as const).map((field) => fields.text(field))
    const goldFiles = fields.paths('files', fields.texts('files'))
    const patch = fields.optionalText('patch')
    const source = fields.text('source')
    if (goldFiles.length === 0 && fields.problems.length === 0) fields.problems.push('files must not be empty')
    if (id === undefined || bundle === undefined || base === undefined || task === undefined) return fields.problems
    if (fields.problems.length > 0) return fields.problems
    return {
      id,
      repository: bundle.replace(/\.bundle$/, ''),
      base,
      task,
      goldFiles,
      ...omitUndefined({ patch }),
      source: source === 'mined' ? 'mined' : 'issue',
    }
  },
}
