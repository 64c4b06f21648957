import type { RepoPath } from '@chronicle/schema'
import { parsePatch } from '../patch/parse-patch.ts'
import { isSourcePath } from './is-source-path.ts'
import type { RecordFields } from './record-fields.ts'

/**
 * Returns the source files that a patch changes or deletes or, if there are none, the other files that it changes or
 * deletes. A patch that only adds files has none, because there is nothing to find. Problems of the patch are added to
 * `fields`.
 */
export function patchGoldFiles(field: string, patch: string, fields: RecordFields): readonly RepoPath[] {
  if (patch.trim() === '') {
    if (fields.problems.length === 0) fields.problems.push(`${field} names no gold files, and there is no patch`)
    return []
  }
  const parsed = parsePatch(patch)
  if (parsed.isErr()) {
    fields.problems.push(`patch: ${parsed.error.message}`)
    return []
  }
  const changed = parsed.value.flatMap(({ oldPath }) => (oldPath === undefined ? [] : [oldPath]))
  const paths = fields.paths('patch', changed)
  const source = paths.filter(isSourcePath)
  return source.length > 0 ? source : paths
}
