import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_NOTES_REF, omitUndefined, type BlobId, type CommitId, type NotesRef } from '@chronicle/schema'
import type { GitBackend, NotesSharing, NotesTip } from '@chronicle/core/contracts'
import { expect } from 'vitest'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'
import { errorOf, valueOf, type Check, type ContractTools } from './contract-tools.ts'

const NOTES = DEFAULT_NOTES_REF
const TRACKING = 'refs/notes/remotes/origin/chronicle' as NotesRef
const bytes = (text: string): Uint8Array => Buffer.from(text)

/**
 * Checks sharing notes with remotes: what is fetched and pushed, how two tips are merged, and what is left unchanged.
 */
export function checkSharing(check: Check): void {
  check('tells the remotes, without passwords, and the upstream', async (tools) => {
    const { sharing, repository } = await open(tools)
    expect(await valueOf(sharing.remotes())).toEqual({ all: [] })
    await repository.git('remote', 'add', 'b.c', 'https://ada:sesame@example.com/b.git')
    await repository.git('remote', 'add', 'a', '../a.git')
    await repository.git('config', '--add', 'remote.a.url', '../other.git')
    await repository.git('config', 'remote.a.push', 'refs/notes/x')
    await repository.git('config', 'branch.main.remote', 'a')
    await repository.git('config', 'remote.ghost.prune', 'true')
    const remotes = await valueOf(sharing.remotes())
    expect(remotes).toEqual({
      all: [
        {
          name: 'b.c',
          url: 'https://example.com/b.git',
          fetchRefspecs: ['+refs/heads/*:refs/remotes/b.c/*'],
          pushRefspecs: [],
          mirror: false,
        },
        {
          name: 'a',
          url: '../a.git',
          fetchRefspecs: ['+refs/heads/*:refs/remotes/a/*'],
          pushRefspecs: ['refs/notes/x'],
          mirror: false,
        },
      ],
      upstream: 'a',
    })
  })

  check('adds and removes fetch refspecs, and nothing else', async (tools) => {
    const { sharing, repository } = await open(tools)
    await repository.git('remote', 'add', 'origin', '../a.git')
    const before = await repository.git('config', '--local', '--list')
    const refspec = '+refs/notes/a*:refs/notes/remotes/origin/a*'
    const absent = '+refs/notes/absent*:refs/notes/b*'
    await valueOf(sharing.changeFetchRefspecs({ remote: 'origin', add: [refspec], remove: [absent] }))
    expect(await repository.git('config', '--get-all', 'remote.origin.fetch')).toBe(
      `+refs/heads/*:refs/remotes/origin/*\n${refspec}`,
    )
    await valueOf(sharing.changeFetchRefspecs({ remote: 'origin', add: [], remove: [refspec] }))
    expect(await repository.git('config', '--local', '--list')).toBe(before)
  })

  check('pushes forward only, and tells what became of each ref', async (tools) => {
    const { backend, sharing, repository, commit, remote } = await openWithRemote(tools)
    const first = await write(backend, NOTES, undefined, commit, 'one')
    const push = async (tip: NotesTip, ref = NOTES) =>
      (await valueOf(sharing.push({ remote: 'origin', refs: [{ ref, tip, tracking: TRACKING }] })))[0]
    expect(await push(first)).toEqual({ ref: NOTES, outcome: 'pushed' })
    expect(await valueOf(backend.notesTip(TRACKING))).toBe(first)
    expect(await push(first)).toEqual({ ref: NOTES, outcome: 'up_to_date' })
    const second = await write(backend, NOTES, first, commit, 'two')
    expect(await push(second)).toEqual({ ref: NOTES, outcome: 'pushed' })
    const other = await write(backend, 'refs/notes/other' as NotesRef, undefined, commit, 'unrelated')
    expect(await push(other)).toMatchObject({ ref: NOTES, outcome: 'behind' })
    expect(await valueOf(backend.notesTip(TRACKING))).toBe(second)
    await mkdir(join(remote, 'hooks'), { recursive: true })
    await writeFile(join(remote, 'hooks/update'), '#!/bin/sh\necho "not here" >&2\nexit 1\n')
    await chmod(join(remote, 'hooks/update'), 0o755)
    const refused = await push(await write(backend, NOTES, second, commit, 'three'))
    expect(refused).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('not here') as string })
    expect(await repository.git('--git-dir', remote, 'rev-parse', NOTES)).toBe(second)
    expect(await valueOf(sharing.push({ remote: 'origin', refs: [] }))).toEqual([])
  })

  check('fetches refs by their beginning, replaces and prunes tracking refs, and leaves the rest', async (tools) => {
    const { backend, sharing, repository, commit, remote } = await openWithRemote(tools)
    const corrections = `${NOTES}-corrections` as NotesRef
    const one = await write(backend, NOTES, undefined, commit, 'one')
    await write(backend, corrections, undefined, commit, 'beside')
    await repository.git('push', '--quiet', remote, NOTES, corrections, 'HEAD:refs/heads/main')
    const two = await write(backend, NOTES, one, commit, 'two')
    await write(backend, TRACKING, undefined, commit, 'stale')
    const fetch = { remote: 'origin', prefix: NOTES, trackingPrefix: TRACKING }
    await valueOf(sharing.fetch(fetch))
    expect(await valueOf(backend.notesTip(TRACKING))).toBe(one)
    expect(await valueOf(backend.notesTip(`${TRACKING}-corrections` as NotesRef))).toBeDefined()
    expect(await valueOf(backend.notesTip(NOTES))).toBe(two)
    expect(await repository.git('for-each-ref', 'refs/remotes')).toBe('')
    await repository.git('--git-dir', remote, 'update-ref', '-d', corrections)
    await valueOf(sharing.fetch(fetch))
    expect(await valueOf(backend.notesTip(`${TRACKING}-corrections` as NotesRef))).toBeUndefined()
    await repository.git('--git-dir', remote, 'update-ref', '-d', NOTES)
    await valueOf(sharing.fetch(fetch))
    expect(await valueOf(backend.notesTip(TRACKING))).toBeUndefined()
  })

  check('says that a remote is not there', async (tools) => {
    const { backend, sharing, repository, commit } = await open(tools)
    await repository.git('remote', 'add', 'origin', join(repository.dir, 'absent.git'))
    const tip = await write(backend, NOTES, undefined, commit, 'one')
    const fetched = await errorOf(sharing.fetch({ remote: 'origin', prefix: NOTES, trackingPrefix: TRACKING }))
    const refs = [{ ref: NOTES, tip, tracking: TRACKING }]
    const pushed = await errorOf(sharing.push({ remote: 'origin', refs }))
    expect([fetched.code, pushed.code]).toEqual(['remote_unreachable', 'remote_unreachable'])
    expect(fetched.message).toContain('git ls-remote origin')
  })

  check('knows what two tips have in common, and where a history begins', async (tools) => {
    const { backend, sharing, commit } = await open(tools)
    const base = await write(backend, NOTES, undefined, commit, 'base')
    const ours = await write(backend, NOTES, base, commit, 'ours')
    const side = 'refs/notes/side' as NotesRef
    await valueOf(sharing.moveRef({ ref: side, expected: undefined, to: base }))
    const theirs = await write(backend, side, base, commit, 'theirs')
    const alone = await write(backend, 'refs/notes/alone' as NotesRef, undefined, commit, 'alone')
    expect(await valueOf(sharing.commonTips(ours, theirs))).toEqual([base])
    expect(await valueOf(sharing.commonTips(ours, base))).toEqual([base])
    expect(await valueOf(sharing.commonTips(ours, alone))).toEqual([])
    expect(await valueOf(sharing.rootsOf(theirs))).toEqual([base])
    expect(await valueOf(sharing.historyOf(theirs))).toEqual([theirs, base])
    expect(await valueOf(sharing.historyOf(theirs, { exclude: [base] }))).toEqual([theirs])
    // The side ref was rewritten, so the common commit is only in its reflog.
    await valueOf(sharing.moveRef({ ref: side, expected: theirs, to: alone }))
    expect(await valueOf(sharing.formerTip(side, ours))).toBe(base)
    expect(await valueOf(sharing.formerTip('refs/notes/absent' as NotesRef, ours))).toBeUndefined()
  })

  check('moves a ref from where it stands, and only from there', async (tools) => {
    const { backend, sharing, commit } = await open(tools)
    const one = await write(backend, NOTES, undefined, commit, 'one')
    const two = await write(backend, NOTES, one, commit, 'two')
    for (const expected of [undefined, one]) {
      expect((await errorOf(sharing.moveRef({ ref: NOTES, expected, to: one }))).code).toBe('notes_ref_moved')
    }
    await valueOf(sharing.moveRef({ ref: NOTES, expected: two, to: one }))
    expect(await valueOf(backend.notesTip(NOTES))).toBe(one)
    await valueOf(sharing.moveRef({ ref: NOTES, expected: one, to: undefined }))
    expect(await valueOf(backend.notesTip(NOTES))).toBeUndefined()
    const wrong = 'refs/heads/main' as NotesRef
    const expected = await valueOf(backend.resolve('main'))
    expect((await errorOf(sharing.moveRef({ ref: wrong, expected, to: one }))).code).toBe('unsupported')
  })

  for (const objectFormat of ['sha1', 'sha256'] as const) {
    check(`merges two tips into the same commit on either side (${objectFormat})`, async (tools) => {
      const { backend, sharing, repository, commit } = await open(tools, objectFormat)
      const second = await repository.commit('Second')
      const third = await repository.commit('Third')
      const side = 'refs/notes/side' as NotesRef
      const ours = await write(backend, NOTES, undefined, commit, 'ours')
      const theirs = await write(backend, side, undefined, second, 'theirs')
      const blob = (await valueOf(backend.listNotes(side))).notes.get(second)?.[0]
      const notes = new Map<CommitId, Uint8Array | BlobId>([[third, bytes('both')]])
      if (blob !== undefined) notes.set(second, blob)
      const merge = { onto: ours, notes, message: 'Merge\n' }
      const one = await valueOf(sharing.mergeTips({ ref: NOTES, expected: ours, theirs, ...merge }))
      const other = await valueOf(sharing.mergeTips({ ref: side, expected: theirs, theirs: ours, ...merge }))
      expect(other).toBe(one)
      const found = (await valueOf(backend.readCommits([one]))).get(one)
      expect(found).toMatchObject({ parents: [ours, theirs].sort(), message: 'Merge\n' })
      const { notes: listed } = await valueOf(backend.listNotes(NOTES))
      expect([...listed.keys()]).toEqual([commit, second, third].sort())
      await tools.checkWithGit(async () => {
        expect(await repository.git('notes', `--ref=${NOTES}`, 'show', second)).toBe('theirs')
        await repository.git('fsck', '--strict')
      })
      const late = await errorOf(sharing.mergeTips({ ref: NOTES, expected: ours, theirs, ...merge }))
      expect(late.code).toBe('notes_ref_moved')
    })
  }

  check('keeps entries of either tree that are no notes, and drops a history when told so', async (tools) => {
    const { backend, sharing, repository, commit } = await open(tools)
    const plant = async (file: string, text: string): Promise<NotesTip> => {
      const id = (await repository.gitBytes(['hash-object', '-w', '--stdin'], { input: text })).toString().trim()
      const tree = await repository.gitBytes(['mktree'], { input: `100644 blob ${id}\t${file}\n` })
      return (await repository.git('commit-tree', '-m', file, tree.toString().trim())) as NotesTip
    }
    const [ours, theirs] = [await plant('a.md', 'a'), await plant('b.md', 'b')]
    await valueOf(sharing.moveRef({ ref: NOTES, expected: undefined, to: ours }))
    const notes = new Map<CommitId, Uint8Array>([[commit, bytes('new')]])
    const merge = { ref: NOTES, expected: ours, theirs, onto: ours, notes, message: 'Merge\n' }
    const merged = await valueOf(sharing.mergeTips(merge))
    expect((await repository.git('ls-tree', '--name-only', merged)).split('\n').sort()).toEqual(
      [commit, 'a.md', 'b.md'].sort(),
    )
    const dropped = await valueOf(sharing.mergeTips({ ...merge, expected: merged, onto: theirs, dropOurHistory: true }))
    expect((await valueOf(backend.readCommits([dropped]))).get(dropped)?.parents).toEqual([theirs])
  })
}

