import { isUtf8Path, type Diagnostic } from '@chronicle/schema'
import type { FileChange } from '../../contracts/git-backend.ts'
import { count } from '../../format/describe-output.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'

/** Maximum number of files that the diagnostic lists by name; the rest is counted. */
const MAX_NAMED = 5

/**
 * Returns each change in a form that can be checked: without a side whose path is not valid UTF-8, so that a file
 * renamed to such a path counts as deleted. A change with no other side is omitted. Reports the files that are not
 * checked.
 */
export function namedChanges(
  changes: readonly FileChange[],
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<FileChange, FileChange> {
  const named = new Map<FileChange, FileChange>()
  const unnamed: string[] = []
  for (const change of changes) {
    const { newPath, oldPath } = change
    const bad = new Set([oldPath, newPath].filter((path) => path !== undefined && !isUtf8Path(path)))
    for (const path of bad) if (path !== undefined) unnamed.push(neutralisePath(path))
    const checked = bad.size === 0 ? change : withoutSides(change, { old: bad.has(oldPath), new: bad.has(newPath) })
    if (checked !== undefined) named.set(change, checked)
  }
  if (unnamed.length > 0) report(notChecked(unnamed))
  return named
}

function withoutSides(change: FileChange, unnamed: Readonly<Record<'old' | 'new', boolean>>): FileChange | undefined {
  const { newBlob, newPath, oldBlob, oldPath, ...rest } = change
  if (!unnamed.new && newPath !== undefined) return { ...rest, status: 'added', newPath, ...(newBlob && { newBlob }) }
  if (unnamed.old || oldPath === undefined) return undefined
  // The hunks belong to the rename. A file that counts as deleted lost every line, like a binary file.
  return { ...rest, status: 'deleted', oldPath, ...(oldBlob && { oldBlob }), binary: true, hunks: [] }
}

function notChecked(paths: readonly string[]): Diagnostic {
  const names = paths.slice(0, MAX_NAMED).join(', ')
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  const what = paths.length === 1 ? `${names} was` : `${count(paths.length, 'changed file')} were`
  const why = `${paths.length === 1 ? 'its name is' : 'the names are'} no UTF-8, and files with such names cannot be told from one another`
  const which = paths.length === 1 ? '' : `: ${names}${more}`
  return { code: 'file_not_checked', severity: 'warning', message: `${what} not checked: ${why}${which}.` }
}
