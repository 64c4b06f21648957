import { nearestPaths, neutralisePath } from '@chronicle/core/text'
import type { Diagnostic, RepoPath, TaskQuery } from '@chronicle/schema'
import { withoutMention } from './explicit-paths.ts'

/** Maximum number of missing paths to report. */
const MAX_REPORTED = 3
/** A file of source or configuration, in a folder. Other names may be of something else, such as `and/or` or a module. */
const FILE = /^(?:\.\/)?(?:[\w.@+-]+\/)+[\w.@+-]*\w\.[a-z]\w{0,4}$/iu

/**
 * Returns warnings about files that the title of a task names by a path that no file ends with, with the nearest paths.
 * A task may name the file to create.
 */
export function missingPaths(
  { file_hints: hints, title = '' }: Pick<TaskQuery, 'file_hints' | 'title'>,
  paths: readonly RepoPath[],
): readonly Diagnostic[] {
  const exists = (hint: string): boolean =>
    paths.some((path) => path === hint || path.endsWith(`/${hint}`) || hint.endsWith(`/${path}`))
  return hints
    .filter((hint) => FILE.test(hint) && title.includes(hint))
    .map((hint) => withoutMention(hint.replace(/^\.\//u, ''), exists))
    .filter((path) => !exists(path))
    .slice(0, MAX_REPORTED)
    .map((path) => {
      const nearest = nearestPaths(path, paths).map(neutralisePath)
      const others = nearest.length === 0 ? '' : ` The nearest: ${nearest.join(', ')}.`
      return {
        code: 'path_not_found',
        severity: 'warning',
        message: `There is no file ${neutralisePath(path)}, which the task names.${others}`,
        path,
      }
    })
}