interface OpenedSharing {
  readonly backend: GitBackend
  readonly sharing: NotesSharing
  readonly repository: FixtureRepository
  readonly commit: CommitId
}

async function open(
  { fixture, open: openBackend, skip }: ContractTools,
  objectFormat?: 'sha256' | 'sha1',
): Promise<OpenedSharing> {
  const repository = await fixture(omitUndefined({ objectFormat }))
  const commit = await repository.commit('First')
  const backend = await openBackend(repository.dir)
  if (!backend.supports.sharing) skip(`${backend.name} says supports.sharing = false`)
  if (backend.sharing === undefined) throw new Error(`${backend.name} says supports.sharing = true, and lacks it`)
  return { backend, sharing: backend.sharing, repository, commit }
}

async function openWithRemote(tools: ContractTools): Promise<OpenedSharing & { readonly remote: string }> {
  const opened = await open(tools)
  const remote = join(opened.repository.dir, 'remote.git')
  await opened.repository.git('init', '--quiet', '--bare', '--template=', remote)
  await opened.repository.git('remote', 'add', 'origin', remote)
  return { ...opened, remote }
}

async function write(
  backend: GitBackend,
  ref: NotesRef,
  expected: NotesTip | undefined,
  commit: CommitId,
  text: string,
): Promise<NotesTip> {
  if (backend.writeNotes === undefined) throw new Error(`${backend.name} shares notes, and cannot write any`)
  return valueOf(backend.writeNotes(ref, expected, new Map([[commit, bytes(text)]])))
}
