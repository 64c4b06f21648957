import { annotateLive } from '@chronicle/core/annotate'
import { codedError, type GitBackend } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, errAsync } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

let repository: FixtureRepository
let git: GitBackend
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Add', { a: 'one\n', b: 'two\n' })
  git = openChronicle({ dir: repository.dir, cacheDir: false }).git
})
afterEach(async () => {
  await git.close()
  await repository.dispose()
})

const input = (file: string): object => ({ summary: 'x', regions: [{ file, intent: `About ${file}` }] })

/** Annotates through a git backend with a replaced `writeNotes`, and records the waits. */
async function annotateWith(writeNotes: NonNullable<GitBackend['writeNotes']>, file = 'a', signal?: AbortSignal) {
  const waits: number[] = []
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const seams = { git: { ...git, writeNotes }, clock: () => 0, sleep }
  return { result: await annotateLive(seams, input(file), signal === undefined ? {} : { signal }), waits }
}

test('a write that somebody else was faster than is merged and tried again', async () => {
  let turn = 0
  const { result, waits } = await annotateWith((ref, tip, notes, options) => {
    if (turn++ > 0) return git.writeNotes?.(ref, tip, notes, options) ?? errAsync(codedError('unsupported', ''))
    // Another writer in between, so that the following write really loses the race.
    return annotateLive({ git, clock: () => 0 }, input('b'))
      .mapErr(() => codedError('git_failed', 'the other writer failed'))
      .andThen(() => git.writeNotes?.(ref, tip, notes, options) ?? errAsync(codedError('unsupported', '')))
  })
  expect(result._unsafeUnwrap()).toMatchObject({ status: 'merged', regions_in_note: 2 })
  expect(waits).toEqual([15])
})

test('a race is run for as long as others win it, with waits that grow up to a second', async () => {
  let turn = 0
  const { result, waits } = await annotateWith((ref, tip, notes, options) => {
    const write = () => git.writeNotes?.(ref, tip, notes, options) ?? errAsync(codedError('unsupported', ''))
    if (turn++ === 12) return write()
    const other = { summary: 'x', regions: [{ file: 'b', intent: `Said ${turn} times` }] }
    return annotateLive({ git, clock: () => 0 }, other)
      .mapErr(() => codedError('git_failed', 'the other writer failed'))
      .andThen(write)
  })
  expect(result._unsafeUnwrap()).toMatchObject({ status: 'merged' })
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1000, 1000, 1000, 1000, 1000])
})

test('a race that is never won ends, with growing waits, and nothing written', async () => {
  const moved = codedError('notes_ref_moved', 'refs/notes/chronicle has moved.')
  const { result, waits } = await annotateWith(() => errAsync(moved))
  expect(result._unsafeUnwrapErr()).toEqual({
    ...moved,
    message:
      'Nothing was written: at each of 8 attempts another process had written refs/notes/chronicle first. Try again.',
  })
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960])
  expect((await git.notesTip(DEFAULT_NOTES_REF))._unsafeUnwrap()).toBeUndefined()
})

test('any other failure is not tried again', async () => {
  const { result, waits } = await annotateWith(() => errAsync(codedError('git_failed', 'disk full')))
  expect(result._unsafeUnwrapErr().message).toBe('disk full')
  expect(waits).toEqual([])
})

test('a backend that cannot write says so', async () => {
  const { writeNotes: _, ...readOnly } = git
  const result = await annotateLive({ git: readOnly, clock: () => 0 }, input('a'))
  expect(result._unsafeUnwrapErr()).toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('cannot write notes') as string,
  })
})

test('an abort is an error, and nothing is written', async () => {
  const { result } = await annotateWith(
    (...args) => git.writeNotes?.(...args) ?? errAsync(codedError('unsupported', '')),
    'a',
    AbortSignal.abort(),
  )
  expect(result._unsafeUnwrapErr().code).toBe('aborted')
  expect((await git.notesTip(DEFAULT_NOTES_REF))._unsafeUnwrap()).toBeUndefined()
})
