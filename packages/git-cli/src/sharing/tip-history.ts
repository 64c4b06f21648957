import type { NotesTip } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'
import type { Repository } from '../open-repository.ts'

/** The best common ancestors of two tips. */
export async function commonTips(
  { runner }: Repository,
  [a, b]: readonly [NotesTip, NotesTip],
  signal: AbortSignal | undefined,
): Promise<readonly NotesTip[]> {
  const { stdout } = await runner.run({ args: ['merge-base', '--all', a, b], exitCodes: [0, 1], signal })
  return tipsOf(stdout)
}

/** The newest former tip of a tracking ref that is part of the history of `tip`. */
export async function formerTip(
  { runner }: Repository,
  { tracking, tip }: { readonly tracking: NotesRef; readonly tip: NotesTip },
  signal: AbortSignal | undefined,
): Promise<NotesTip | undefined> {
  const args = ['merge-base', '--fork-point', tracking, tip]
  // 1: none; 128: there is no such ref.
  const { stdout } = await runner.run({ args, exitCodes: [0, 1, 128], signal })
  return tipsOf(stdout)[0]
}

/** The commits that a history begins with. */
export async function rootsOf(
  { runner }: Repository,
  tip: NotesTip,
  signal: AbortSignal | undefined,
): Promise<readonly NotesTip[]> {
  const { stdout } = await runner.run({ args: ['rev-list', '--max-parents=0', tip], signal })
  return tipsOf(stdout)
}

function tipsOf(stdout: Buffer): readonly NotesTip[] {
  return stdout.toString('latin1').split('\n').slice(0, -1) as NotesTip[]
}
