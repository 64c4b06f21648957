import fs from 'node:fs'
import { DEFAULT_NOTES_REF, type CommitId } from '@chronicle/schema'
import { createFixtureRepository, plantNotes } from '@chronicle/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

/** Ids that share their first digits, so that small trees have every possible shape. */
const commitId = fc
  .tuple(fc.constantFrom('00', '0a', 'ff'), fc.constantFrom('00', '1b'), fc.constantFrom('0', '7', 'e'))
  .map(([one, two, rest]) => (one + two).padEnd(40, rest) as CommitId)

it('leaves any notes tree with exactly the notes that were written', async () => {
  const repository = await createFixtureRepository()
  const layout = fc.constantFrom('flat', '2/38', '2/2/36', 'mixed')
  const batch = fc.uniqueArray(
    fc.tuple(commitId, fc.option(fc.constantFrom('one', 'two', 'three'), { nil: undefined })),
    {
      selector: ([id]) => id,
      maxLength: 6,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      batch,
      layout,
      fc.array(batch, { minLength: 1, maxLength: 4 }),
      async (planted, shape, batches) => {
        const start = planted.map(([id, content]) => [id, content ?? 'planted'] as const)
        const others = { 'README.md': 'no note', '00/README': 'no note either', '0a/00/x': 'nor this' }
        let tip = await plantNotes(repository, start, { layout: shape, others })
        const model = new Map<string, string>(start)
        const git = createIsomorphicGit({ fs, dir: repository.dir })
        for (const notes of batches) {
          const bytes = new Map(
            notes.map(([id, content]) => [id, content === undefined ? undefined : Buffer.from(content)]),
          )
          tip = (await git.writeNotes!(DEFAULT_NOTES_REF, tip, bytes))._unsafeUnwrap()
          for (const [id, content] of notes) {
            if (content === undefined) model.delete(id)
            else model.set(id, content)
          }
          const listed = (await git.listNotes(DEFAULT_NOTES_REF))._unsafeUnwrap()
          expect([...listed.notes.keys()]).toEqual([...model.keys()].toSorted())
          for (const [id, blobs] of listed.notes) {
            const contents = (await git.readBlobs(blobs))._unsafeUnwrap()
            expect([...contents.values()].map((content) => Buffer.from(content).toString())).toEqual([model.get(id)])
          }
        }
        const byGit = await repository.git('notes', '--ref', DEFAULT_NOTES_REF, 'list')
        expect(byGit.split('\n').filter((line) => line !== '')).toHaveLength(model.size)
        for (const [path, content] of Object.entries(others)) {
          expect(await repository.git('show', `${DEFAULT_NOTES_REF}:${path}`)).toBe(content)
        }
      },
    ),
    { numRuns: repetitions(16, 40) },
  )
  await repository.git('fsck', '--strict')
  await repository.dispose()
})

it('spreads many notes over folders, and keeps a tree it fits in flat', async () => {
  const repository = await createFixtureRepository()
  const git = createIsomorphicGit({ fs, dir: repository.dir })
  const ids = Array.from(
    { length: 600 },
    (_, index) => (index * 7919).toString(16).padStart(6, '0').padEnd(40, '5') as CommitId,
  )
  const note = Buffer.from('note')
  const few = await git.writeNotes!(DEFAULT_NOTES_REF, undefined, new Map(ids.slice(0, 500).map((id) => [id, note])))
  const listing = async (): Promise<string[]> =>
    (await repository.git('ls-tree', '-r', '--name-only', DEFAULT_NOTES_REF)).split('\n')
  expect((await listing()).every((path) => !path.includes('/'))).toBe(true)
  const tip = few._unsafeUnwrap()
  ;(await git.writeNotes!(DEFAULT_NOTES_REF, tip, new Map(ids.slice(500).map((id) => [id, note]))))._unsafeUnwrap()
  const paths = await listing()
  expect(paths).toHaveLength(600)
  expect(paths.every((path) => /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(path))).toBe(true)
  await repository.dispose()
})

it('removes a damaged notes tree from nobody', async () => {
  const repository = await createFixtureRepository()
  const commit = await repository.commit('First')
  const tree = 'd'.repeat(40)
  const broken = await repository.gitBytes(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
    input: `tree ${tree}\nauthor A <a@example.com> 1 +0000\ncommitter A <a@example.com> 1 +0000\n\nbroken\n`,
  })
  const tip = broken.toString().trim() as CommitId
  await fs.promises.mkdir(`${repository.dir}/.git/refs/notes`, { recursive: true })
  await fs.promises.writeFile(`${repository.dir}/.git/${DEFAULT_NOTES_REF}`, `${tip}\n`)
  const git = createIsomorphicGit({ fs, dir: repository.dir })
  const error = (
    await git.writeNotes!(DEFAULT_NOTES_REF, tip, new Map([[commit, Buffer.from('x')]]))
  )._unsafeUnwrapErr()
  expect(error.code).toBe('missing_object')
  expect(error.message).toContain(`The tree ${tree} of the notes is missing`)
  expect((await git.notesTip(DEFAULT_NOTES_REF))._unsafeUnwrap()).toBe(tip)
  expect(fs.existsSync(`${repository.dir}/.git/${DEFAULT_NOTES_REF}.lock`)).toBe(false)
  await repository.dispose()
})
