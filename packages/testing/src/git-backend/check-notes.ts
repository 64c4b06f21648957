import { DEFAULT_NOTES_REF, type CommitId, type NotesRef } from '@chronicle/schema'
import { expect } from 'vitest'
import { createLinearHistory, notePath, plantNotes, type NotesLayout } from '../fixture/fast-import.ts'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'
import { removeObject } from '../fixture/remove-object.ts'
import { errorOf, textOf, valueOf, type Check } from './contract-tools.ts'

const LAYOUTS: readonly NotesLayout[] = ['auto', 'flat', '2/38', '2/2/36', 'mixed']

/** Checks reading notes, and finding changed ones. */
export function checkNotes(check: Check): void {
  check('finds no notes where there is no ref', async ({ fixture, open }) => {
    const repository = await fixture()
    await repository.commit('First')
    const backend = await open(repository.dir)
    for (const ref of [DEFAULT_NOTES_REF, 'refs/notes/--all', '--all', 'refs/notes/', ''] as NotesRef[]) {
      expect(await valueOf(backend.notesTip(ref))).toBeUndefined()
      expect(await valueOf(backend.listNotes(ref))).toEqual({ tip: undefined, notes: new Map() })
    }
  })

  for (const part of ['commit', 'tree', 'folder'] as const) {
    for (const packed of [false, true]) {
      check(`fails where the ${part} of ${packed ? 'packed' : 'loose'} notes is missing`, async (tools) => {
        tools.requiresSharedRepository()
        const repository = await tools.fixture()
        const commit = await repository.commit('First')
        const blob = await repository.note(commit, 'one')
        const makeTree = async (entry: string): Promise<string> =>
          String(await repository.gitBytes(['mktree'], { input: `${entry}\n` })).trim()
        const folder = await makeTree(`100644 blob ${blob}\t${commit.slice(2)}`)
        const tree = await makeTree(`040000 tree ${folder}\t${commit.slice(0, 2)}`)
        const tip = await repository.git('commit-tree', '-m', 'Notes', tree)
        await repository.git('update-ref', DEFAULT_NOTES_REF, tip)
        if (packed) await repository.git('pack-refs', '--all')
        const backend = await tools.open(repository.dir)
        await removeObject(repository, { commit: tip, tree, folder }[part])
        expect((await errorOf(backend.listNotes(DEFAULT_NOTES_REF))).code).toBe('missing_object')
        expect((await backend.notesTip(DEFAULT_NOTES_REF)).unwrapOr(tip)).toBe(tip)
      })
    }
  }

  for (const layout of LAYOUTS) {
    check(`lists notes laid out as ${layout}`, async ({ fixture, open }) => {
      const repository = await fixture()
      const commits = await createLinearHistory(repository, { commits: layout === 'auto' ? 600 : 40 })
      const tip = await plantNotes(
        repository,
        commits.map((commit, index) => [commit, `note ${index}`]),
        { layout },
      )
      const backend = await open(repository.dir)
      expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBe(tip)
      const listing = await valueOf(backend.listNotes(DEFAULT_NOTES_REF))
      expect(listing.tip).toBe(tip)
      expect([...listing.notes]).toEqual(await notesByGit(repository))
      const first = listing.notes.get(commits[0] as CommitId)?.[0]
      expect(first && textOf((await valueOf(backend.readBlobs([first]))).get(first))).toBe('note 0')
    })
  }

  check('lists notes of a sha256 repository', async ({ fixture, open, skip }) => {
    const repository = await fixture({ objectFormat: 'sha256' })
    const commits = await createLinearHistory(repository, { commits: 600 })
    await plantNotes(
      repository,
      commits.map((commit) => [commit, `note on ${commit}`]),
    )
    const backend = await open(repository.dir)
    if (!backend.supports.objectFormats.includes('sha256')) skip(`${backend.name} does not read sha256 repositories`)
    expect([...(await valueOf(backend.listNotes(DEFAULT_NOTES_REF))).notes]).toEqual(await notesByGit(repository))
  })

  check('passes over entries that are no notes', async ({ fixture, open }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 5 })
    const hex = 'ab'.repeat(20)
    await plantNotes(
      repository,
      commits.map((commit) => [commit, `note on ${commit}`]),
      {
        layout: '2/38',
        others: {
          'README.md': 'no note',
          'abc/0123': 'not two digits',
          [`${hex.slice(0, 2)}/notes.txt`]: 'not hexadecimal',
          [hex.slice(0, 39)]: 'too short',
          [`${hex}a`]: 'too long',
          [`${hex.slice(0, 3)}/${hex.slice(3)}`]: 'divided elsewhere',
          [`.meta/${hex}`]: 'elsewhere',
        },
      },
    )
    const backend = await open(repository.dir)
    const listing = await valueOf(backend.listNotes(DEFAULT_NOTES_REF))
    expect([...listing.notes.keys()]).toEqual(commits.toSorted())
  })

  check('lists every entry of a commit that has several', async ({ fixture, open }) => {
    const repository = await fixture()
    const [commit, other] = await createLinearHistory(repository, { commits: 2 })
    if (commit === undefined || other === undefined) throw new Error('the history has two commits')
    await plantNotes(repository, [[other, 'alone']], {
      layout: 'flat',
      others: {
        [notePath(commit, 'flat')]: 'flat',
        [notePath(commit, '2/38')]: 'fanned out',
        [notePath(commit, '2/2/36')]: 'flat',
      },
    })
    const backend = await open(repository.dir)
    const { notes } = await valueOf(backend.listNotes(DEFAULT_NOTES_REF))
    expect(notes.get(other)).toHaveLength(1)
    const blobs = notes.get(commit) ?? []
    const contents = await valueOf(backend.readBlobs(blobs))
    expect(blobs.map((blob) => textOf(contents.get(blob))).toSorted()).toEqual(['fanned out', 'flat'])
  })

  check('lists notes of objects that are gone, of other refs, and of the user’s own', async ({ fixture, open }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const gone = 'c0ffee'.padEnd(40, '0') as CommitId
    await plantNotes(repository, [[gone, 'orphan']], { layout: 'flat' })
    await repository.note(commit, 'a remark', 'refs/notes/commits')
    await repository.note(commit, 'a review', 'refs/notes/remotes/origin/review')
    const backend = await open(repository.dir)
    const keys = async (ref: string): Promise<string[]> => [
      ...(await valueOf(backend.listNotes(ref as NotesRef))).notes.keys(),
    ]
    expect(await keys(DEFAULT_NOTES_REF)).toEqual([gone])
    expect(await keys('refs/notes/commits')).toEqual([commit])
    expect(await keys('refs/notes/remotes/origin/review')).toEqual([commit])
  })

  check('sees the notes ref move', async ({ fixture, open, requiresSharedRepository }) => {
    requiresSharedRepository()
    const repository = await fixture()
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBeUndefined()
    for (const content of ['one', 'two', 'three']) {
      const blob = await repository.note(commit, content)
      expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBe(
        await repository.git('rev-parse', DEFAULT_NOTES_REF),
      )
      expect((await valueOf(backend.listNotes(DEFAULT_NOTES_REF))).notes).toEqual(new Map([[commit, [blob]]]))
      if (content === 'two') await repository.git('pack-refs', '--all')
    }
  })

  check('tells what changed between two tips', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 300 })
    const note = (index: number, content: unknown): [string, unknown] => [commits[index] ?? '', content]
    const some = commits.slice(0, 200).map((_, index) => note(index, `note ${index}`))
    const changed = [...some.slice(0, 100), note(100, 'changed'), ...some.slice(102), note(250, 'added')]
    const twice = { [notePath(commits[7] ?? '', '2/2/36')]: 'a second entry' }
    const tips = [
      await plantNotes(repository, [], { others: { 'README.md': 'none yet' } }),
      await plantNotes(repository, some, { layout: '2/38' }),
      await plantNotes(repository, some, { layout: 'flat' }),
      await plantNotes(repository, changed, { layout: '2/38' }),
      await plantNotes(repository, changed, { layout: 'mixed', others: twice }),
      await plantNotes(repository, changed, { layout: '2/38', others: { ...twice, 'README.md': 'changed too' } }),
    ]
    const listings: Map<CommitId, readonly string[]>[] = []
    for (const tip of tips) listings.push(new Map(await notesByGit(repository, tip)))
    for (const [index, tip] of tips.entries()) await repository.git('update-ref', `refs/keep/${index}`, tip)
    const backend = await open(repository.dir)
    const diffNotes = requires(backend, 'diffNotes')
    for (const [a, from] of tips.entries()) {
      for (const [b, to] of tips.entries()) {
        const expected = changesBetween(listings[a] ?? new Map(), listings[b] ?? new Map())
        expect([a, b, await valueOf(diffNotes(from, to))]).toEqual([a, b, expected])
      }
    }
  })

  check('cannot tell what changed since a tip that is gone', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    await repository.note(commit, 'a note')
    const backend = await open(repository.dir)
    const diffNotes = requires(backend, 'diffNotes')
    const tip = await valueOf(backend.notesTip(DEFAULT_NOTES_REF))
    const gone = 'd'.repeat(40) as CommitId
    for (const result of [diffNotes(gone, tip ?? commit), diffNotes(tip ?? commit, gone)]) {
      const error = await errorOf(result)
      expect(error.code).toBe('missing_object')
      expect(error.message).toContain(gone)
    }
  })
}

