import type { NotesTip } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { moveRef } from '../src/write-notes.ts'
import { createAnsweringGit } from './fake-git.ts'
import { errorOf, valueOf } from './results.ts'

const REF = 'refs/notes/chronicle' as NotesRef
const NEXT = '2'.repeat(40) as NotesTip

const moving = (stderr: string, standsThere = true) => {
  const git = createAnsweringGit(() => (stderr === '' ? '' : { exitCode: 128, stderr }))
  const tip = git.store('commit', 'tree x\n\nNotes\n') as NotesTip
  if (standsThere) git.point(REF, tip)
  return { git, tip, moved: moveRef(git.repository, { ref: REF, expected: tip, to: NEXT }, 'sha1') }
}

test('a ref is moved from where it stands, and nothing is said', async () => {
  const { git, tip, moved } = moving('')
  await valueOf(moved)
  expect(git.asked[0]?.args.slice(-3)).toEqual([REF, NEXT, tip])
})

test('a ref that does not stand there any more was moved by somebody else', async () => {
  expect(await errorOf(moving('fatal: cannot lock ref', false).moved)).toMatchObject({ code: 'notes_ref_moved' })
})

test.each([`fatal: '/x/chronicle.lock': File exists.`, `fatal: Unable to create '/x/y'`])(
  'a ref is locked where git says %j',
  async (stderr) => {
    expect(await errorOf(moving(`${stderr}\n`).moved)).toMatchObject({
      code: 'notes_ref_locked',
      data: { ref: REF, stderr },
    })
  },
)

test('a ref that git does not move is told with what git said', async () => {
  expect(await errorOf(moving('fatal: no room\n').moved)).toMatchObject({
    code: 'git_failed',
    message: `Git did not move ${REF}: fatal: no room`,
    data: { ref: REF, stderr: 'fatal: no room' },
  })
})
