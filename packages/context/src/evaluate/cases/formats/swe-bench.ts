import type { CaseFormat } from '../case-format.ts'
import { defineCaseFormat } from '../define-case-format.ts'
import { patchGoldFiles } from '../patch-gold-files.ts'

/**
 * SWE-bench as published (also its Lite, Verified and Multilingual editions): `instance_id`, `repo` (`owner/name`),
 * `base_commit`, `problem_statement`, `patch` (without test code), `test_patch` and more. The fields are those listed
 * on the cards of the data sets `princeton-nlp/SWE-bench*`. Gold is what `patch` changes in source files. Tests are not
 * used, nor are hints, which were written after the issue.
 */
export const sweBench: CaseFormat = defineCaseFormat({
  name: 'swe-bench',
  fields: ['instance_id', 'repo', 'base_commit', 'problem_statement', 'patch'],
  recognises: (record) => 'instance_id' in record && 'problem_statement' in record,
  toCase: (fields) => {
    const id = fields.text('instance_id')
    const repository = fields.text('repo')
    const base = fields.text('base_commit')
    const task = fields.text('problem_statement')
    const patch = fields.text('patch')
    const goldFiles = patchGoldFiles('patch', patch, fields)
    return { id, repository, base, task, goldFiles, patch, source: 'issue' }
  },
})
