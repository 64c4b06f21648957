import { DEFAULT_NOTES_REF, type CommitId, type NotesRef } from '@chronicle/schema'
import type { GitBackend } from '@chronicle/core/contracts'
import { expect } from 'vitest'
import { createLinearHistory, notePath, plantNotes, type NotesLayout } from '../fixture/fast-import.ts'
import { errorOf, textOf, valueOf, type Check } from './contract-tools.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** Checks writing notes: exact bytes, compare-and-swap, any layout. */
export function checkWriteNotes(check: Check): void {
  check('writes notes that git reads', async ({ fixture, open, requires, checkWithGit }) => {
    const repository = await fixture()
    const first = await repository.commit('First')
    const second = await repository.commit('Second')
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    const tip = await valueOf(writeNotes(DEFAULT_NOTES_REF, undefined, new Map([[first, bytes('on the first')]])))
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBe(tip)
    const next = await valueOf(
      writeNotes(DEFAULT_NOTES_REF, tip, new Map([[second, bytes('on the second')]]), { message: 'Why it moved\n' }),
    )
    expect(await contents(backend)).toEqual({ [first]: ['on the first'], [second]: ['on the second'] })
    expect((await valueOf(backend.readCommits([next]))).get(next)).toMatchObject({
      parents: [tip],
      message: 'Why it moved\n',
      author: { name: 'Ada Fixture', email: 'ada@example.com' },
      committer: { name: 'Ada Fixture', email: 'ada@example.com' },
    })
    await checkWithGit(async () => {
      expect(await repository.git('rev-parse', DEFAULT_NOTES_REF)).toBe(next)
      expect(await repository.git('notes', '--ref=refs/notes/chronicle', 'show', first)).toBe('on the first')
      expect(await repository.git('notes', '--ref=refs/notes/chronicle', 'show', second)).toBe('on the second')
      expect(await repository.git('status', '--porcelain')).toBe('')
      await repository.git('fsck', '--strict')
    })
  })

  check('stores content byte for byte', async ({ fixture, open, requires, checkWithGit }) => {
    const repository = await fixture()
    const contentsOf: Record<string, Uint8Array> = {
      'no newline': bytes('{"a":1}'),
      newlines: bytes('\n\n  {"a":1}  \n\n\n'),
      'carriage returns': bytes('a\r\nb\r\n'),
      'trailing spaces': bytes('a   \n\t\n'),
      comment: bytes('# not a comment\n'),
      'not utf-8': Uint8Array.of(0xff, 0xfe, 0, 0x80, 10),
      '3 MB': new Uint8Array(3_000_000).map((_, index) => (index * 2654435761) >>> 13),
    }
    const notes = new Map<CommitId, Uint8Array>()
    for (const [message, content] of Object.entries(contentsOf)) notes.set(await repository.commit(message), content)
    const backend = await open(repository.dir)
    await valueOf(requires(backend, 'writeNotes')(DEFAULT_NOTES_REF, undefined, notes))
    const listing = await valueOf(backend.listNotes(DEFAULT_NOTES_REF))
    for (const [commit, content] of notes) {
      const [blob] = listing.notes.get(commit) ?? []
      const stored = blob && (await valueOf(backend.readBlobs([blob]))).get(blob)
      expect(Buffer.compare(stored ?? bytes('absent'), content)).toBe(0)
      await checkWithGit(async () => {
        const shown = await repository.gitBytes(['notes', '--ref=refs/notes/chronicle', 'show', commit])
        expect(Buffer.compare(shown, content)).toBe(0)
      })
    }
  })

  check('writes nothing when the ref has moved', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    const one = await valueOf(writeNotes(DEFAULT_NOTES_REF, undefined, new Map([[commit, bytes('one')]])))
    const two = await valueOf(writeNotes(DEFAULT_NOTES_REF, one, new Map([[commit, bytes('two')]])))
    for (const expected of [one, undefined, commit, 'd'.repeat(40) as CommitId]) {
      const error = await errorOf(writeNotes(DEFAULT_NOTES_REF, expected, new Map([[commit, bytes('three')]])))
      expect([expected, error.code]).toEqual([expected, 'notes_ref_moved'])
      expect(error.message).toContain(DEFAULT_NOTES_REF)
      expect(error.data).toMatchObject({ ref: DEFAULT_NOTES_REF, actual: two })
    }
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBe(two)
    expect(await contents(backend)).toEqual({ [commit]: ['two'] })
  })

  check('says that the ref is gone', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    const error = await errorOf(
      requires(backend, 'writeNotes')(DEFAULT_NOTES_REF, commit, new Map([[commit, bytes('one')]])),
    )
    expect(error.code).toBe('notes_ref_moved')
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBeUndefined()
  })

  check('lets exactly one of several writers win', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 8 })
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    let tip = await valueOf(backend.notesTip(DEFAULT_NOTES_REF))
    const written = new Set<CommitId>()
    while (written.size < commits.length) {
      const results = await Promise.all(
        commits
          .filter((commit) => !written.has(commit))
          .map(async (commit) => ({
            commit,
            result: await writeNotes(DEFAULT_NOTES_REF, tip, new Map([[commit, bytes(commit)]])),
          })),
      )
      const won = results.filter(({ result }) => result.isOk())
      expect(won).toHaveLength(1)
      for (const { result } of results) {
        if (result.isErr()) expect(['notes_ref_moved', 'notes_ref_locked']).toContain(result.error.code)
      }
      written.add(won[0]?.commit as CommitId)
      tip = await valueOf(backend.notesTip(DEFAULT_NOTES_REF))
    }
    expect(await contents(backend)).toEqual(Object.fromEntries(commits.map((commit) => [commit, [commit]])))
  })

  check('removes notes', async ({ fixture, open, requires, checkWithGit }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 3 })
    await plantNotes(
      repository,
      commits.map((commit) => [commit, `on ${commit}`]),
      { layout: '2/38', others: { 'README.md': 'stays' } },
    )
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    const tip = await valueOf(backend.notesTip(DEFAULT_NOTES_REF))
    const [a, b, c] = commits as [CommitId, CommitId, CommitId]
    const next = await valueOf(
      writeNotes(
        DEFAULT_NOTES_REF,
        tip,
        new Map([
          [a, undefined],
          [b, bytes('replaced')],
        ]),
      ),
    )
    expect(await contents(backend)).toEqual({ [b]: ['replaced'], [c]: [`on ${c}`] })
    await valueOf(
      writeNotes(
        DEFAULT_NOTES_REF,
        next,
        new Map([
          [a, undefined],
          [b, undefined],
          [c, undefined],
        ]),
      ),
    )
    expect(await contents(backend)).toEqual({})
    await checkWithGit(async () => {
      expect(await repository.git('ls-tree', '-r', '--name-only', DEFAULT_NOTES_REF)).toBe('README.md')
    })
  })

  for (const layout of ['auto', 'flat', '2/38', '2/2/36', 'mixed'] as const satisfies readonly NotesLayout[]) {
    check(`keeps the other entries of a ${layout} tree`, async ({ fixture, open, requires, checkWithGit }) => {
      const repository = await fixture()
      const commits = await createLinearHistory(repository, { commits: 1400 })
      const planted = commits.slice(0, 700)
      const others: Record<string, string> = { 'README.md': 'stays', '.meta/tool.json': '{}' }
      // This file is where git would create a folder when it splits the tree.
      if (layout === 'flat') others[commits[0]?.slice(0, 2) ?? ''] = 'a file'
      await plantNotes(
        repository,
        planted.map((commit) => [commit, `on ${commit}`]),
        { layout, others },
      )
      const backend = await open(repository.dir)
      const writeNotes = requires(backend, 'writeNotes')
      const expected = new Map<string, string>(planted.map((commit) => [commit, `on ${commit}`]))
      let tip = await valueOf(backend.notesTip(DEFAULT_NOTES_REF))
      for (const batch of [commits.slice(690, 701), commits.slice(0, 1), commits.slice(800)]) {
        tip = await valueOf(
          writeNotes(DEFAULT_NOTES_REF, tip, new Map(batch.map((commit) => [commit, bytes(`new ${commit}`)]))),
        )
        for (const commit of batch) expected.set(commit, `new ${commit}`)
      }
      const actual = await contents(backend)
      expect(Object.keys(actual)).toEqual([...expected.keys()].toSorted())
      for (const [commit, content] of expected) expect(actual[commit]).toEqual([content])
      await checkWithGit(async () => {
        for (const [path, content] of Object.entries(others)) {
          expect(await repository.git('show', `${DEFAULT_NOTES_REF}:${path}`)).toBe(content)
        }
        const list = (await repository.git('notes', '--ref=refs/notes/chronicle', 'list')).split('\n')
        expect(list).toHaveLength(expected.size)
        for (const commit of [commits[0], commits[700], commits[1399]]) {
          expect(await repository.git('notes', '--ref=refs/notes/chronicle', 'show', commit ?? '')).toBe(
            `new ${commit}`,
          )
        }
        await repository.git('fsck', '--strict')
        // Git's next write must neither lose nor duplicate anything.
        await repository.note(commits[750] ?? '', 'by git')
        expect((await repository.git('notes', '--ref=refs/notes/chronicle', 'list')).split('\n')).toHaveLength(
          expected.size + 1,
        )
      })
    })
  }

  check(
    'replaces all entries of a commit that has several, and only of that one',
    async ({ fixture, open, requires }) => {
      const repository = await fixture()
      const [a, b, c] = (await createLinearHistory(repository, { commits: 3 })) as [CommitId, CommitId, CommitId]
      const others: Record<string, string> = {}
      for (const commit of [a, b]) {
        others[notePath(commit, 'flat')] = 'flat'
        others[notePath(commit, '2/38')] = 'fanned out'
      }
      await plantNotes(repository, [[c, 'alone']], { layout: 'flat', others })
      const backend = await open(repository.dir)
      const writeNotes = requires(backend, 'writeNotes')
      const tip = await valueOf(backend.notesTip(DEFAULT_NOTES_REF))
      await valueOf(writeNotes(DEFAULT_NOTES_REF, tip, new Map([[a, bytes('one now')]])))
      const now = await contents(backend)
      expect([now[a], now[b]?.toSorted(), now[c]]).toEqual([['one now'], ['fanned out', 'flat'], ['alone']])
    },
  )

  check('accepts an empty set of notes', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    const tip = await valueOf(writeNotes(DEFAULT_NOTES_REF, undefined, new Map([[commit, bytes('one')]])))
    const same = await valueOf(writeNotes(DEFAULT_NOTES_REF, tip, new Map()))
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBe(same)
    const removed = await valueOf(
      writeNotes(DEFAULT_NOTES_REF, same, new Map([['e'.repeat(40) as CommitId, undefined]])),
    )
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBe(removed)
    expect(await contents(backend)).toEqual({ [commit]: ['one'] })
  })

  check('writes to any notes ref, and to nothing else', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    const ref = 'refs/notes/remotes/origin/chronicle' as NotesRef
    await valueOf(writeNotes(ref, undefined, new Map([[commit, bytes('theirs')]])))
    expect(await contents(backend, ref)).toEqual({ [commit]: ['theirs'] })
    for (const wrong of [
      'refs/heads/main',
      'HEAD',
      'chronicle',
      '--all',
      'refs/notes/',
      'refs/notes/a..b',
      '',
    ] as NotesRef[]) {
      const expected = await valueOf(backend.resolve(wrong))
      const error = await errorOf(writeNotes(wrong, expected, new Map([[commit, bytes('no')]])))
      expect([wrong, error.code]).toEqual([wrong, 'unsupported'])
      expect(error.message).toContain('refs/notes/')
    }
    expect(await valueOf(backend.resolve('main'))).toBe(commit)
  })

  check('drops the history of the notes when told so', async ({ fixture, open, requires, checkWithGit }) => {
    const repository = await fixture()
    const [a, b] = (await createLinearHistory(repository, { commits: 2 })) as [CommitId, CommitId]
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    const one = await valueOf(writeNotes(DEFAULT_NOTES_REF, undefined, new Map([[a, bytes('a secret')]])))
    const two = await valueOf(writeNotes(DEFAULT_NOTES_REF, one, new Map([[b, bytes('stays')]])))
    const three = await valueOf(
      writeNotes(DEFAULT_NOTES_REF, two, new Map([[a, bytes('no more')]]), { dropHistory: true }),
    )
    const parentsOf = async (tip: CommitId) => (await valueOf(backend.readCommits([tip]))).get(tip)?.parents
    expect(await parentsOf(three)).toEqual([])
    expect(await contents(backend)).toEqual({ [a]: ['no more'], [b]: ['stays'] })
    // Neither a change nor a history to drop.
    expect(await valueOf(writeNotes(DEFAULT_NOTES_REF, three, new Map(), { dropHistory: true }))).toBe(three)
    // No change, but a history to drop.
    const four = await valueOf(writeNotes(DEFAULT_NOTES_REF, three, new Map([[b, bytes('a second secret')]])))
    const five = await valueOf(writeNotes(DEFAULT_NOTES_REF, four, new Map([[b, bytes('stays')]])))
    const six = await valueOf(writeNotes(DEFAULT_NOTES_REF, five, new Map(), { dropHistory: true }))
    expect(await parentsOf(five)).toEqual([four])
    expect(await parentsOf(six)).toEqual([])
    expect(await contents(backend)).toEqual({ [a]: ['no more'], [b]: ['stays'] })
    const lost = await errorOf(writeNotes(DEFAULT_NOTES_REF, five, new Map(), { dropHistory: true }))
    expect(lost.code).toBe('notes_ref_moved')
    await checkWithGit(async () => {
      expect(await repository.git('rev-list', '--count', DEFAULT_NOTES_REF)).toBe('1')
      await repository.git('fsck', '--strict')
    })
  })

  check('tells who the user is, as in the commits it makes', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    const writeNotes = requires(backend, 'writeNotes')
    if (backend.identity === undefined) return expect(backend).not.toHaveProperty('identity')
    const identity = await valueOf(backend.identity())
    expect(identity).toEqual({ name: 'Ada Fixture', email: 'ada@example.com' })
    const tip = await valueOf(writeNotes(DEFAULT_NOTES_REF, undefined, new Map([[commit, bytes('one')]])))
    expect((await valueOf(backend.readCommits([tip]))).get(tip)?.author).toMatchObject(identity)
  })

  check('does not invent an identity', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    await repository.git('config', 'user.name', '')
    await repository.git('config', 'user.email', '')
    const backend = await open(repository.dir)
    const error = await errorOf(
      requires(backend, 'writeNotes')(DEFAULT_NOTES_REF, undefined, new Map([[commit, bytes('one')]])),
    )
    expect(error.code).toBe('identity_unknown')
    expect(error.message).toContain('git config')
    if (backend.identity !== undefined) expect((await errorOf(backend.identity())).code).toBe('identity_unknown')
    expect(await valueOf(backend.notesTip(DEFAULT_NOTES_REF))).toBeUndefined()
  })
}

async function contents(backend: GitBackend, ref: NotesRef = DEFAULT_NOTES_REF): Promise<Record<string, string[]>> {
  const { notes } = await valueOf(backend.listNotes(ref))
  const blobs = await valueOf(backend.readBlobs([...new Set([...notes.values()].flat())]))
  return Object.fromEntries(
    [...notes].map(([commit, ids]) => [commit, ids.map((id) => textOf(blobs.get(id)) ?? 'absent')]),
  )
}
