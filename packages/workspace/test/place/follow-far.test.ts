import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, type GitBackend } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository, FIXTURE_EPOCH, importCommits, plantNotes } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'

const COMMITS = 200

const UNIT = [
  'export function carried(input: string): void {',
  "  register('first', compute(input))",
  "  register('second', input.length)",
  '  finish(input)',
  '}',
  '',
].join('\n')

/** Returns a file in which every commit changes another line, above and below the unit. */
function fileOf(unit: string, commit: number): string {
  const around = (from: number): string =>
    Array.from({ length: 20 }, (_, line) => {
      const changed = commit - ((commit - from - line) % 40)
      return `export const value${from + line} = ${changed}\n`
    }).join('')
  return `${around(0)}${unit}${around(20)}`
}

it('follows a unit that another file took over through many commits, without reading each of their states', async () => {
  await using repository = await createFixtureRepository()
  await using cli = asDisposable(createGitCli({ dir: repository.dir }))
  const read = new Set<string>()
  const git: GitBackend = {
    ...cli,
    readBlobs(blobs, options) {
      blobs.forEach((blob) => read.add(blob))
      return cli.readBlobs(blobs, options)
    },
  }
  const commits = await importCommits(
    repository,
    Array.from({ length: COMMITS }, (_, index) => {
      const last = index === COMMITS - 1
      const other = { path: 'src/b.ts', content: `export const other = true\n\n${last ? UNIT : ''}` }
      return {
        ...{ ref: 'refs/heads/main', parents: index === 0 ? [] : [index - 1], message: `Commit ${index}\n` },
        date: FIXTURE_EPOCH + index * 3600,
        changes: [
          { path: 'src/a.ts', content: fileOf(last ? '' : UNIT, index) },
          ...(index === 0 || last ? [other] : []),
        ],
      }
    }),
  )
  await repository.git('reset', '--quiet', '--hard', 'refs/heads/main')
  const [commit = ''] = commits
  const region = {
    ...{ file: 'src/a.ts', ast_anchor: { type: 'function', name: 'carried' } },
    ...{ intent: 'Why it is so.', constraints: [{ text: 'Call it once.', source: 'author' }] },
  }
  const note = { $schema: 'chronicle/v1', commit, timestamp: '2024-01-01T00:00:00Z', summary: 'First.' }
  await plantNotes(repository, [[commit, { ...note, context_level: 'enhanced', regions: [region] }]])
  const queries = createQueries({ git, ast: createTreeSitterParser() })
  const answer = (await queries.read({ files: ['src/b.ts'], anchor: 'carried' }))._unsafeUnwrap()
  expect(answer.regions.map(({ constraints, freshness }) => ({ constraints, freshness }))).toEqual([
    { constraints: [{ text: 'Call it once.', source: 'author' }], freshness: 'moved' },
  ])
  expect(read.size).toBeLessThan(COMMITS / 4)
})
