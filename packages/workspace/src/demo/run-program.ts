import { spawn } from 'node:child_process'

/** Runs a program with `input` and resolves with its standard output. Rejects unless it exits with 0. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly env?: Readonly<Record<string, string | undefined>>
    readonly input?: string
  },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: options.cwd, env: { ...process.env, ...options.env } })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      const output = Buffer.concat(stdout).toString()
      if (code === 0) resolve(output)
      else
        reject(
          new Error(
            `${[program, ...args].join(' ')}: exit code ${String(code)}\n${output}${String(Buffer.concat(stderr))}`,
          ),
        )
    })
    // A program that does not read its input closes the pipe early; its exit code says whether it failed.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}
