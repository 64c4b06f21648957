import type { GitError, NotesTip } from '@chronicle/core/contracts'
import type { NotesRef, ResultAsync } from '@chronicle/schema'
import type { GitOutcome } from '../git-runner.ts'
import type { Repository } from '../open-repository.ts'

/** Returns the best common ancestors of two tips. */
export function commonTips({ run }: Repository, a: NotesTip, b: NotesTip): ResultAsync<readonly NotesTip[], GitError> {
  return run({ args: ['merge-base', '--all', a, b], exitCodes: [0, 1] }).map(tipsOf)
}

/** Returns the newest former tip of a ref that is an ancestor of `tip`. */
export function formerTip(
  { run }: Repository,
  ref: NotesRef,
  tip: NotesTip,
): ResultAsync<NotesTip | undefined, GitError> {
  const args = ['merge-base', '--fork-point', ref, tip]
  // 1: there is none; 128: the ref does not exist.
  return run({ args, exitCodes: [0, 1, 128] }).map((outcome) => tipsOf(outcome)[0])
}

/** Returns the commits of a history, each before its parents, without those of other histories. */
export function historyOf(
  { run }: Repository,
  tip: NotesTip,
  exclude: readonly NotesTip[] = [],
): ResultAsync<readonly NotesTip[], GitError> {
  return run({ args: ['rev-list', '--topo-order', tip, ...exclude.map((each) => `^${each}`)] }).map(tipsOf)
}

/** Returns the root commits of a history. */
export function rootsOf({ run }: Repository, tip: NotesTip): ResultAsync<readonly NotesTip[], GitError> {
  return run({ args: ['rev-list', '--max-parents=0', tip] }).map(tipsOf)
}

function tipsOf({ stdout }: GitOutcome): readonly NotesTip[] {
  return stdout.toString('latin1').split('\n').slice(0, -1) as NotesTip[]
}
