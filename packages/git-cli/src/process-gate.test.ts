import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createProcessGate, type ProcessGate, type ProcessSlot } from './process-gate.ts'

async function enter(gate: ProcessGate): Promise<ProcessSlot> {
  return (await gate(undefined))._unsafeUnwrap()
}

describe('the gate of processes', () => {
  it('lets callers in up to its limit, in their order', async () => {
    const gate = createProcessGate(2)
    const [first] = [await enter(gate), await enter(gate)]
    const order: string[] = []
    const third = enter(gate).then(() => order.push('third'))
    void enter(gate).then(() => order.push('fourth'))
    await turn()
    expect(order).toEqual([])
    first.leave()
    first.leave()
    await third
    await turn()
    expect(order).toEqual(['third'])
  })

  it('fails a caller that aborts while it waits', async () => {
    const gate = createProcessGate(1)
    const slot = await enter(gate)
    const controller = new AbortController()
    const waiting = gate(controller.signal)
    controller.abort()
    expect((await waiting)._unsafeUnwrapErr().code).toBe('aborted')
    expect((await gate(AbortSignal.abort()))._unsafeUnwrapErr().code).toBe('aborted')
    slot.leave()
    await enter(gate)
  })

  it('lets in the caller that the reader of a paused process waits for', async () => {
    const gate = createProcessGate(1)
    const stream = await enter(gate)
    const order: string[] = []
    const other = enter(gate).then(() => order.push('other'))
    stream.pause()
    const nested = await enter(gate)
    order.push('nested')
    nested.leave()
    stream.resume()
    await turn()
    expect(order).toEqual(['nested'])
    stream.leave()
    await other
  })

  it('lets in the oldest caller after as many of the newest as its limit', async () => {
    const gate = createProcessGate(2)
    for (const stream of [await enter(gate), await enter(gate)]) stream.pause()
    const order: string[] = []
    const callers = ['a', 'b', 'c', 'd', 'e', 'f'].map(async (name) => {
      const slot = await enter(gate)
      order.push(name)
      slot.leave()
    })
    await Promise.all(callers)
    expect(order.join('')).toBe('feadcb')
  })

  it('lets in whoever still waits when callers between them abort', async () => {
    const gate = createProcessGate(1)
    const slot = await enter(gate)
    const controller = new AbortController()
    const order: string[] = []
    const callers = [undefined, controller.signal, undefined, controller.signal].map(async (signal, index) => {
      const entered = await gate(signal)
      order.push(`${index} ${entered.isOk() ? 'enters' : 'aborts'}`)
      entered.map((each) => each.leave()).unwrapOr(undefined)
    })
    controller.abort()
    slot.leave()
    await Promise.all(callers)
    expect(order).toEqual(['1 aborts', '3 aborts', '0 enters', '2 enters'])
  })
})
