import { appendFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObjectId, type CommitId } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import type { Rewrite } from '@chronicle/core/rewrites'
import { undefinedIfMissing } from '../host/absent-files.ts'

/** The rewrites in the journal, carried over or not. */
export interface JournalState {
  /** All rewrites in the journal, oldest first. */
  readonly all: readonly Rewrite[]
  /** Rewrites whose annotations have not been carried over. */
  readonly pending: readonly Rewrite[]
  /** Marks the pending rewrites as carried over. */
  done(): Promise<void>
}

/**
 * The rewrites that hooks saw in a repository, one JSON object per line, in the folder that linked worktrees share.
 * Hooks can run at the same time or be interrupted, and a rewrite may arrive after one that builds on it; the journal
 * handles both.
 */
export interface RewriteJournal {
  add(rewrites: readonly Rewrite[]): Promise<void>
  read(): Promise<JournalState>
}

/** Size at which a journal is replaced by a new one. The previous journal is kept beside it. */
const MAX_BYTES = 4 * 1024 * 1024

export function openRewriteJournal({ chronicleDir }: RepositoryInfo): RewriteJournal | undefined {
  if (chronicleDir === undefined) return undefined
  const path = join(chronicleDir, 'rewrites.jsonl')
  const former = join(chronicleDir, 'rewrites-before.jsonl')
  const mark = join(chronicleDir, 'rewrites-carried')

  return {
    async add(rewrites) {
      if (rewrites.length === 0) return
      const lines = rewrites.map((rewrite) => `${JSON.stringify(rewrite)}\n`).join('')
      await mkdir(dirname(path), { recursive: true })
      await appendFile(path, lines)
    },
    async read() {
      const [before, now, marked] = await Promise.all([readBytes(former), readBytes(path), readBytes(mark)])
      const carried = Number(marked.toString('utf8').trim())
      // Without a mark, or with the mark of a deleted journal, everything is carried over again, which changes nothing.
      const from = Number.isInteger(carried) && carried >= 0 && carried <= now.length ? carried : 0
      return {
        all: [...parse(before), ...parse(now)],
        pending: parse(now.subarray(from)),
        async done() {
          await replace(mark, `${now.length}\n`)
          if (now.length < MAX_BYTES || (await sizeOf(path)) !== now.length) return
          await rename(path, former)
          await replace(mark, '0\n')
        },
      }
    },
  }
}

function parse(bytes: Buffer): readonly Rewrite[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
}

/** Skips a line that was cut off by a full disk or a power failure. */
function parseLine(line: string): Rewrite | undefined {
  if (line === '') return undefined
  try {
    const { from, to, operation } = JSON.parse(line) as Partial<Record<keyof Rewrite, unknown>>
    if (!Array.isArray(from) || typeof to !== 'string' || !isObjectId(to)) return undefined
    const ids = from.filter((id): id is CommitId => typeof id === 'string' && isObjectId(id))
    if (operation !== 'amend' && operation !== 'squash' && operation !== 'copy') return undefined
    return { from: ids, to: to as CommitId, operation }
  } catch {
    return undefined
  }
}

async function readBytes(path: string): Promise<Buffer> {
  return (await readFile(path).catch(undefinedIfMissing)) ?? Buffer.alloc(0)
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, text)
  await rename(draft, path)
}
