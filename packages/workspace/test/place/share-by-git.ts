import type { LineRange } from '@chronicle/schema'
import { codeLines, isSameCode } from '@chronicle/core/text'
import type { FixtureRepository } from '@chronicle/testing'

/** What `git diff` tells of lines of an older file. */
export interface ShareByGit {
  /** How many of the lines it leaves as they were, but for blanks. */
  readonly left: number
  readonly recorded: number
  /** One of them has a word: braces and blank lines are everywhere, and tell nothing of a place. */
  readonly isPlaced: boolean
  /** `undefined` where an edit goes beyond the lines, so that git does not say what of it is theirs. */
  readonly sameCode: boolean | undefined
}

/** A file in one state: how git calls it, and its path, which tells its language. */
export interface FileInGit {
  readonly revision: string
  readonly path: string
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u

/** Asks `git diff` which lines of a range of the older file the newer one still has. */
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
    // Without old lines, `from` is the line before what was put in.
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
    left: lines.filter((_, index) => !changedWords.has(start + index)).length,
    recorded: lines.length,
    isPlaced: same.some((line) => /[\p{L}\p{N}]/u.test(line)),
    sameCode,
  }
}
