import {
  isObjectId,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type CommitId,
  type ResultAsync,
} from '@chronicle/schema'
import { rewritesOfRebase, type RebaseFacts, type Rewrite, type RewrittenPair } from '@chronicle/core/rewrites'
import type { WritingSession } from '../writing/open-session.ts'
import { attempt } from './attempt.ts'
import { carryRewrites } from './carry-rewrites.ts'
import { condenseSquashed } from './condense-squashed.ts'
import { findRebase } from './rebase-facts.ts'
import { readReflog } from './reflog.ts'
import { openRewriteJournal } from './rewrite-journal.ts'
import type { GitHookContext } from './git-hook-context.ts'
import { isRebasing } from './is-rebasing.ts'
import { readPiped } from '../host/read-stdin.ts'

/** Carries annotations over to rewritten commits. */
export function afterRewrite({ io, session, args }: GitHookContext): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const pairs = parsePairs(await readPiped(io))
    const journal = openRewriteJournal(session.info)
    if (pairs.length === 0 || journal === undefined) return ok(undefined)
    const isRebase = args[0] === 'rebase'
    const rewrites = yield* isRebase ? await rebased(session, pairs) : ok(pairs.map(amended))
    yield* attempt('The list of rewritten commits could not be written', () => journal.add(rewrites))
    // During a rebase, the final version of an amended commit is known only at the end.
    if (!isRebase && (await isRebasing(session.info))) return ok(undefined)
    return carryRewrites(session).andThen((squashed) => condenseSquashed(session, squashed))
  })
}

function amended({ from, to }: RewrittenPair): Rewrite {
  return { from: [from], to, operation: 'amend' }
}

function rebased(
  { call, info, repository: { git } }: WritingSession,
  pairs: readonly RewrittenPair[],
): ResultAsync<readonly Rewrite[], CodedError> {
  return safeTry(async function* () {
    const last = pairs.at(-1)
    const [reflog, journal] = yield* attempt('The records of rewritten commits could not be read', () =>
      Promise.all([readReflog(info), openRewriteJournal(info)?.read()]),
    )
    const steps = last && findRebase(reflog, last.to)
    let commits: RebaseFacts['commits']
    if (steps !== undefined && git.history !== undefined) {
      const history = yield* git.history({ from: steps.tip, exclude: [steps.onto] }, call)
      commits = history
    }
    const amends = (journal?.pending ?? [])
      .filter(({ operation }) => operation === 'amend')
      .flatMap(({ from, to }) => from.map((id) => ({ from: id, to })))
    const onTop = (commits ?? []).filter(({ id, parents }) =>
      parents.some((parent) => steps?.madeOn.get(id) === parent),
    )
    const putOnTop = new Set(onTop.map(({ id }) => id))
    const branch = omitUndefined({ commits })
    return ok(rewritesOfRebase({ pairs, amends, ...branch, committed: steps?.committed ?? new Set(), putOnTop }))
  })
}

/** Parses the lines of post-rewrite: the old commit, the new one, and optional extra text. */
function parsePairs(text: string): readonly RewrittenPair[] {
  return text.split('\n').flatMap((line): readonly RewrittenPair[] => {
    const [from = '', to = ''] = line.trim().split(/\s+/u)
    return isObjectId(from) && isObjectId(to) ? [{ from: from as CommitId, to: to as CommitId }] : []
  })
}
