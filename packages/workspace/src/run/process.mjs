import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The top of the repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Runs a program with this process's terminal and rejects unless it exits with 0. `input`: it is given stdin, too. `env`: variables
 * beside those of this process.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, stdoutToStderr?: boolean, shell?: boolean, input?: boolean, env?: Readonly<Record<string, string>> }} [options]
 * @returns {Promise<void>}
 */
export function exec(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      stdio: [options.input ? 'inherit' : 'ignore', options.stdoutToStderr ? 2 : 'inherit', 'inherit'],
      shell: options.shell ?? false,
      env: { ...process.env, ...options.env },
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${[program, ...args].join(' ')} ended with ${signal ?? `exit code ${String(code)}`}`))
    })
  })
}
