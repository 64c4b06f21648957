import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { LineRange } from '@chronicle/schema'

/** A commit of the mainline (first parents only), with its changes to source files against its first parent. */
export interface MainlineCommit {
  readonly id: string
  /** Committer time in milliseconds. */
  readonly time: number
  readonly changes: readonly FileChange[]
}

/** The change of one source file in one commit. */
export interface FileChange {
  readonly path: string
  /** The previous path of a renamed file. */
  readonly from?: string
  readonly deleted?: true
  /** Lines that the commit wrote, numbered as in the resulting file. */
  readonly added: readonly LineRange[]
  readonly addedText: string
  readonly removedText: string
}

/** Files in the languages of the followed histories. */
const SOURCES = ['*.js', '*.mjs', '*.cjs', '*.ts', '*.py', '*.go', '*.rs']

/** Reads the mainline of `HEAD`, oldest first, with two runs of `git log`. */
export async function readMainline(dir: string): Promise<readonly MainlineCommit[]> {
  // `git log -- <paths>` would omit commits that touch none of the paths, but horizons count every commit.
  const ids = await lines(dir, ['log', '--first-parent', '--reverse', '--format=%H %ct', 'HEAD'])
  const changed = await readChanges(dir)
  return ids.map((line) => {
    const [id = '', seconds = '0'] = line.split(' ')
    return { id, time: Number(seconds) * 1000, changes: changed.get(id) ?? [] }
  })
}

interface OpenChange {
  path: string
  from?: string
  deleted?: true
  added: LineRange[]
  addedText: string[]
  removedText: string[]
}

async function readChanges(dir: string): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const commits = new Map<string, FileChange[]>()
  let changes: FileChange[] = []
  let open: OpenChange | undefined
  const close = (): void => {
    if (open !== undefined)
      changes.push({ ...open, addedText: open.addedText.join('\n'), removedText: open.removedText.join('\n') })
    open = undefined
  }
  const diff = ['--diff-merges=first-parent', '-p', '-U0', '-M', '--no-ext-diff', '--no-textconv', '--no-color']
  const args = ['-c', 'core.quotePath=false', 'log', '--first-parent', ...diff, '--format=%x01%H', 'HEAD', '--']
  /** Number of content lines left in the hunk. Without it, a removed line `-- a` would look like a header. */
  let left = 0
  for (const line of await lines(dir, [...args, ...SOURCES])) {
    if (left > 0 && open !== undefined && /^[-+]/u.test(line)) {
      left--
      if (line.startsWith('+')) open.addedText.push(line.slice(1))
      else open.removedText.push(line.slice(1))
    } else if (line.startsWith('\u0001')) {
      close()
      changes = []
      commits.set(line.slice(1), changes)
    } else if (line.startsWith('diff --git ')) {
      close()
      const path = / b\/(.*)$/u.exec(line)?.[1] ?? ''
      open = { path, added: [], addedText: [], removedText: [] }
    } else if (open !== undefined) left = readHeader(line, open) ?? left
  }
  close()
  return commits
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u

/** Parses a line that is not content. For a hunk header, returns the number of content lines after it. */
function readHeader(line: string, open: OpenChange): number | undefined {
  if (line.startsWith('rename from ')) open.from = line.slice('rename from '.length)
  else if (line.startsWith('rename to ')) open.path = line.slice('rename to '.length)
  else if (line.startsWith('deleted file mode')) open.deleted = true
  const [header, removed = '1', start = '1', added = '1'] = HUNK.exec(line) ?? []
  if (header === undefined) return undefined
  const count = Number(added)
  if (count > 0) open.added.push({ start: Number(start), end: Number(start) + count - 1 })
  return count + Number(removed)
}

/** Returns the lines that git prints. Characters that are not UTF-8 are lost, but no rule needs them. */
async function lines(dir: string, args: readonly string[]): Promise<readonly string[]> {
  const child = spawn('git', args, { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const all: string[] = []
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) all.push(line)
  const code = await exited
  if (code !== 0) throw new Error(`git ${args.join(' ')}: exit code ${String(code)}`)
  return all
}

/** Returns the path of a file after each later commit, or `undefined` once it was deleted. */
export function followPath(
  mainline: readonly MainlineCommit[],
  path: string,
  from: number,
  to: number,
): string | undefined {
  let current = path
  for (let at = from + 1; at <= to; at++) {
    const changes = mainline[at]?.changes ?? []
    const renamed = changes.find((change) => change.from === current)
    if (renamed !== undefined) current = renamed.path
    else if (changes.some((change) => change.path === current && change.deleted === true)) return undefined
  }
  return current
}
