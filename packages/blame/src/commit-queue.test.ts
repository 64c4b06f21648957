import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CommitQueue } from './commit-queue.ts'

it('gives the latest first, and equal ones in the order they came', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(9), { nil: undefined }), { maxLength: 60 }), (commands) => {
      const queue = new CommitQueue<{ readonly time: number; readonly order: number }>()
      const model: { readonly time: number; readonly order: number }[] = []
      for (const [order, time] of commands.entries()) {
        if (time === undefined) {
          model.sort((a, b) => b.time - a.time || a.order - b.order)
          expect(queue.pop()).toEqual(model.shift())
        } else {
          queue.push({ time, order })
          model.push({ time, order })
        }
      }
    }),
  )
})

it('gives many equal ones in the order they came, and others between them by time', () => {
  const queue = new CommitQueue<{ readonly time: number; readonly name: string }>()
  const names = Array.from({ length: 20 }, (_, index) => String(index))
  for (const name of names) queue.push({ time: 5, name })
  queue.push({ time: 9, name: 'newest' })
  queue.push({ time: 1, name: 'oldest' })
  queue.push({ time: 5, name: 'last' })
  expect(queue.size).toBe(23)
  expect([...queue].map(({ name }) => name).sort()).toEqual([...names, 'newest', 'oldest', 'last'].sort())
  expect(Array.from({ length: 23 }, () => queue.pop()?.name)).toEqual(['newest', ...names, 'last', 'oldest'])
  expect(queue.pop()).toBeUndefined()
  expect(queue.size).toBe(0)
})

it('gives every order of a few times back from the latest to the earliest', () => {
  const permutations = (times: readonly number[]): readonly (readonly number[])[] =>
    times.length === 0
      ? [[]]
      : times.flatMap((time, at) => permutations(times.toSpliced(at, 1)).map((rest) => [time, ...rest]))
  for (const times of permutations([1, 2, 3, 4, 5, 6])) {
    const queue = new CommitQueue<{ readonly time: number }>()
    for (const time of times) queue.push({ time })
    expect(times.map(() => queue.pop()?.time)).toEqual([6, 5, 4, 3, 2, 1])
  }
})
