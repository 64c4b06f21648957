import type { CommitId } from '@chronicle/schema'
import type { ReflogEntry } from './reflog.ts'

/** The steps of a rebase, from the reflog of `HEAD`. */
export interface RebaseSteps {
  /** The commit that the branch was rebased onto. */
  readonly onto: CommitId
  /** The last commit of the branch. */
  readonly tip: CommitId
  /** Commits made by hand or by a command, not picked. */
  readonly committed: ReadonlySet<CommitId>
  /** The position of `HEAD` when each commit was made. */
  readonly madeOn: ReadonlyMap<CommitId, CommitId>
}

/** Finds the rebase that made a commit, and its steps. Returns `undefined` if the reflog does not contain it. */
export function findRebase(reflog: readonly ReflogEntry[], made: CommitId): RebaseSteps | undefined {
  const last = reflog.findLastIndex(({ to }) => to === made)
  const start = reflog.findLastIndex(({ action }, index) => index <= last && /^[^:]*\(start\)/u.test(action))
  const begun = reflog[start]
  if (begun === undefined) return undefined
  const next = reflog.findIndex(({ action }, index) => index > start && /^[^:]*\((?:start|abort)\)/u.test(action))
  const steps = reflog.slice(start + 1, next === -1 ? undefined : next)
  const finish = steps.findIndex(({ action }) => /^[^:]*\(finish\)/u.test(action))
  // The last step only moves the branch to its commit and makes none.
  const own = finish === -1 ? steps.slice(0, last - start) : steps.slice(0, finish)
  return {
    onto: begun.to,
    tip: steps[finish]?.to ?? own.at(-1)?.to ?? made,
    madeOn: new Map(own.map(({ from, to }) => [to, from])),
    committed: new Set(own.filter(({ action }) => /^commit\b/u.test(action)).map(({ to }) => to)),
  }
}
