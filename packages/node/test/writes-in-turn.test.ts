import { createFixtureRepository } from '@chronicle/testing'
import { expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

test('writes of one program wait for each other, and none loses a race', async () => {
  const repository = await createFixtureRepository()
  await repository.commitFiles('Add', { a: 'one\n' })
  const first = openChronicle({ dir: repository.dir, cacheDir: false })
  let writes = 0
  const writeNotes: typeof first.git.writeNotes = (...args) => {
    writes++
    return first.git.writeNotes?.(...args) as never
  }
  const chronicle = openChronicle({ dir: repository.dir, git: { ...first.git, writeNotes }, cacheDir: false })
  const inputs = Array.from({ length: 6 }, (_, index) => ({
    summary: 'x',
    regions: [{ file: 'a', intent: `Reason number ${index} of the program` }],
  }))
  const stored = await Promise.all(inputs.map((input) => chronicle.annotate(input)))
  expect(stored.filter((each) => each.isOk())).toHaveLength(6)
  expect(writes).toBe(6)
  await first.close()
  await repository.dispose()
})

test('what is added to the context while a commit takes it stays for the next commit', async () => {
  const repository = await createFixtureRepository()
  const chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const empty = { tags: [], rejected: [], notes: [], squashSources: [] }
  const said = { ...empty, task: 'T-1', tags: ['net'], notes: [{ text: 'Said before.' }] }
  const taken = (await chronicle.nextCommit.add(said, { hours: 1 }))._unsafeUnwrap()
  const later = { ...empty, task: 'T-2', tags: ['net'], notes: [{ text: 'Said meanwhile.' }] }
  expect((await chronicle.nextCommit.add(later, { hours: 1 })).isOk()).toBe(true)
  expect((await chronicle.nextCommit.clear({ only: taken }))._unsafeUnwrap()).toBe(true)
  const left = (await chronicle.nextCommit.read())._unsafeUnwrap()
  expect(left?.author).toEqual({ ...empty, task: 'T-2', notes: [{ text: 'Said meanwhile.' }] })
  expect((await chronicle.nextCommit.clear({ only: taken }))._unsafeUnwrap()).toBe(false)
  expect((await chronicle.nextCommit.clear({ only: left }))._unsafeUnwrap()).toBe(true)
  expect((await chronicle.nextCommit.read())._unsafeUnwrap()).toBeUndefined()
  await chronicle.close()
  await repository.dispose()
})

test('a note that is said again in the same words while a commit takes it stays for the next commit', async () => {
  const repository = await createFixtureRepository()
  const chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const { nextCommit } = chronicle
  const empty = { tags: [], rejected: [], notes: [], squashSources: [] }
  const said = { ...empty, notes: [{ text: 'It never waits.', place: 'a' }, { text: 'Once.' }] }
  const again = { ...empty, notes: [{ text: 'It never waits.', place: 'a' }] }
  const say = async (author: typeof said): Promise<void> => {
    ;(await nextCommit.add(author, { hours: 1 }))._unsafeUnwrap()
  }
  await say(said)
  await say(again)
  const taken = (await nextCommit.read())._unsafeUnwrap()
  expect(taken?.author.notes).toEqual(said.notes)
  await say(again)
  expect((await nextCommit.clear({ only: taken }))._unsafeUnwrap()).toBe(true)
  const left = (await nextCommit.read())._unsafeUnwrap()
  expect(left?.author).toEqual(again)
  expect((await nextCommit.clear({ only: left }))._unsafeUnwrap()).toBe(true)
  expect((await nextCommit.read())._unsafeUnwrap()).toBeUndefined()
  // Said twice before the commit, it is said about that commit alone.
  await say(said)
  await say(said)
  const both = (await nextCommit.read())._unsafeUnwrap()
  expect((await nextCommit.clear({ only: both }))._unsafeUnwrap()).toBe(true)
  expect((await nextCommit.read())._unsafeUnwrap()).toBeUndefined()
  await chronicle.close()
  await repository.dispose()
})

test('a write that is aborted does not wait for the one before it', async () => {
  const repository = await createFixtureRepository()
  await repository.commitFiles('Add', { a: 'one\n' })
  const first = openChronicle({ dir: repository.dir, cacheDir: false })
  const [begun, begin] = createDeferred()
  const [ended, end] = createDeferred()
  const writeNotes: typeof first.git.writeNotes = (...args) => {
    begin()
    const write = async () => {
      await ended
      return first.git.writeNotes?.(...args)
    }
    return write() as never
  }
  const chronicle = openChronicle({ dir: repository.dir, git: { ...first.git, writeNotes }, cacheDir: false })
  const annotate = (intent: string, signal?: AbortSignal) =>
    chronicle.annotate({ summary: 'x', regions: [{ file: 'a', intent }] }, signal === undefined ? {} : { signal })
  const written = annotate('A reason that is written slowly')
  await begun
  const stop = new AbortController()
  const waiting = annotate('A reason that nobody waits for', stop.signal)
  setTimeout(() => stop.abort(), 50)
  expect((await waiting)._unsafeUnwrapErr().code).toBe('aborted')
  end()
  expect((await written).isOk()).toBe(true)
  await first.close()
  await repository.dispose()
})

/** Returns a promise and the function that resolves it. */
function createDeferred(): readonly [Promise<void>, () => void] {
  let fulfil = (): void => undefined
  const promise = new Promise<void>((resolve) => (fulfil = resolve))
  return [promise, () => fulfil()]
}
