import { spawn } from 'node:child_process'

/** Who writes notes where the job names nobody. What the environment says comes first. */
const NOBODY = {
  GIT_AUTHOR_NAME: 'Chronicle',
  GIT_AUTHOR_EMAIL: 'chronicle@users.noreply.github.com',
  GIT_COMMITTER_NAME: 'Chronicle',
  GIT_COMMITTER_EMAIL: 'chronicle@users.noreply.github.com',
}

/**
 * Runs a program without a shell, and returns what it came to. What it says to people is passed on.
 *
 * @param {readonly string[]} words
 * @param {{ readonly quiet?: boolean }} [options]
 * @returns {Promise<{ readonly code: number, readonly stdout: string, readonly stderr: string }>}
 */
export async function runProgram([program = '', ...args], { quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...NOBODY, ...process.env } })
    /** @type {Buffer[]} */
    const stdout = []
    /** @type {Buffer[]} */
    const stderr = []
    child.stdout.on('data', (chunk) => stdout.push(chunk))
    child.stderr.on('data', (chunk) => {
      stderr.push(chunk)
      if (!quiet) process.stderr.write(chunk)
    })
    child.on('error', (cause) => reject(new Error(`Cannot run '${program}': ${cause.message}`, { cause })))
    child.on('close', (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    )
  })
}

/**
 * Runs a program that has to succeed, and returns what it printed.
 *
 * @param {readonly string[]} words
 * @returns {Promise<string>}
 */
export async function mustRun(words) {
  const { code, stdout } = await runProgram(words)
  if (code !== 0) throw new Error(`'${words.join(' ')}' failed with exit code ${code}.`)
  return stdout
}

/**
 * The words that Chronicle is called with.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly string[]}
 */
export function chronicleCommand(env) {
  const words = (env['CHRONICLE_COMMAND'] ?? '').split(/\s+/u).filter((word) => word !== '')
  return words.length === 0 ? ['git', 'chronicle'] : words
}
