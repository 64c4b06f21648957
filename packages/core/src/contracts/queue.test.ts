import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ok, type Result } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

/** Creates steps that end on demand, and records which have begun. */
function openSteps() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const step = (name: string) => () => {
    begun.push(name)
    return new Promise<Result<string, never>>((resolve) => ends.set(name, () => resolve(ok(name))))
  }
  return { begun, step, end: (name: string) => ends.get(name)?.() }
}

const turn = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

describe('a queue', () => {
  it('runs one step after the other, in their order', async () => {
    const { begun, end, step } = openSteps()
    const queue = createQueue()
    const all = ['a', 'b', 'c'].map((name) => queue({}, step(name)))
    for (const name of ['a', 'b', 'c']) {
      await turn()
      expect(begun.at(-1)).toBe(name)
      end(name)
    }
    expect((await Promise.all(all)).map((each) => each._unsafeUnwrap())).toEqual(['a', 'b', 'c'])
  })

  it('does not keep a caller that aborts, nor begin its step, nor let others overtake', async () => {
    const { begun, end, step } = openSteps()
    const queue = createQueue()
    const first = queue({}, step('first'))
    const controller = new AbortController()
    const second = queue({ signal: controller.signal }, step('second'))
    const third = queue({}, step('third'))
    controller.abort()
    expect((await second)._unsafeUnwrapErr().code).toBe('aborted')
    expect((await queue({ signal: controller.signal }, step('fourth')))._unsafeUnwrapErr().code).toBe('aborted')
    await turn()
    expect(begun).toEqual(['first'])
    end('first')
    expect((await first).isOk()).toBe(true)
    await turn()
    expect(begun).toEqual(['first', 'third'])
    end('third')
    expect((await third).isOk()).toBe(true)
  })

  it('goes on after a step that throws', async () => {
    const queue = createQueue()
    const broken = queue({}, () => {
      throw new Error('broken')
    })
    const next = queue({}, () => Promise.resolve(ok('next')))
    await expect(Promise.resolve(broken)).rejects.toThrow('broken')
    expect((await next)._unsafeUnwrap()).toBe('next')
  })

  it('does not keep what its steps returned', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const queue = createQueue()
    const returned: WeakRef<object>[] = []
    const step = () => {
      const outcome = {}
      returned.push(new WeakRef(outcome))
      return Promise.resolve(ok(outcome))
    }
    for (let count = 0; count < 3; count++) expect((await queue({}, step)).isOk()).toBe(true)
    await turn()
    collectGarbage()
    expect(returned.map((each) => each.deref())).toEqual([undefined, undefined, undefined])
  })
})
