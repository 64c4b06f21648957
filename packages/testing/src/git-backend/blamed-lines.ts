import type { BlameHunk, BlameRequest } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import { expect } from 'vitest'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'

/** The origin of one line. */
export interface BlamedLine {
  readonly final: number
  readonly commit: CommitId | undefined
  readonly path: string
  readonly original: number
}

/** Splits hunks into lines, after checking that they are in order, do not overlap and have consistent lengths. */
export function linesOfHunks(hunks: readonly BlameHunk[]): readonly (BlamedLine & { readonly hunk: BlameHunk })[] {
  let last = 0
  return hunks.flatMap((hunk) => {
    const length = hunk.final.end - hunk.final.start + 1
    expect(length).toBeGreaterThan(0)
    expect(hunk.original.end - hunk.original.start + 1).toBe(length)
    expect(hunk.final.start).toBeGreaterThan(last)
    last = hunk.final.end
    return Array.from({ length }, (_, index) => ({
      final: hunk.final.start + index,
      commit: hunk.commit,
      path: hunk.originalPath,
      original: hunk.original.start + index,
      hunk,
    }))
  })
}

/** Returns the parts of lines that are compared. */
export function withoutHunks(lines: readonly BlamedLine[]): readonly BlamedLine[] {
  // The previous position of an uncommitted line is unknown.
  return lines.map(({ final, commit, path, original }) =>
    commit === undefined ? { final, commit, path, original: final } : { final, commit, path, original },
  )
}

/** Returns the lines as `git blame` attributes them. */
export async function blameByGit(
  repository: FixtureRepository,
  request: Omit<BlameRequest, 'since'>,
): Promise<readonly BlamedLine[]> {
  const revision = typeof request.at === 'object' ? [request.at.commit] : []
  const ranges = (request.ranges ?? []).map(({ start, end }) => `-L${start},${end}`)
  const output = await repository.gitBytes(
    ['-c', 'core.quotePath=false', 'blame', '--line-porcelain', '--root', ...ranges, ...revision, '--', request.path],
    {},
  )
  const lines: BlamedLine[] = []
  let current: { commit: string; original: number; final: number; path: string } | undefined
  for (const line of output.toString('utf8').split('\n')) {
    const header = /^([0-9a-f]{40,64}) (\d+) (\d+)(?: \d+)?$/.exec(line)
    if (current === undefined && header) {
      current = { commit: header[1] ?? '', original: Number(header[2]), final: Number(header[3]), path: request.path }
    } else if (current && line.startsWith('filename ')) {
      current.path = unquote(line.slice('filename '.length))
    } else if (current && line.startsWith('\t')) {
      const { commit, ...rest } = current
      lines.push({ ...rest, commit: /^0+$/.test(commit) ? undefined : (commit as CommitId) })
      current = undefined
    }
  }
  return lines
}

/** Removes the quotes that git puts around unusual names. */
function unquote(name: string): string {
  if (!name.startsWith('"')) return name
  const escapes: Record<string, string> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' }
  return name
    .slice(1, -1)
    .replace(/\\(?:([abtnvfr])|([0-7]{3})|(.))/g, (_, letter: string, octal: string, other: string) =>
      letter ? (escapes[letter] ?? '') : octal ? String.fromCharCode(Number.parseInt(octal, 8)) : other,
    )
}
