import type { NotesTip } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'
import type { Repository } from '../open-repository.ts'

/** The best common ancestors of two tips. */
export async function commonTips({ run }: Repository, a: NotesTip, b: NotesTip): Promise<readonly NotesTip[]> {
  const { stdout } = await run({ args: ['merge-base', '--all', a, b], exitCodes: [0, 1] })
  return tipsOf(stdout)
}

/** The newest former tip of a tracking ref that is part of the history of `tip`. */
export async function formerTip({ run }: Repository, tracking: NotesRef, tip: NotesTip): Promise<NotesTip | undefined> {
  const args = ['merge-base', '--fork-point', tracking, tip]
  // 1: none; 128: there is no such ref.
  const { stdout } = await run({ args, exitCodes: [0, 1, 128] })
  return tipsOf(stdout)[0]
}

/** The commits that a history begins with. */
export async function rootsOf({ run }: Repository, tip: NotesTip): Promise<readonly NotesTip[]> {
  const { stdout } = await run({ args: ['rev-list', '--max-parents=0', tip] })
  return tipsOf(stdout)
}

function tipsOf(stdout: Buffer): readonly NotesTip[] {
  return stdout.toString('latin1').split('\n').slice(0, -1) as NotesTip[]
}
