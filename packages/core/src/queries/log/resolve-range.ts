import { err, ok, omitEmpty, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import { requireCommit } from '../../contracts/require-commit.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'

/** The ends of a range. Without `from`, the range is the whole history of `to`. */
export interface RangeEnds {
  readonly from?: string
  readonly to: string
  /** For `A...B`: the commits that only one of the two has. */
  readonly symmetric?: true
}

/** Parses `A..B`, `A...B` or a revision. An omitted end is `HEAD`. */
export function parseRange(text: string): RangeEnds {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/su.exec(text) ?? []
  if (from === undefined || to === undefined) return { to: text === '' ? 'HEAD' : text }
  return {
    from: from === '' ? 'HEAD' : from,
    to: to === '' ? 'HEAD' : to,
    ...omitEmpty({ symmetric: dots === '...' }),
  }
}

/** The commits of a range. */
export interface RangeCommits {
  readonly commits: ReadonlySet<CommitId>
  /** Those that are not in the history of the range's end. */
  readonly others: ReadonlySet<CommitId>
}

/** Returns the commits of a range that ends at `to`; `undefined` when the range is the whole history of `to`. */
export function commitsOfRange(
  { from, symmetric }: RangeEnds,
  to: CommitId,
  { call, git }: Pick<ReadContext, 'git' | 'call'>,
): ResultAsync<RangeCommits | undefined, ReadError> {
  return safeTry(async function* () {
    if (from === undefined) return ok(undefined)
    const resolved = yield* requireCommit(git, from, call)
    if (git.history === undefined) {
      const message = `The git backend ${git.name} cannot walk a range. Ask about one revision instead.`
      return err(codedError('unsupported', message))
    }
    const own = yield* git.history({ from: to, exclude: [resolved] }, call)
    const other = yield* symmetric === true ? await git.history({ from: resolved, exclude: [to] }, call) : ok([])
    const others = new Set(other.map(({ id }) => id))
    return ok({ commits: new Set([...own.map(({ id }) => id), ...others]), others })
  })
}
