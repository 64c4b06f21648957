import { openChronicle } from '@chronicle/node'
import type { CommitId, Region, RepoPath } from '@chronicle/schema'
import { blameByGit } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { bundlesToTest, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/** Number of newest commits to annotate in each history. */
const COMMITS = repetitions(200, 400)

if (bundlesToTest.length === 0) it.skip(`what backfill wrote is read again (${bundlesMissing})`)

describe.each(bundlesToTest)('what backfill wrote about %s', (name) => {
  it('is read again wherever its commit still has a line of it', async () => {
    const repository = await openBundle(name)
    await using chronicle = openChronicle({ dir: repository.dir })
    const { commits } = (await chronicle.selectCommits({ limit: COMMITS }))._unsafeUnwrap()
    const { run } = (await chronicle.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
    const written = new Map<CommitId, readonly Region[]>()
    for await (const event of run(commits)) {
      expect(event.kind).not.toBe('stopped')
      if (event.kind !== 'commit') continue
      expect(event.receipt.status, event.receipt.error?.message).not.toBe('failed')
      if (event.receipt.status === 'annotated') written.set(event.receipt.commit, event.receipt.regions)
    }
    expect(written.size).toBeGreaterThan(0)

    const here = new Set<string>((await chronicle.git.listFiles('WORKTREE'))._unsafeUnwrap())
    const files = new Set([...written.values()].flat().flatMap(({ file }) => file ?? []))
    let found = 0
    for (const path of [...files].filter((file) => here.has(file)) as RepoPath[]) {
      const hunks = await blameByGit(repository, { at: 'WORKTREE', path })
      const answer = await chronicle.read({ files: [path], maxRegions: 10_000 })
      const read = answer._unsafeUnwrap().regions
      for (const [commit, regions] of written) {
        const owned = hunks.filter((hunk) => hunk.commit === commit).map(({ original }) => original)
        // A region that only names tests is returned under "held by tests", not as a region.
        const spoken = regions.filter(({ evidence, file }) => file === path && evidence.length > 0)
        for (const region of spoken) {
          const { lines } = region
          const isLeft =
            lines === undefined ? owned.length > 0 : owned.some((line) => lines.start <= line && line <= lines.end)
          if (!isLeft) continue
          const intents = read.filter((each) => each.commit === commit).map(({ intent }) => intent)
          expect(intents, `${commit} ${path}`).toContain(region.intent)
          found++
        }
      }
    }
    expect(found).toBeGreaterThan(0)
    await repository.dispose()
  })
})
