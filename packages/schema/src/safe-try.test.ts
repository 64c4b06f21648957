import { describe, expect, it } from 'vitest'
import { err, errAsync, ok, okAsync, type Result, type ResultAsync } from './result.ts'
import { safeTry } from './safe-try.ts'

describe('a body that waits', () => {
  it('goes on with values and returns its own', async () => {
    const sum = safeTry(async function* () {
      const one = yield* okAsync<number, string>(1)
      const two = yield* ok<number, string>(2)
      return ok(one + two + (await Promise.resolve(3)))
    })
    expect(await sum).toEqual(ok(6))
  })

  it('ends with the first error, after its finally blocks', async () => {
    const seen: string[] = []
    const ended = await safeTry(async function* () {
      try {
        yield* errAsync('first')
        seen.push('went on')
      } finally {
        await Promise.resolve()
        seen.push('closed')
      }
      return ok(1)
    })
    expect(ended).toEqual(err('first'))
    expect(seen).toEqual(['closed'])
  })

  it('rejects where it throws', async () => {
    const thrown: ResultAsync<number, never> = safeTry(async function* () {
      yield* okAsync(1)
      throw new Error('a defect')
    })
    await expect(Promise.resolve(thrown)).rejects.toThrow('a defect')
  })

  it('ends the body around it, one within the other', async () => {
    const closed: string[] = []
    const inner = (): ResultAsync<number, 'no'> =>
      safeTry(async function* () {
        try {
          return ok(yield* errAsync('no' as const))
        } finally {
          closed.push('inner')
        }
      })
    const outer = await safeTry(async function* () {
      try {
        return ok((yield* inner()) + 1)
      } finally {
        closed.push('outer')
      }
    })
    expect(outer).toEqual(err('no'))
    expect(closed).toEqual(['inner', 'outer'])
  })
})

describe('a body that does not wait', () => {
  const half = (number: number): Result<number, string> => (number % 2 === 0 ? ok(number / 2) : err(`${number} is odd`))

  it.each([
    [12, ok(3)],
    [6, err('3 is odd')],
  ])('goes on or ends: %i', (number, expected) => {
    const closed: number[] = []
    const quarter = safeTry(function* () {
      try {
        return ok(yield* half(yield* half(number)))
      } finally {
        closed.push(number)
      }
    })
    expect(quarter).toEqual(expected)
    expect(closed).toEqual([number])
  })
})
