import { omitUndefined, type LineRange, type RepoPath } from '@chronicle/schema'
import { joinRanges } from '../../line-ranges.ts'
import type { CaseFormat } from '../case-format.ts'
import { defineCaseFormat } from '../define-case-format.ts'
import type { RecordFields } from '../record-fields.ts'

/** Folders in which the containers of its source data sets keep the repository. */
const CONTAINER_FOLDER = /^(?:\/testbed\/|\/workspace\/[^/]+\/|\/+)/

/**
 * ContextBench (repository `EuniAI/ContextBench`): `instance_id`, `repo`, `base_commit`, `patch`, and `gold_context`, a
 * list (a JSON text in its tables) of `{ file, start_line, end_line, content }` that people marked as needed. Its
 * annotation files use `inst_id`, `commit` and `gold_ctx`, or `init_ctx` and `add_ctx`, for the same. These are the
 * fields that its own loader reads. The loader does not use the task, which is read from `problem_statement`, as in its
 * source collections. Tests that were marked are gold too.
 */
export const contextBench: CaseFormat = defineCaseFormat({
  name: 'context-bench',
  fields: ['instance_id', 'repo', 'base_commit', 'problem_statement', 'gold_context'],
  recognises: (record) => CONTEXT_FIELDS.some((field) => field in record),
  toCase: (fields, record) => {
    const either = (...names: readonly string[]): string =>
      fields.text(names.find((name) => name in record) ?? names[0] ?? '')
    const id = either('instance_id', 'inst_id')
    const repository = either('repo', 'repo_url')
    const base = either('base_commit', 'commit')
    const task = fields.text('problem_statement')
    const patch = fields.optionalText('patch')
    const spans = CONTEXT_FIELDS.flatMap((field) => (field in record ? goldSpans(field, fields) : []))
    const goldFiles = [...new Set(spans.map(({ path }) => path))]
    fields.mustNotBeEmpty('gold_context', goldFiles)
    const goldLines = Object.fromEntries(
      goldFiles.map((path) => [path, joinRanges(spans.flatMap((span) => (span.path === path ? span.lines : [])))]),
    )
    return { id, repository, base, task, goldFiles, goldLines, ...omitUndefined({ patch }), source: 'issue' }
  },
})

const CONTEXT_FIELDS = ['gold_context', 'gold_ctx', 'init_ctx', 'add_ctx'] as const

function goldSpans(field: string, fields: RecordFields): readonly { path: RepoPath; lines: LineRange }[] {
  return fields.list(field).flatMap((item, index) => {
    const { file, start_line: start, end_line: end } = (item ?? {}) as Readonly<Record<string, unknown>>
    if (typeof file !== 'string' || !isLine(start) || !isLine(end) || end < start) {
      fields.problems.push(`${field}[${index}] must have file, start_line and end_line`)
      return []
    }
    const [path] = fields.paths(field, [file.replaceAll('\\', '/').replace(CONTAINER_FOLDER, '')])
    return path === undefined ? [] : [{ path, lines: { start, end } }]
  })
}

function isLine(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1
}
