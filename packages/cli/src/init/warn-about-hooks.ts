import { readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Diagnostic } from '@chronicle/schema'
import type { CliIo } from '../host/cli-io.ts'
import { gitText } from './git-text.ts'
import type { HooksPlace } from './hooks-place.ts'

/** What to know about hooks that were put in place, or are about to be. */
export async function warnAboutHooks(
  io: CliIo,
  place: HooksPlace,
  program: readonly string[],
): Promise<readonly Diagnostic[]> {
  const warnings: Diagnostic[] = []
  const warn = (code: string, message: string): void => void warnings.push({ code, severity: 'warning', message })
  if (!place.husky && (await hasInactiveHusky(place))) {
    warn(
      'husky_inactive',
      'This project uses husky, which is not active in this clone. Install the dependencies of the project, then run git chronicle init again: husky makes git look for hooks elsewhere.',
    )
  }
  const script = program.at(-1) ?? ''
  if (script.split(sep).includes('_npx')) {
    warn(
      'program_not_lasting',
      `The hooks start ${script}, which npx keeps for a while only. Install @chronicle/cli, then run git chronicle init again.`,
    )
  }
  const rewritten = await gitText(io, place, ['config', '--get-all', 'notes.rewriteRef'])
  if (rewritten.unwrapOr('')?.split('\n').some(coversOurs) === true) warn('notes_rewrite_ref', REWRITE_REF)
  return warnings
}

/**
 * Why `init` does not set `notes.rewriteRef`, and warns where it is set. Of several commits that become one, git puts
 * the notes one below the other, which is no JSON any more; it copies recorded lines as they are, though the new commit
 * has other ones; and it knows no cherry-pick and no `merge --squash`. What post-rewrite starts does all of it, finds
 * git's copy there as well, and has to tell it from what was recorded.
 */
const REWRITE_REF =
  'notes.rewriteRef covers the notes of Chronicle: where several commits become one, git joins their notes into text that is no JSON. The hooks take annotations along without it: git config --unset-all notes.rewriteRef'

/** Whether git would copy the notes of Chronicle when it rewrites commits. */
function coversOurs(pattern: string): boolean {
  return /^refs\/notes\/(?:\*|chronicle)/u.test(pattern)
}

/** husky has a folder, and scripts that say who is to install it, but git has not been told. */
async function hasInactiveHusky({ worktreeDir }: HooksPlace): Promise<boolean> {
  const folder = await stat(join(worktreeDir, '.husky')).catch(() => undefined)
  if (folder?.isDirectory() !== true) return false
  const manifest = await readFile(join(worktreeDir, 'package.json'), 'utf8').catch(() => '')
  return manifest.includes('"husky"')
}
