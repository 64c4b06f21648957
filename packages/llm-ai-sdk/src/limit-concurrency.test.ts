import { expect, it } from 'vitest'
import { createGate } from './limit-concurrency.ts'

/** Waits until everything that needs no timer has run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('lets so many in, and the next one when a place is given back, in their order', async () => {
  const gate = createGate(2)
  const entered: string[] = []
  const leave: (() => void)[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    void gate.enter().then((done) => {
      entered.push(name)
      leave.push(done)
    })
  }
  await settled()
  expect(entered).toEqual(['a', 'b'])
  leave[1]?.()
  await settled()
  expect(entered).toEqual(['a', 'b', 'c'])
  leave[0]?.()
  await settled()
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

it('refuses at once whoever gives up, before or while waiting, and keeps no place for them', async () => {
  const gate = createGate(1)
  const leave = await gate.enter()
  const reason = new Error('stop')
  await expect(gate.enter(AbortSignal.abort(reason))).rejects.toBe(reason)
  const giveUp = new AbortController()
  const waiting = gate.enter(giveUp.signal)
  const next = gate.enter()
  giveUp.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  leave()
  expect(await next).toBeTypeOf('function')
})

it('has one place at least', async () => {
  expect(await createGate(0).enter()).toBeTypeOf('function')
})