/** Returns the notes of a tree as `git ls-tree` shows them, in the form of a listing. */
export async function notesByGit(
  repository: FixtureRepository,
  revision: string = DEFAULT_NOTES_REF,
): Promise<[CommitId, readonly string[]][]> {
  const listing = (await repository.gitBytes(['ls-tree', '-r', '-z', revision])).toString('utf8')
  const digits = repository.objectFormat === 'sha1' ? 40 : 64
  const notes = new Map<CommitId, string[]>()
  for (const line of listing.split('\0')) {
    const [, id = '', entry = ''] = /^\d+ blob ([0-9a-f]+)\t((?:[0-9a-f]{2}\/)*[0-9a-f]+)$/.exec(line) ?? []
    const commit = entry.replaceAll('/', '') as CommitId
    if (commit.length !== digits) continue
    const blobs = notes.get(commit) ?? []
    if (!blobs.includes(id)) blobs.push(id)
    notes.set(commit, blobs)
  }
  return [...notes].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function changesBetween(
  before: ReadonlyMap<CommitId, readonly string[]>,
  after: ReadonlyMap<CommitId, readonly string[]>,
): unknown[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .map((commit) => ({ commit, before: before.get(commit) ?? [], after: after.get(commit) ?? [] }))
    .filter((change) => change.before.join() !== change.after.join())
}
