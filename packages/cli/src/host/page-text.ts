import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { gitProcess } from './git-process.ts'

/** Where a pager runs, and the environment that selects it. */
export interface PagerPlace {
  /** Absolute path; its repository's configuration applies. */
  readonly dir: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Shows text in the user's pager and waits until it is closed. Returns `false` if there is no pager or it cannot be
 * run; then nothing was shown.
 */
export async function pageText(text: string, { dir, env }: PagerPlace): Promise<boolean> {
  const pager = await pagerOf(dir, env)
  if (pager === '' || pager === 'cat') return false
  // Git sets these variables for its pagers.
  const its = { LESS: 'FRX', LV: '-c', ...env, GIT_PAGER_IN_USE: 'true' }
  const child = start(pager, dir, its)
  return new Promise((resolve) => {
    // The pager handles Ctrl-C itself.
    const ignore = (): void => undefined
    process.on('SIGINT', ignore)
    const end = (shown: boolean): void => {
      process.removeListener('SIGINT', ignore)
      resolve(shown)
    }
    child.once('error', () => end(false))
    // If the shell does not find the pager, only the shell's error message was shown.
    child.once('close', (code) => end(code !== 127 && code !== 126))
    // A pager that is closed early does not read the rest.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(text)
  })
}

/**
 * Returns the pager that git would choose: `GIT_PAGER`, `core.pager`, `PAGER`, `less`. Git is asked, so that its
 * configuration applies.
 */
function pagerOf(dir: string, env: PagerPlace['env']): Promise<string> {
  return new Promise((resolve) => {
    execFile('git', ['var', 'GIT_PAGER'], { cwd: dir, ...gitProcess(env) }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : (env['GIT_PAGER'] ?? env['PAGER'] ?? 'less'))
    })
  })
}

/** Characters that make git run a command through the shell. */
const SHELL = /[|&;<>()$`\\"' \t\n*?[#~=%]/u

/**
 * Starts the pager. It is the user's own command line, such as `less -S`; like git, this passes it to a shell if it is
 * more than a name. Nothing else reaches the shell: the text goes to its stdin.
 */
function start(pager: string, cwd: string, env: PagerPlace['env']): ChildProcess {
  const stdio = ['pipe', 'inherit', 'inherit'] as const
  return SHELL.test(pager)
    ? spawn('sh', ['-c', pager], { cwd, env, stdio: [...stdio] })
    : spawn(pager, [], { cwd, env, stdio: [...stdio] })
}
