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
