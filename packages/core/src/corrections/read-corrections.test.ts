import { createMemoryGit } from '@chronicle/testing'
import type { CommitId, NotesRef } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { GitBackend } from '../contracts/git-backend.ts'
import { createReadCorrections } from './read-corrections.ts'

const NOTES = 'refs/notes/chronicle' as NotesRef
const TEAM = 'refs/notes/team' as NotesRef
const line = (reason: string): string => `${JSON.stringify({ correction_type: 'flag', reason })}\n`

function repositoryWith(notes: Readonly<Record<string, readonly (readonly [number, string])[]>>): {
  readonly git: GitBackend
  readonly commits: readonly CommitId[]
  readonly calls: string[]
} {
  const { git, commits } = createMemoryGit({
    commits: [{ files: { 'a.ts': '1\n' } }, { files: { 'a.ts': '2\n' } }],
    notes,
  })
  const calls: string[] = []
  const counted = new Proxy(git, {
    get(target, key: keyof GitBackend) {
      if (typeof target[key] === 'function') calls.push(key)
      return target[key]
    },
  })
  return { git: counted, commits, calls }
}

test('costs one look at a ref that does not exist, and nothing for no commits', async () => {
  const { git, commits, calls } = repositoryWith({ [NOTES]: [[0, '{}']] })
  const read = createReadCorrections(git, [NOTES])
  expect((await read([]))._unsafeUnwrap().size).toBe(0)
  expect(calls).toEqual([])
  expect((await read(commits))._unsafeUnwrap().size).toBe(0)
  expect(calls).toEqual(['notesTip'])
})

test('lists a ref once for each of its tips, and reads all notes in one go', async () => {
  const { git, commits, calls } = repositoryWith({
    [`${NOTES}-corrections`]: [
      [0, line('a')],
      [1, line('b')],
    ],
  })
  const read = createReadCorrections(git, [NOTES, NOTES])
  for (let times = 0; times < 2; times++) {
    const found = (await read(commits))._unsafeUnwrap()
    expect(commits.map((commit) => found.get(commit)?.corrections.map(({ reason }) => reason))).toEqual([['a'], ['b']])
  }
  expect(calls).toEqual(['notesTip', 'listNotes', 'readBlobs', 'notesTip', 'readBlobs'])
  const written = await git.writeNotes?.(
    `${NOTES}-corrections` as NotesRef,
    (await git.notesTip(`${NOTES}-corrections` as NotesRef))._unsafeUnwrap(),
    new Map([[commits[0] as CommitId, undefined]]),
  )
  expect(written?.isOk()).toBe(true)
  expect([...(await read(commits))._unsafeUnwrap().keys()]).toEqual([commits[1]])
})

test('unites what is said in the refs beside several notes refs', async () => {
  const { git, commits } = repositoryWith({
    [`${NOTES}-corrections`]: [[0, line('a') + line('both')]],
    [`${TEAM}-corrections`]: [[0, `${line('both')}damaged\n${line('b')}`]],
  })
  const found = (await createReadCorrections(git, [NOTES, TEAM])(commits))._unsafeUnwrap()
  const { corrections = [], diagnostics = [] } = found.get(commits[0] as CommitId) ?? {}
  expect(corrections.map(({ reason }) => reason)).toEqual(['a', 'both', 'b'])
  expect(diagnostics.map(({ code }) => code)).toEqual(['unreadable_correction'])
})
