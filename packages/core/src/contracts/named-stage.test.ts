import { err, ok, okAsync, ResultAsync, type CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { codedError } from './coded-error.ts'
import type { GitBackend } from './git-backend.ts'
import { checkedGit, namedStage } from './named-stage.ts'

const stage = namedStage('storage', {
  name: 'mine',
  size: 7,
  read: (key: string) => okAsync(key),
  write: () => Promise.reject(new Error('The disk is full.')),
  remove: () => expect.fail('It is gone.'),
  find: () => new ResultAsync<never, never>(Promise.reject(new Error('It is lost.'))),
  list: () => ['a'],
})

test('what a stage returns is returned', async () => {
  expect([stage.name, stage.size, stage.list()]).toEqual(['mine', 7, ['a']])
  expect((await stage.read('a'))._unsafeUnwrap()).toBe('a')
})

test('what a stage throws, or rejects with, names it', async () => {
  expect(() => stage.remove()).toThrow('storage mine: It is gone.')
  await expect(stage.write()).rejects.toThrow('storage mine: The disk is full.')
  const found = stage.find()
  expect(found).toBeInstanceOf(ResultAsync)
  await expect(Promise.resolve(found)).rejects.toThrow('storage mine: It is lost.')
})

test('a stage that another one called is the one that is named', () => {
  const outer = namedStage('trimmer', { name: 'outer', trim: () => stage.remove() })
  expect(() => outer.trim()).toThrow(/^storage mine: It is gone\.$/)
})

test('the methods of a class work', () => {
  class Counter {
    readonly name = 'own'
    #count = 0
    next(): number {
      return ++this.#count
    }
  }
  const counter = namedStage('counter', new Counter())
  expect([counter.next(), counter.next()]).toEqual([1, 2])
})

test('a frozen stage works, and what it lacks is absent', () => {
  const counter: { readonly name: string; count(): number; readonly close?: () => void } = Object.freeze({
    name: 'own',
    count: () => 1,
  })
  const named = namedStage('counter', counter)
  expect([named.count(), named.close]).toEqual([1, undefined])
})

const ID = 'a'.repeat(40) as CommitId

/** A backend in JavaScript, which can return anything. */
const backend = (resolve: unknown): GitBackend =>
  checkedGit({ name: 'own', resolve, close: () => Promise.resolve() } as unknown as GitBackend)

test('results are returned, also those in a plain promise', async () => {
  const failure = codedError('git_failed', 'It failed.')
  for (const resolve of [() => okAsync(ID), () => ok(ID), () => Promise.resolve(ok(ID))]) {
    const git = backend(resolve)
    expect((await git.resolve('HEAD').map((id) => [id]))._unsafeUnwrap()).toEqual([ID])
  }
  expect((await backend(() => Promise.resolve(err(failure))).resolve('HEAD'))._unsafeUnwrapErr()).toBe(failure)
})

test.each([
  ['a rejected promise', () => Promise.reject(new Error('It is late.')), 'It is late.'],
  ['an exception', () => expect.fail('It is late.'), 'It is late.'],
  ['a promise of no result', () => Promise.resolve(ID), 'it did not return a Result.'],
  ['no promise', () => ID, 'it did not return a Result.'],
])('%s is a failure of the method', async (_, resolve, reason) => {
  // Each of several may fail while the first is awaited, so none may reject.
  const [first, second] = ['HEAD', 'main'].map((name) =>
    backend(resolve)
      .resolve(name)
      .map(() => 1),
  )
  for (const failed of [await first, await second])
    expect(failed?._unsafeUnwrapErr()).toMatchObject({
      code: 'internal_error',
      message: `The git backend own failed in resolve: ${reason}`,
    })
})

test('what has another form is returned as it is', async () => {
  async function* log() {
    await Promise.resolve()
    yield { id: ID }
  }
  class Git {
    readonly name = 'own'
    log = log
    close(): Promise<void> {
      return Promise.resolve()
    }
  }
  const git = checkedGit(new Git() as unknown as GitBackend)
  for await (const { id } of git.log({ from: ID })) expect(id).toBe(ID)
  expect(git.close()).toBeInstanceOf(Promise)
  expect(git.blame).toBeUndefined()
  expect(checkedGit(undefined)).toBeUndefined()
})

test('a backend can be spread, and has the methods of its class', () => {
  const git = backend(() => okAsync(ID))
  expect(Object.keys({ ...git })).toEqual(['name', 'resolve', 'close'])
  expect('test' in checkedGit(/a/u as unknown as GitBackend)).toBe(true)
})

test('one backend is one checked backend, so that its writes wait for each other', () => {
  const own = { name: 'own' } as unknown as GitBackend
  expect(checkedGit(own)).toBe(checkedGit(own))
  expect(checkedGit(checkedGit(own))).toBe(checkedGit(own))
})

test('the methods by which a backend shares notes are checked too', async () => {
  const sharing = { remotes: () => Promise.reject(new Error('The network is down.')) }
  const git = checkedGit({ name: 'own', sharing } as unknown as GitBackend)
  const remotes = await git.sharing?.remotes()
  expect(remotes?._unsafeUnwrapErr().message).toBe('The git backend own failed in remotes: The network is down.')
})

test('getters run when they are asked, and what every object has works as it does', () => {
  const git = checkedGit({
    name: 'own',
    get resolve(): never {
      return expect.fail('It was asked.')
    },
  } as unknown as GitBackend)
  expect(Object.prototype.toString.call(git)).toBe('[object Object]')
  expect(git.toString).toBeTypeOf('function')
  expect(Object.prototype.hasOwnProperty.call(git, 'name')).toBe(true)
  expect(() => git.resolve).toThrow('It was asked.')
})
