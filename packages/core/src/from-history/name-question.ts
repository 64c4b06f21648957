import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { hashIds, hashText } from '../cache/hash-text.ts'
import { LINE_HISTORY_FORMAT } from '../history/line-history.ts'
import { revisionsKey } from '../history/revisions-key.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import type { ReadError } from '../read/read-error.ts'
import type { ResolvedQuery } from '../read/resolve-query.ts'
import { recordedWords, type SubjectOptions } from './recorded-words.ts'

/** Increase it whenever a change of the rules changes what is quoted. A test compares the quotations. */
export const REASONS_FORMAT = 30

/** Returns a key for the place of a query and its kind of answer, independent of the state of its files. */
export function namePlace({
  anchor,
  files,
  lines,
  showsSubjects,
}: Pick<ResolvedQuery, 'anchor' | 'files' | 'lines'> & SubjectOptions): string {
  return JSON.stringify([files, anchor ?? '', lines?.start ?? 0, lines?.end ?? 0, ...(showsSubjects ? [] : [0])])
}

/**
 * Returns a cache key of everything that an answer from the history depends on: the places in the contents of their
 * files, the revisions of the files, the commits that are not quoted, recorded words that are not quoted again, and the
 * versions of parser and source. Returns `undefined` if there is no such key: the source has no version, or older
 * commits may still be fetched.
 */
export function nameQuestion(
  files: readonly PlacedFile[],
  { context, queried }: PlacingContext,
  told: ReadonlySet<CommitId>,
  { anchor, showsSubjects }: Pick<ResolvedQuery, 'anchor'> & SubjectOptions,
): ResultAsync<string | undefined, ReadError> {
  return safeTry(async function* () {
    const { call, fileHistory, git, historySource, pastAst } = context
    if (historySource?.version === undefined) return ok(undefined)
    const info = yield* git.describe(call)
    if (info.shallow) return ok(undefined)
    const parser = pastAst === undefined ? '' : `${pastAst.name}@${pastAst.version}`
    const makers = [REASONS_FORMAT, LINE_HISTORY_FORMAT, parser, git.name, historySource.name, historySource.version]
    const named: unknown[] = [hashIds([...told].sort())]
    for (const file of files) {
      const { candidates, scope, target } = file
      if (scope.goneSince !== undefined) continue
      const history = yield* fileHistory(queried.head, scope.committedPath, call)
      const { messageReasons } = candidates
      const ranges = scope.ranges?.map(({ end, start }) => [start, end])
      const units = scope.units?.map(({ lines, name }) => [name, lines.start, lines.end])
      const contents = [target.blob, target.committed?.blob ?? '', revisionsKey(history.revisions)]
      named.push([
        scope.path,
        scope.committedPath,
        ...contents,
        ranges ?? 0,
        units ?? 0,
        hashText([...messageReasons].sort().join(' ')),
        messageReasons.size === 0 ? '' : [showsSubjects, recordedWords([file], anchor).digest],
      ])
    }
    return ok(JSON.stringify([makers, named]))
  })
}
