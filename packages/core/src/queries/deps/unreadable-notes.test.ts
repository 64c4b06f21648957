import { okAsync } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { readInMemory } from '../../../test/read-in-memory.ts'
import { createQueries } from '../create-queries.ts'

it('says that a note that declares an assumption may be missing', async () => {
  const repository = readInMemory({
    commits: [{ files: { 'a.ts': 'function open()\n', 'b.ts': 'function close()\n' } }],
    recorded: [
      [
        0,
        {
          regions: [
            {
              file: 'b.ts',
              intent: 'It gives back what was taken.',
              semantic_dependencies: [{ file: 'a.ts', anchor: 'open', nature: 'It takes first.' }],
            },
          ],
        },
      ],
    ],
    backend: (memory) => ({
      // Blobs are only read for notes.
      readBlobs: (ids, call) => (isLost ? okAsync(new Map()) : memory.readBlobs(ids, call)),
    }),
  })
  let isLost = true
  const codes = async (): Promise<readonly string[]> => {
    const { diagnostics } = (await createQueries(repository).deps({ file: 'a.ts' }))._unsafeUnwrap()
    return diagnostics.map(({ code }) => code)
  }
  expect(await codes()).toEqual(['missing_note'])
  isLost = false
  expect(await codes()).toEqual([])
})
