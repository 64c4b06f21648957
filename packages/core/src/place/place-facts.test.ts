import { err, errAsync, ok, okAsync, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../cache/memory-storage.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadContext, QueriedCommit } from '../read/read-context.ts'
import { createOpenPlaceFacts } from './place-facts.ts'
import { createPlacingContext, type PlacingContext } from './placing-context.ts'

const PARSED: Diagnostic = { code: 'outline_failed', severity: 'warning', message: 'a.ts could not be parsed.' }

function query(reported: Diagnostic[] = []): PlacingContext {
  const report = (diagnostic: Diagnostic): void => void reported.push(diagnostic)
  return createPlacingContext({ report } as unknown as ReadContext, {} as QueriedCommit)
}

describe('facts about a file', () => {
  it('are computed once, by this process and by the next one', async () => {
    const storage = createMemoryStorage()
    const facts = await createOpenPlaceFacts(storage)('a.ts', 'blob 1')
    const { journal } = query()
    expect(await facts.get('place x', journal, () => okAsync({ line: 3 }))).toEqual(ok({ line: 3 }))
    expect(await facts.get('place y', journal, () => okAsync(undefined))).toEqual(ok(undefined))
    const fails = (): never => {
      throw new Error('computed again')
    }
    expect(await facts.get('place x', journal, fails)).toEqual(ok({ line: 3 }))
    await facts.save()
    const later = await createOpenPlaceFacts(storage)('a.ts', 'blob 1')
    expect(await later.get('place x', journal, fails)).toEqual(ok({ line: 3 }))
    expect(await later.get('place y', journal, fails)).toEqual(ok(undefined))
  })

  it('are those of one state, and of one file', async () => {
    const open = createOpenPlaceFacts(createMemoryStorage())
    const { journal } = query()
    const before = await open('a.ts', 'blob 1')
    expect(await before.get('place x', journal, () => okAsync(1))).toEqual(ok(1))
    await before.save()
    for (const other of [await open('a.ts', 'blob 2'), await open('b.ts', 'blob 1')]) {
      expect(await other.get('place x', journal, () => okAsync(2))).toEqual(ok(2))
    }
  })

  it('are not kept where they failed, or hold for one query alone', async () => {
    const facts = await createOpenPlaceFacts()('a.ts', 'blob 1')
    const { journal } = query()
    const failure = codedError('git_failed', 'git cat-file failed.')
    expect(await facts.get('place x', journal, () => errAsync(failure))).toEqual(err(failure))
    const passing = (): ResultAsync<number, never> => {
      journal.markTransient()
      return okAsync(1)
    }
    expect(await facts.get('place x', journal, passing)).toEqual(ok(1))
    expect(await facts.get('place x', journal, () => okAsync(2))).toEqual(ok(2))
  })

  it('report in each query what was reported when they were computed, once', async () => {
    const facts = await createOpenPlaceFacts()('a.ts', 'blob 1')
    const first: Diagnostic[] = []
    const placing = query(first)
    const compute = (): ResultAsync<number, never> => {
      placing.context.report(PARSED)
      return okAsync(1)
    }
    for (const key of ['place x', 'place y']) expect(await facts.get(key, placing.journal, compute)).toEqual(ok(1))
    const second: Diagnostic[] = []
    const { journal } = query(second)
    for (const key of ['place x', 'place y']) expect(await facts.get(key, journal, compute)).toEqual(ok(1))
    expect(second).toEqual([PARSED])
  })

  it('are kept for the last state of what else they follow from', async () => {
    const storage = createMemoryStorage()
    const facts = await createOpenPlaceFacts(storage)('a.ts', 'blob 1')
    const { journal } = query()
    const ask = async (of: string, value: number): Promise<unknown> =>
      (await facts.get({ key: 'moved', of }, journal, () => okAsync(value)))._unsafeUnwrap()
    expect(await ask('one', 1)).toBe(1)
    expect(await ask('one', 2)).toBe(1)
    expect(await ask('two', 3)).toBe(3)
    expect(await ask('one', 4)).toBe(4)
    await facts.save()
    const later = await createOpenPlaceFacts(storage)('a.ts', 'blob 1')
    expect(await later.get({ key: 'moved', of: 'one' }, journal, () => okAsync(5))).toEqual(ok(4))
  })

  it('can be looked at without being computed, where nothing was reported with them', async () => {
    const facts = await createOpenPlaceFacts()('a.ts', 'blob 1')
    const placing = query()
    expect(facts.peek('place x')).toBeUndefined()
    facts.keep('place x', 1)
    facts.keep('place x', 2)
    expect(facts.peek('place x')).toEqual({ fact: 1 })
    const compute = (): ResultAsync<number, never> => {
      placing.context.report(PARSED)
      return okAsync(1)
    }
    expect(await facts.get('place y', placing.journal, compute)).toEqual(ok(1))
    expect(facts.peek('place y')).toBeUndefined()
  })
})
