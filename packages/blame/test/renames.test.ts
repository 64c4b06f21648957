import { createGitCli } from '@chronicle/git-cli'
import {
  createFixtureRepository,
  FIXTURE_EPOCH,
  importCommits,
  type FixtureRepository,
  type ImportChange,
} from '@chronicle/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ObjectReader } from '../src/object-reader.ts'
import { detectRenames } from '../src/renames/detect-renames.ts'
import { diffTrees } from '../src/renames/diff-trees.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
})
afterEach(() => repository.dispose())

const numbered = (...numbers: readonly number[]): string => numbers.map((n) => `this is line number ${n}\n`).join('')
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

type Files = Readonly<Record<string, string>>

/** Returns the renames between two sets of files: those derived and those found by git. */
async function renamesBetween(before: Files, after: Files): Promise<{ derived: string[]; byGit: string[] }> {
  const changes = (files: Files): ImportChange[] => Object.entries(files).map(([path, content]) => ({ path, content }))
  const commits = await importCommits(repository, [
    { ref: 'refs/heads/x', parents: [], message: 'Before', date: FIXTURE_EPOCH, changes: changes(before) },
    {
      ref: 'refs/heads/x',
      parents: [0],
      message: 'After',
      date: FIXTURE_EPOCH + 1,
      fresh: true,
      changes: changes(after),
    },
  ])
  const git = createGitCli({ dir: repository.dir })
  const reader = new ObjectReader(git)
  const [from, to] = (await reader.commits(commits))._unsafeUnwrap()
  const difference = (await diffTrees(reader, from?.tree, to?.tree))._unsafeUnwrap()
  const renames = (await detectRenames(reader, difference))._unsafeUnwrap()
  await git.close()
  const args = ['diff-tree', '-r', '-M', '-z', '--no-commit-id', '--name-status', '--diff-filter=R', commits[1] ?? '']
  const fields = (await repository.gitBytes(args)).toString().split('\0')
  const byGit: string[] = []
  for (let index = 0; index + 2 < fields.length; index += 3) byGit.push(`${fields[index + 1]} → ${fields[index + 2]}`)
  return { derived: renames.map((one) => `${one.from.path} → ${one.to.path}`).sort(), byGit: byGit.sort() }
}

describe('renames', () => {
  it.each<[string, Files, Files, number]>([
    ['identical content', { a: numbered(1, 2) }, { b: numbered(1, 2) }, 1],
    ['empty files', { a: '', z: 'z\n' }, { b: '', z: 'z\n' }, 1],
    ['half of the content', { a: numbered(...range(10, 19)) }, { b: numbered(...range(10, 14), ...range(50, 54)) }, 1],
    ['less than half', { a: numbered(...range(1, 10)) }, { b: numbered(...range(1, 4), ...range(50, 55)) }, 0],
    [
      'the same name before what is more similar',
      { 'x/a': numbered(...range(1, 9)), 'x/b': numbered(...range(1, 10)) },
      { 'y/a': numbered(...range(1, 10)) },
      1,
    ],
    [
      'the same name twice',
      { 'x/a': numbered(...range(1, 9), 99), 'z/a': numbered(...range(1, 8), 97, 98) },
      { 'y/a': numbered(...range(1, 10)) },
      1,
    ],
    [
      'the most similar of several',
      { a: numbered(...range(1, 7), 70, 71, 72), b: numbered(...range(1, 8), 80, 81) },
      { c: numbered(...range(1, 10)) },
      1,
    ],
    [
      'each source once',
      { a: numbered(...range(1, 10)) },
      { b: numbered(...range(1, 9), 90), c: numbered(...range(1, 8), 80, 81) },
      1,
    ],
    [
      'identical twins, by name and then by order',
      { 'p/a': numbered(1), 'q/b': numbered(1), 'r/c': numbered(1) },
      { 'x/c': numbered(1), 'y/z': numbered(1) },
      2,
    ],
    ['line ends changed', { a: numbered(...range(1, 6)) }, { b: numbered(...range(1, 6)).replaceAll('\n', '\r\n') }, 1],
    [
      'very long lines',
      { a: 'x'.repeat(1000) + '\n' + 'y'.repeat(1000) + '\n' },
      { b: 'x'.repeat(1000) + '\n' + 'z'.repeat(900) + '\n' },
      1,
    ],
    ['binary content', { a: `\0${'0123456789abcdef'.repeat(64)}\n` }, { b: `\0${'0123456789abcdef'.repeat(60)}\n` }, 1],
    ['a file that becomes a folder', { a: numbered(...range(1, 5)) }, { 'a/b': numbered(...range(1, 5)) }, 1],
    ['a folder that becomes a file', { 'a/b': numbered(...range(1, 5)) }, { a: numbered(...range(1, 5)) }, 1],
    [
      'nothing that stays',
      { a: numbered(...range(1, 5)) },
      { a: numbered(...range(1, 5)), b: numbered(...range(1, 5)) },
      0,
    ],
  ])('are those of git: %s', async (_, before, after, count) => {
    const { derived, byGit } = await renamesBetween(before, after)
    expect(derived).toEqual(byGit)
    expect(derived).toHaveLength(count)
  })

  it('counts a last line without a newline, as git does from version 2.44 on', async ({ skip }) => {
    const { derived, byGit } = await renamesBetween({ a: 'a long first line' }, { b: 'a long first line\nb\n' })
    expect(derived).toEqual([])
    const twice = await renamesBetween({ a: 'x\na long last line' }, { b: 'y\na long last line' })
    expect(twice.derived).toEqual(['a → b'])
    const [major = 0, minor = 0] = ((await repository.git('--version')).match(/\d+/g) ?? []).map(Number)
    if (major < 3 && minor < 44) skip(`git ${major}.${minor} is no oracle for this`)
    expect([derived, twice.derived]).toEqual([byGit, twice.byGit])
  })

  it('are those of git for any two sets of files', async () => {
    const path = fc.constantFrom('a', 'b', 'c', 'x/a', 'x/b', 'y/a', 'y/c', 'z/x/a', 'e.txt', 'f.txt')
    const content = fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.array(fc.nat(60), { maxLength: 4 }), fc.integer({ min: 4, max: 14 }))
      .map(([topic, others, length]) => numbered(...range(topic * 100, topic * 100 + length), ...others))
    const files = fc
      .uniqueArray(fc.tuple(path, content), { selector: ([name]) => name, maxLength: 8 })
      .map(withoutConflicts)
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const { derived, byGit } = await renamesBetween(before, after)
        expect(derived).toEqual(byGit)
      }),
      { numRuns: repetitions(48, 120) },
    )
  })
})

/** Leaves out files whose path is also a folder. */
function withoutConflicts(entries: readonly (readonly [string, string])[]): Files {
  const paths = entries.map(([path]) => path)
  return Object.fromEntries(entries.filter(([path]) => !paths.some((other) => other.startsWith(`${path}/`))))
}
