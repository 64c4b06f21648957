import type { LineRange } from '@chronicle/schema'
import { codeLines, isSameCode } from '@chronicle/core/text'
import type { FixtureRepository } from '@chronicle/testing'

/** How lines of an older file survive according to `git diff`. */
export interface ShareByGit {
  /** Number of the lines that are unchanged, ignoring white space. */
  readonly unchangedLines: number
  readonly recorded: number
  /** Whether one of the lines has a word. Braces and blank lines are everywhere, and cannot identify a place. */
  readonly isPlaced: boolean
  /** `undefined` when an edit extends beyond the lines, so that git does not show which part of it belongs to them. */
  readonly sameCode: boolean | undefined
}

/** A file in one state: its revision in git, and its path, from which its language is known. */
export interface FileInGit {
  readonly revision: string
  readonly path: string
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u

/** Asks `git diff` which lines of a range in the older file are still in the newer one. */
export async function shareByGit(
  repository: Pick<FixtureRepository, 'git' | 'gitBytes'>,
  older: FileInGit,
  newer: FileInGit,
  { start, end }: LineRange,
): Promise<ShareByGit> {
  const nameOf = ({ path, revision }: FileInGit): string => `${revision}:${path}`
  const read = async (file: FileInGit): Promise<string> =>
    (await repository.gitBytes(['cat-file', 'blob', nameOf(file)])).toString('utf8')
  const [before, now] = [await read(older), await read(newer)]
  const diff = async (...options: readonly string[]): Promise<readonly string[]> => {
    const plain = ['diff', '-U0', '--no-ext-diff', '--no-color', '--text']
    const patch = await repository.gitBytes([...plain, ...options, nameOf(older), nameOf(newer)])
    return patch.toString('utf8').split('\n')
  }
  const [oldCode, newCode] = [codeLines(older.path, before), codeLines(newer.path, now)]
  const [changed, changedWords] = [new Set<number>(), new Set<number>()]
  let sameCode: boolean | undefined = true
  for (const line of await diff()) {
    const [, a, b = '1', c, d = '1'] = HUNK.exec(line) ?? []
    if (a === undefined) continue
    const [from, count, newFrom, newCount] = [Number(a), Number(b), Number(c), Number(d)]
    // Without old lines, `from` is the line before the insertion.
    const inside = count === 0 ? from >= start && from < end : from <= end && from + count - 1 >= start
    if (!inside) continue
    for (let each = Math.max(from, start); each < Math.min(from + count, end + 1); each++) changed.add(each)
    const beyond = count > 0 && (from < start || from + count - 1 > end)
    const [old, put] = [
      count === 0 ? [] : oldCode.slice(from - 1, from - 1 + count),
      newCount === 0 ? [] : newCode.slice(newFrom - 1, newFrom - 1 + newCount),
    ]
    if (isSameCode(old, put)) continue
    if (!beyond) sameCode = false
    else sameCode &&= undefined
  }
  for (const line of await diff('--ignore-all-space')) {
    const [, from, count = '1'] = HUNK.exec(line) ?? []
    if (from === undefined) continue
    for (let each = Number(from); each < Number(from) + Number(count); each++) changedWords.add(each)
  }
  const lines = before.split('\n').slice(start - 1, end)
  const same = lines.filter((_, index) => !changed.has(start + index))
  return {
    unchangedLines: lines.filter((_, index) => !changedWords.has(start + index)).length,
    recorded: lines.length,
    isPlaced: same.some((line) => /[\p{L}\p{N}]/u.test(line)),
    sameCode,
  }
}
