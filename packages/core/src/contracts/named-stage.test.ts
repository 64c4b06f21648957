import { okAsync, ResultAsync } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { namedStage } from './named-stage.ts'

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
