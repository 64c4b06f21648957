import fc from 'fast-check'
import { err, ok, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { codedError } from './coded-error.ts'
import type { CallOptions } from './call-options.ts'
import { createSingleFlight } from './single-flight.ts'

type Outcome = Result<number, CodedError>

/** Creates work that ends on demand, and records each start. */
function openWork() {
  const begun: { readonly call: CallOptions; end(outcome: Outcome): void }[] = []
  const work = (call: CallOptions): ResultAsync<number, CodedError> =>
    new ResultAsync(new Promise<Outcome>((resolve) => begun.push({ call, end: resolve })))
  return { begun, work }
}

/** Records the result of a caller once it arrives. */
function watch(result: ResultAsync<number, CodedError>): { given?: Outcome } {
  const seen: { given?: Outcome } = {}
  void result.then((outcome) => void (seen.given = outcome))
  return seen
}

const turns = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
/** Returns the value, or the error code. */
const summary = (outcome: Outcome | undefined): number | string | undefined =>
  outcome?.match(
    (value) => value,
    ({ code }) => code,
  )
const failed = (code: string): Outcome => err(codedError(code, 'It failed.'))

describe('a single flight', () => {
  it('does equal work once, and other work besides', async () => {
    const { begun, work } = openWork()
    const fly = createSingleFlight<number, CodedError>()
    const equal = [fly('a', {}, work), fly('a', {}, work), fly('a', {}, work)]
    const other = fly('b', {}, work)
    expect(begun).toHaveLength(2)
    begun[0]?.end(ok(1))
    begun[1]?.end(ok(2))
    expect((await Promise.all(equal)).map((each) => each._unsafeUnwrap())).toEqual([1, 1, 1])
    expect((await other)._unsafeUnwrap()).toBe(2)
  })

  it.each([
    ['what was found', ok(1)],
    ['a failure', failed('git_failed')],
  ])('remembers nothing: neither %s', async (_, outcome) => {
    const { begun, work } = openWork()
    const fly = createSingleFlight<number, CodedError>()
    const first = fly('a', {}, work)
    begun[0]?.end(outcome)
    expect(await first).toEqual(outcome)
    void fly('a', {}, work)
    expect(begun).toHaveLength(2)
  })

  it('begins nothing for a caller that has given up before', async () => {
    const { begun, work } = openWork()
    const fly = createSingleFlight<number, CodedError>()
    const given = await fly('a', { signal: AbortSignal.abort() }, work)
    expect([given._unsafeUnwrapErr().code, begun.length]).toEqual(['aborted', 0])
  })

  it('gives up work whose beginning made its only caller give up', async () => {
    const { begun, work } = openWork()
    const fly = createSingleFlight<number, CodedError>()
    const stop = new AbortController()
    const given = await fly('a', { signal: stop.signal }, (call) => {
      stop.abort()
      return work(call)
    })
    expect([given._unsafeUnwrapErr().code, begun[0]?.call.signal?.aborted]).toEqual(['aborted', true])
  })

  it('tells its progress to everyone who waits', async () => {
    const { begun, work } = openWork()
    const fly = createSingleFlight<number, CodedError>()
    const gone = new AbortController()
    const told: string[] = []
    const call = (name: string): CallOptions => ({ onProgress: ({ done }) => told.push(`${name} ${done}`) })
    const waiting = [fly('a', call('first'), work), fly('a', {}, work), fly('a', call('second'), work)]
    void fly('a', { ...call('gone'), signal: gone.signal }, work)
    gone.abort()
    begun[0]?.call.onProgress?.({ step: 'working', done: 1 })
    begun[0]?.end(ok(1))
    await Promise.all(waiting)
    begun[0]?.call.onProgress?.({ step: 'working', done: 2 })
    expect(told).toEqual(['first 1', 'second 1'])
  })

  it('adds one listener to a signal, however many wait with it', async () => {
    const { begun, work } = openWork()
    const fly = createSingleFlight<number, CodedError>()
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++
      add(...args)
    }
    const waiting = Array.from({ length: 20 }, (_, index) => fly(String(index), { signal }, work))
    begun.forEach(({ end }) => end(ok(1)))
    await Promise.all(waiting)
    expect(listeners).toBe(1)
  })

  const KEYS = ['a', 'b']
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), key: fc.constantFrom(...KEYS) }),
    fc.record({ kind: fc.constant('give up' as const), caller: fc.nat(9) }),
    fc.record({ kind: fc.constant('end' as const), key: fc.constantFrom(...KEYS), fails: fc.boolean() }),
  )

  it('gives each caller the outcome of what it waits for, or its own abort, in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const fly = createSingleFlight<number, CodedError>()
        const { begun, work } = openWork()
        const underWay = new Map<string, { readonly index: number; readonly waiting: Set<number> }>()
        let flights = 0
        const callers: { readonly stop: AbortController; readonly seen: { given?: Outcome }; expected?: Outcome }[] = []
        for (const each of steps) {
          if (each.kind === 'ask') {
            const stop = new AbortController()
            const seen = watch(fly(each.key, { signal: stop.signal }, work))
            const flight = underWay.get(each.key) ?? { index: flights++, waiting: new Set() }
            underWay.set(each.key, flight)
            flight.waiting.add(callers.push({ stop, seen }) - 1)
          } else if (each.kind === 'give up') {
            const caller = callers[each.caller]
            caller?.stop.abort()
            for (const [key, { index, waiting }] of underWay) {
              if (caller === undefined || !waiting.delete(each.caller)) continue
              caller.expected = failed('aborted')
              // The work is aborted when the last caller leaves, and not before.
              expect(begun[index]?.call.signal?.aborted).toBe(waiting.size === 0)
              if (waiting.size === 0) underWay.delete(key)
            }
          } else {
            const flight = underWay.get(each.key)
            underWay.delete(each.key)
            const outcome: Outcome = each.fails ? failed('git_failed') : ok(flight?.index ?? 0)
            for (const caller of flight?.waiting ?? []) Object.assign(callers[caller] ?? {}, { expected: outcome })
            if (flight !== undefined) begun[flight.index]?.end(outcome)
          }
          await turns()
          expect(callers.map(({ seen }) => summary(seen.given))).toEqual(
            callers.map(({ expected }) => summary(expected)),
          )
        }
        expect(begun).toHaveLength(flights)
      }),
    )
  })

  it('fails the caller alone whose callback throws', async () => {
    const flight = createSingleFlight<number, never>()
    const reported: unknown[] = []
    const work = (call: CallOptions): ResultAsync<number, never> =>
      new ResultAsync(
        Promise.resolve().then(() => {
          call.onProgress?.({ phase: 'read', done: 1 } as never)
          return ok(1)
        }),
      )
    const failing = flight(
      'a',
      {
        onProgress: () => {
          throw new Error('mine is broken')
        },
      },
      work,
    )
    const other = flight('a', { onProgress: (progress) => reported.push(progress) }, work)
    await expect(Promise.resolve(failing)).rejects.toThrow('mine is broken')
    expect((await other)._unsafeUnwrap()).toBe(1)
    expect(reported).toHaveLength(1)
  })

  it('aborts the work for which only callers are left whose callback threw', async () => {
    const flight = createSingleFlight<number, never>()
    let signal: AbortSignal | undefined
    const work = (call: CallOptions): ResultAsync<number, never> =>
      new ResultAsync(
        Promise.resolve().then(() => {
          ;({ signal } = call)
          call.onProgress?.({ phase: 'read', done: 1 } as never)
          return ok(1)
        }),
      )
    const onProgress = (): never => {
      throw new Error('mine is broken')
    }
    await expect(Promise.resolve(flight('a', { onProgress }, work))).rejects.toThrow('mine is broken')
    expect(signal?.aborted).toBe(true)
  })
})
