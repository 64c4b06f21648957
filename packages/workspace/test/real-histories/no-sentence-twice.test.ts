import { formatMarkdown, renderAnswer } from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
import type { CommitId, Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'

/** Number of newest commits to annotate in each history. */
const COMMITS = repetitions(120, 300)
/** Maximum number of regions in one query. */
const MAX_REGIONS = 10
/** Minimum length of a compared sentence, in characters: a shorter one may apply to two things. */
const MIN_LETTERS = 40

if (bundlesToTest.length === 0) it.skip(`no sentence of a commit is in an answer twice (${bundlesMissing})`)

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
  it('is said once of each commit', async () => {
    const repository = await openBundle(name)
    await using chronicle = openChronicle({ dir: repository.dir })
    const { commits } = (await chronicle.selectCommits({ limit: COMMITS }))._unsafeUnwrap()
    const { run } = (await chronicle.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
    const written = new Map<CommitId, readonly Region[]>()
    for await (const event of run(commits)) {
      if (event.kind !== 'commit' || event.receipt.status !== 'annotated') continue
      written.set(event.receipt.commit, event.receipt.regions)
    }
    expect(written.size).toBeGreaterThan(0)
    for (const [commit, regions] of written) {
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
    await repository.dispose()
  })
})
