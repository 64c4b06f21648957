import { omitUndefined } from '@chronicle/schema'
import type { CaseFormat } from '../case-format.ts'
import { defineCaseFormat } from '../define-case-format.ts'
import type { GoldSymbol } from '../evaluation-case.ts'
import { patchGoldFiles } from '../patch-gold-files.ts'
import type { RecordFields } from '../record-fields.ts'

/**
 * Loc-Bench (data set `czlll/Loc-Bench_V1`, of the LocAgent paper, arXiv 2503.09089): the fields of SWE-bench, and
 * `edit_functions`, a list of `path.py:function` and `path.py:Class.method` that exist at the base and that the patch
 * changes. The fields are those that public evaluation programs read. Gold files are those of the gold functions or, if
 * there are none, those of the patch.
 */
export const locBench: CaseFormat = defineCaseFormat({
  name: 'loc-bench',
  fields: ['instance_id', 'repo', 'base_commit', 'problem_statement', 'edit_functions'],
  recognises: (record) => 'instance_id' in record && 'edit_functions' in record,
  toCase: (fields) => {
    const id = fields.text('instance_id')
    const repository = fields.text('repo')
    const base = fields.text('base_commit')
    const task = fields.text('problem_statement')
    const patch = fields.optionalText('patch')
    const goldSymbols = fields.texts('edit_functions').flatMap((entry) => editedFunction(entry, fields))
    const ofFunctions = [...new Set(goldSymbols.flatMap(({ path }) => path ?? []))]
    const goldFiles = ofFunctions.length > 0 ? ofFunctions : patchGoldFiles('edit_functions', patch ?? '', fields)
    return { id, repository, base, task, goldFiles, goldSymbols, ...omitUndefined({ patch }), source: 'issue' }
  },
})

function editedFunction(entry: string, fields: RecordFields): readonly GoldSymbol[] {
  const colon = entry.lastIndexOf(':')
  const name = entry.slice(colon + 1).trim()
  if (colon <= 0 || name === '') {
    fields.problems.push(`edit_functions holds ${JSON.stringify(entry)}, which is not of the form path:function`)
    return []
  }
  const paths = fields.paths('edit_functions', [entry.slice(0, colon)])
  return paths.map((path) => ({ path, name: name.replaceAll('.', '::') }))
}
