import { readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Diagnostic } from '@chronicle/schema'
import type { CliIo } from '../host/cli-io.ts'
import { gitText } from './git-text.ts'
import type { HooksPlace } from './hooks-place.ts'

/** Returns warnings about hooks that were installed or are about to be. */
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
 * The reason why `init` does not set `notes.rewriteRef` and warns where it is set. When several commits become one, git
 * concatenates their notes, which is not valid JSON; it copies recorded lines unchanged, although they differ in the
 * new commit; and it does not handle cherry-pick and `merge --squash`. The program that post-rewrite starts does all of
 * this. With this setting it also finds git's copy, and must tell it from what was recorded.
 */
const REWRITE_REF =
  'notes.rewriteRef covers the notes of Chronicle: where several commits become one, git joins their notes into text that is no JSON. The hooks take annotations along without it: git config --unset-all notes.rewriteRef'

/** Whether git would copy Chronicle's notes when it rewrites commits. */
function coversOurs(pattern: string): boolean {
  return /^refs\/notes\/(?:\*|chronicle)/u.test(pattern)
}

/**
 * Whether the project uses husky but git is not configured for it: there is a `.husky` folder, and `package.json`
 * mentions husky.
 */
async function hasInactiveHusky({ worktreeDir }: HooksPlace): Promise<boolean> {
  const folder = await stat(join(worktreeDir, '.husky')).catch(() => undefined)
  if (folder?.isDirectory() !== true) return false
  const manifest = await readFile(join(worktreeDir, 'package.json'), 'utf8').catch(() => '')
  return manifest.includes('"husky"')
}
