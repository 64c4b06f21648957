import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMarkdown, renderAnswer } from '@chronicle/core'
import { openChronicle, type Chronicle } from '@chronicle/node'
import type { CommitId, Region, RepoPath } from '@chronicle/schema'
import { blameByGit, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlesToTest, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/** Number of newest commits to annotate in each history. */
const COMMITS = repetitions(200, 400)
/** Number of annotated commits, newest first, whose answers are searched for repetitions. */
const COMPARED = repetitions(80, 200)
/** Maximum number of regions in one query. */
const MAX_REGIONS = 10
/** Minimum length of a compared sentence, in characters: a shorter one may apply to two things. */
const MIN_LETTERS = 40

if (bundlesToTest.length === 0) it.skip(`what backfill wrote is read again, and once (${bundlesMissing})`)

/** Returns the sentences of recorded regions as answers show them. */
function sentencesOf(regions: readonly Region[]): readonly string[] {
  const texts = regions.flatMap(({ constraints, intent, reasoning = '', risk_notes: risk = '' }) => [
    intent,
    reasoning,
    risk,
    ...constraints.map(({ text }) => text),
  ])
  const sentences = texts.flatMap((text) => text.split(/\n|(?<=[.!?]) /u)).map((sentence) => sentence.trim())
  return [...new Set(sentences)].filter((sentence) => sentence.length >= MIN_LETTERS)
}

function expectOnce(text: string | undefined, regions: readonly Region[], place: string): void {
  // A message may repeat these words at the beginning of a longer sentence.
  const occurrences = (sentence: string): number =>
    (text ?? '').split(sentence).filter((after, index) => index > 0 && !/^ \w/u.test(after)).length
  const twice = sentencesOf(regions).filter((sentence) => occurrences(sentence) > 1)
  expect(twice, place).toEqual([])
}

describe.each(bundlesToTest)('what backfill wrote about %s', (name) => {
  const written = new Map<CommitId, readonly Region[]>()
  let repository: FixtureRepository
  let chronicle: Chronicle

  beforeAll(async () => {
    repository = await openBundle(name)
    chronicle = openChronicle({ dir: repository.dir })
    const { commits } = (await chronicle.selectCommits({ limit: COMMITS }))._unsafeUnwrap()
    const { run } = (await chronicle.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
    for await (const event of run(commits)) {
      expect(event.kind).not.toBe('stopped')
      if (event.kind !== 'commit') continue
      expect(event.receipt.status, event.receipt.error?.message).not.toBe('failed')
      if (event.receipt.status === 'annotated') written.set(event.receipt.commit, event.receipt.regions)
    }
    expect(written.size).toBeGreaterThan(0)
  })

  afterAll(async () => {
    await chronicle.close()
    await repository.dispose()
  })

  it('is read again wherever its commit still has a fifth of it', async () => {
    const here = new Set<string>((await chronicle.git.listFiles('WORKTREE'))._unsafeUnwrap())
    const files = new Set([...written.values()].flat().flatMap(({ file }) => file ?? []))
    let found = 0
    for (const path of [...files].filter((file) => here.has(file)) as RepoPath[]) {
      const text = (await readFile(join(repository.dir, path), 'utf8')).split('\n')
      const hasWords = ({ final }: { readonly final: number }): boolean => /[\p{L}\p{N}]/u.test(text[final - 1] ?? '')
      const hunks = (await blameByGit(repository, { at: 'WORKTREE', path })).filter(hasWords)
      const answer = await chronicle.read({ files: [path], maxRegions: 10_000 })
      const read = answer._unsafeUnwrap().regions
      for (const [commit, regions] of written) {
        const owned = hunks.filter((hunk) => hunk.commit === commit).map(({ original }) => original)
        // A region that only names tests is returned under "held by tests", not as a region.
        const spoken = regions.filter(({ evidence, file }) => file === path && evidence.length > 0)
        for (const region of spoken) {
          const { lines = { start: 1, end: 1 } } = region
          const left = region.lines === undefined ? owned : owned.filter((l) => lines.start <= l && l <= lines.end)
          if (left.length === 0 || left.length * 5 < lines.end - lines.start + 1) continue
          const intents = read.filter((each) => each.commit === commit).map(({ intent }) => intent)
          expect(intents, `${commit} ${path}`).toContain(region.intent)
          found++
        }
      }
    }
    expect(found).toBeGreaterThan(0)
  })

  it('is said once of each commit', async () => {
    for (const [commit, regions] of [...written].slice(0, COMPARED)) {
      const [file, ...others] = [...new Set(regions.flatMap((region) => region.file ?? []))]
      if (file === undefined) continue
      const asked = { at: commit, maxRegions: MAX_REGIONS, since: commit }
      const read = (await chronicle.read({ ...asked, files: [file, ...others] }))._unsafeUnwrap()
      const own = { ...read, regions: read.regions.filter((region) => region.commit === commit) }
      expectOnce(formatMarkdown(own), regions, `read ${commit}`)
      const history = (await chronicle.history({ file, at: commit, limit: MAX_REGIONS }))._unsafeUnwrap()
      const steps = history.steps.filter((step) => step.commit === commit)
      expectOnce(renderAnswer({ ...history, steps }, 'markdown'), regions, `history ${commit}`)
    }
  })
})
