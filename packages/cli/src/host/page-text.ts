import { execFile, spawn, type ChildProcess } from 'node:child_process'

/** Where a pager runs, and by whose configuration it is chosen. */
export interface PagerPlace {
  /** Absolute; the configuration of its repository counts. */
  readonly dir: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Shows text in the user's pager and waits until it is closed. `false`: there is no pager, or it cannot be run, and
 * nothing was shown.
 */
export async function pageText(text: string, { dir, env }: PagerPlace): Promise<boolean> {
  const pager = await pagerOf(dir, env)
  if (pager === '' || pager === 'cat') return false
  // What git sets for the pagers that it starts.
  const its = { LESS: 'FRX', LV: '-c', ...env, GIT_PAGER_IN_USE: 'true' }
  const child = start(pager, dir, its)
  return new Promise((resolve) => {
    // Ctrl-C is for the pager, which answers it in its own way.
    const ignore = (): void => undefined
    process.on('SIGINT', ignore)
    const end = (shown: boolean): void => {
      process.removeListener('SIGINT', ignore)
      resolve(shown)
    }
    child.once('error', () => end(false))
    // A shell that does not find the pager has shown nothing but a message of its own.
    child.once('close', (code) => end(code !== 127 && code !== 126))
    // A pager that is closed early does not read the rest.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(text)
  })
}

/** As git chooses it: `GIT_PAGER`, `core.pager`, `PAGER`, `less`. Asking git takes its configuration into account. */
function pagerOf(dir: string, env: PagerPlace['env']): Promise<string> {
  return new Promise((resolve) => {
    execFile('git', ['var', 'GIT_PAGER'], { cwd: dir, env }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : (env['GIT_PAGER'] ?? env['PAGER'] ?? 'less'))
    })
  })
}

/** Characters that make git run a command through the shell. */
const SHELL = /[|&;<>()$`\\"' \t\n*?[#~=%]/u

/**
 * The pager is the user's own command line, such as `less -S`, and git gives it to a shell where it is more than a
 * name; so is it done here, and with nothing else: the text goes to its stdin.
 */
function start(pager: string, cwd: string, env: PagerPlace['env']): ChildProcess {
  const stdio = ['pipe', 'inherit', 'inherit'] as const
  return SHELL.test(pager)
    ? spawn('sh', ['-c', pager], { cwd, env, stdio: [...stdio] })
    : spawn(pager, [], { cwd, env, stdio: [...stdio] })
}
