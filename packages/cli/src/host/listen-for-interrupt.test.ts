import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { listenForInterrupt } from './listen-for-interrupt.ts'

function listen(): {
  readonly signal: AbortSignal
  readonly exits: readonly number[]
  press(name: NodeJS.Signals, at: number): void
} {
  const emitter = new EventEmitter()
  const exits: number[] = []
  let time = 0
  const process = emitter as unknown as Pick<NodeJS.Process, 'on'>
  const signal = listenForInterrupt({ process, now: () => time, exit: (code) => exits.push(code) })
  return {
    signal,
    exits,
    press(name, at) {
      time = at
      emitter.emit(name)
    },
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the work, and its echo changes nothing', (name) => {
  const { signal, exits, press } = listen()
  expect(signal.aborted).toBe(false)
  press(name, 5000)
  expect(signal.aborted).toBe(true)
  press(name, 5001)
  press('SIGINT', 6900)
  expect(exits).toEqual([])
})

test('the next Ctrl-C ends the process at once', () => {
  const { exits, press } = listen()
  press('SIGINT', 5000)
  press('SIGINT', 7000)
  expect(exits).toEqual([130])
})
