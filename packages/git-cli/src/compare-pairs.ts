import { devNull } from 'node:os'
import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, safeTry, type BlobId, type RepoPath, type Result, type ResultAsync } from '@chronicle/schema'
import type { ComparedRow, RawRow } from './compared-row.ts'
import type { ParentPair } from './followed-name.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** Options of every tree comparison whose raw output is parsed. */
export const RAW_OPTIONS: readonly string[] = [
  ...['-r', '-z', '--raw', '--no-abbrev', '--no-color', '--ignore-submodules=none'],
  ...['--no-ext-diff', '--no-textconv', `-O${devNull}`],
]

const ROW = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

export function parseRawRow(field: string): RawRow | undefined {
  const [, modeBefore, modeAfter, before, after, status] = ROW.exec(field) ?? []
  if (modeBefore === undefined || modeAfter === undefined || status === undefined) return undefined
  return {
    ...(isFile(modeBefore) && { before: before as BlobId }),
    ...(isFile(modeAfter) && { after: after as BlobId }),
    modeBefore,
    modeAfter,
    status,
  }
}

/**
 * Compares commits with some of their parents, with one process for all of them, limited to `path` if given. Yields
 * rows in batches as they arrive. Ends after a failure.
 */
export async function* comparePairs(
  repository: Repository,
  pairs: readonly ParentPair[],
  {
    options,
    path,
  }: {
    readonly options: readonly string[]
    readonly path?: RepoPath
  },
): AsyncGenerator<Result<readonly ComparedRow[], GitError>, void, undefined> {
  if (pairs.length === 0) return
  const args = [
    // Also prints pairs without differences, so that the pairs can be counted.
    ...['diff-tree', '--stdin', '--always', ...RAW_OPTIONS, ...options],
    ...(path === undefined ? [] : ['--', path]),
  ]
  const input = pairs.map((pair) => `${pair.join(' ')}\n`).join('')
  let next = 0
  let row: RawRow | undefined
  let from: RepoPath | undefined
  const readField = (field: string): readonly ComparedRow[] => {
    if (row === undefined) {
      row = parseRawRow(field)
      if (row === undefined && isObjectId(field.trimStart())) next++
      return []
    }
    if (row.status === 'R' && from === undefined) {
      from = field as RepoPath
      return []
    }
    const pair = pairs[next - 1]
    const paths: ComparedRow['paths'] = from === undefined ? [field as RepoPath] : [from, field as RepoPath]
    const compared = pair === undefined ? [] : [{ pair, row, paths }]
    row = undefined
    from = undefined
    return compared
  }
  for await (const batch of readBatches(repository, { args, input, end: '\0' })) {
    yield batch.map((fields) => fields.flatMap(readField))
  }
}

/**
 * Compares whole trees, each pair once per repository: a commit that moved a folder is asked about for each file of it.
 * Returns the rows in the order of the pairs.
 */
export function compareOnce(
  repository: Repository,
  pairs: readonly ParentPair[],
  options: readonly string[],
): ResultAsync<readonly ComparedRow[], GitError> {
  return safeTry(async function* () {
    const keyOf = (pair: ParentPair): string => [...options, ...pair].join(' ')
    const known = new Map(pairs.map((pair) => [keyOf(pair), repository.compared.get(keyOf(pair))]))
    const unknown = pairs.filter((pair) => known.get(keyOf(pair)) === undefined)
    const compared = new Map(unknown.map((pair) => [keyOf(pair), new Array<ComparedRow>()]))
    for await (const rows of comparePairs(repository, unknown, { options })) {
      for (const row of yield* rows) compared.get(keyOf(row.pair))?.push(row)
    }
    for (const [key, rows] of compared) repository.compared.set(key, rows)
    return ok(
      pairs.flatMap((pair) => {
        const rows = known.get(keyOf(pair)) ?? compared.get(keyOf(pair)) ?? []
        return rows.map((row) => ({ ...row, pair }))
      }),
    )
  })
}

function isFile(mode: string): boolean {
  return mode.startsWith('100') || mode.startsWith('120')
}
