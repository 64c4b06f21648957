import type { RepoPath } from '@chronicle/schema'
import { parsePatch } from '../patch/parse-patch.ts'
import { isSourcePath } from './is-source-path.ts'
import type { RecordFields } from './record-fields.ts'

/**
 * The source files that a patch changes or deletes; where it changes none, the other files that it does. A patch that
 * only adds files leaves nothing to find, and has none. What is wrong with the patch is added to the problems.
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
