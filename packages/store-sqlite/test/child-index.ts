import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** An index in its own process: see index-process.ts. */
export interface ChildIndex {
  /** Starts a refresh; resolves when it has begun. */
  begin(): Promise<void>
  /** Returns the next answer. */
  answer(): Promise<ChildAnswer>
  /** Kills the process with SIGKILL at any point. */
  kill(): Promise<void>
  /** Ends the process normally. */
  finish(): Promise<void>
}

export interface ChildAnswer {
  readonly notes: number
  readonly recent: unknown
  readonly paths: unknown
  readonly codes: readonly string[]
}

const PROGRAM = fileURLToPath(new URL('./index-process.ts', import.meta.url))

/**
 * Starts such a process. `fileLimit` is the maximum size of a file that it can write, in blocks of 512 bytes, to
 * simulate a full disk.
 */
export async function startChildIndex(dir: string, folder: string, fileLimit?: number): Promise<ChildIndex> {
  const node = [process.execPath, '--conditions=chronicle-source', '--import', 'tsx', PROGRAM, dir, folder]
  const [program = '', ...args] =
    fileLimit === undefined ? node : ['sh', '-c', `trap '' XFSZ; ulimit -f ${fileLimit}; exec "$@"`, 'limited', ...node]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const line = await lines.next()
    if (line.done === true) throw new Error('the process has ended')
    return line.value
  }
  const expectLine = async (expected: string): Promise<void> => {
    const line = await next()
    if (line !== expected) throw new Error(`expected ${expected}, got ${line}`)
  }
  // Ignores writes after the process was killed.
  child.stdin.on('error', () => undefined)
  await expectLine('ready')
  return {
    async begin() {
      child.stdin.write('\n')
      await expectLine('start')
    },
    answer: async () => JSON.parse(await next()) as ChildAnswer,
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    async finish() {
      child.stdin.end()
      await closed
    },
  }
}
