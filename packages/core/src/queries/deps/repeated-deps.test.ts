import { okAsync, type RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { readInMemory } from '../../../test/read-in-memory.ts'
import { createQueries } from '../create-queries.ts'

const FILES = 15
const pathOf = (number: number): RepoPath => `src/part-${number % FILES}.ts` as RepoPath

it('looks at the files where units may have come from once, not for each question', async () => {
  const numbers = Array.from({ length: FILES }, (_, number) => number)
  const text = 'function open()\n  take()\nfunction close()\n  give()\n'
  const read: string[] = []
  const repository = readInMemory({
    // One commit adds them all, so that each unit may have come from any of them.
    commits: [
      { files: { 'README.md': 'Parts\n' } },
      { files: Object.fromEntries(numbers.map((number) => [pathOf(number), text])) },
    ],
    recorded: [
      [
        1,
        {
          regions: numbers.map((number) => ({
            file: pathOf(number + 1),
            ast_anchor: { type: 'function', name: 'close' },
            lines: { start: 3, end: 4 },
            intent: 'It gives back what was taken.',
            semantic_dependencies: [{ file: pathOf(number), anchor: 'open', nature: 'It takes first.' }],
          })),
        },
      ],
    ],
    backend: (memory) => ({
      changedPaths: (commits) => okAsync(new Map(commits.map((commit) => [commit, numbers.map(pathOf)]))),
      readFile(at, path, call) {
        // Former homes are searched in earlier commits.
        if (typeof at === 'object' && at.commit === repository.commits[1]) read.push(path)
        return memory.readFile(at, path, call)
      },
    }),
  })
  const { deps } = createQueries(repository)
  const dependentsOf = async (number: number): Promise<readonly string[]> => {
    const { dependents } = (await deps({ file: pathOf(number), anchor: 'open' }))._unsafeUnwrap()
    return dependents.map(({ from_file: file }) => file)
  }
  expect(await dependentsOf(0)).toEqual([pathOf(1)])
  expect(new Set(read).size).toBe(FILES)
  read.length = 0
  expect(await dependentsOf(5)).toEqual([pathOf(6)])
  // The first question was about part 0; the place and its dependent are read in any case.
  expect([...new Set(read)].sort()).toEqual([pathOf(0), pathOf(5), pathOf(6)])
})
