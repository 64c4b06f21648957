import { openChronicle } from '@chronicle/node'
import type { CommitId } from '@chronicle/schema'
import { plantNotes } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'
import { bundlesToTest, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { testNote } from '../test-note.ts'

/** Number of real commits with notes, over all bundles. */
const REAL_NOTES = repetitions(2000, 10_000)
/** Number of files to query in each bundle. */
const ASKED_FILES = repetitions(3, 8)

function note(commit: string, files: readonly string[]): unknown {
  const regions = files.map((file) => ({ file, intent: `What ${commit} did.`, constraints: [] }))
  return testNote(commit, regions, { context_level: 'inferred' })
}

describe.skipIf(bundlesToTest.length === 0)('history and summary on real histories', () => {
  it.each(bundlesToTest)('%s: tell what a scan of all notes tells', async (name) => {
    await using repository = await openBundle(name)
    const limit = Math.ceil(REAL_NOTES / bundlesToTest.length)
    const log = await repository.gitBytes(['log', `-n${limit}`, '--format=%x01%H', '--name-only', '-z', '--no-renames'])
    const changed = log
      .toString('utf8')
      .split('\u0001')
      .slice(1)
      .map((entry) => entry.split('\0').map((part) => part.trim()))
      .map(([commit = '', ...files]) => [commit as CommitId, files.filter((file) => file !== '')] as const)
    await plantNotes(
      repository,
      changed.map(([commit, files]) => [commit, note(commit, files)]),
    )
    const chronicle = openChronicle({ dir: repository.dir, history: false })
    const present = (await repository.git('ls-tree', '-r', '-z', '--name-only', 'HEAD')).split('\0').filter(Boolean)
    const known = new Set(changed.flatMap(([, files]) => files))
    const annotated = present.filter((file) => known.has(file))
    const asked = annotated.filter((_, number) => number % Math.ceil(annotated.length / ASKED_FILES) === 0)
    expect(asked.length).toBeGreaterThan(1)
    for (const file of asked) {
      const scanned = changed.flatMap(([commit, files]) => (files.includes(file) ? [commit] : []))
      const steps = (await chronicle.history({ file, limit }))._unsafeUnwrap().steps
      const own = steps.filter((step) => step.file === file).map(({ commit }) => commit)
      expect([...own].sort()).toEqual([...scanned].sort())
      const [unit] = (await chronicle.summary({ file }))._unsafeUnwrap().units
      expect(unit?.commit).toBe(steps.at(-1)?.commit)
    }
    const whole = (await chronicle.summary({ file: '' }))._unsafeUnwrap()
    const commitsByFile = new Map(whole.units.map(({ commit, file }) => [file, commit]))
    for (const file of asked.filter((each) => commitsByFile.has(each))) {
      const alone = (await chronicle.summary({ file }))._unsafeUnwrap().units
      expect(alone.map(({ commit }) => commit)).toContain(commitsByFile.get(file))
    }
    expect(whole.stats.annotated_files).toBeGreaterThanOrEqual(annotated.length)
    await chronicle.close()
  })
})

if (bundlesToTest.length === 0) it.skip(`history and summary on real histories: ${bundlesMissing}`)
