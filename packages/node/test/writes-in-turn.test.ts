import { createFixtureRepository } from '@chronicle/testing'
import { expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

test('writes of one program wait for each other, and none loses a race', async () => {
  const repository = await createFixtureRepository()
  await repository.commitFiles('Add', { a: 'one\n' })
  const first = openChronicle({ dir: repository.dir, cacheDir: false })
  let writes = 0
  const writeNotes: typeof first.git.writeNotes = (...args) => {
    writes++
    return first.git.writeNotes?.(...args) as never
  }
  const chronicle = openChronicle({ dir: repository.dir, git: { ...first.git, writeNotes }, cacheDir: false })
  const inputs = Array.from({ length: 6 }, (_, index) => ({
    summary: 'x',
    regions: [{ file: 'a', intent: `Reason number ${index} of the program` }],
  }))
  const stored = await Promise.all(inputs.map((input) => chronicle.annotate(input)))
  expect(stored.filter((each) => each.isOk())).toHaveLength(6)
  expect(writes).toBe(6)
  await first.close()
  await repository.dispose()
})
