import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { extractRust } from './extract-rust.ts'

it('reads blocks of any depth', () => {
  const code = `${'{'.repeat(100_000)} use self::a;`
  expect([...extractRust(code, code)]).toEqual([{ at: 100_001, specifier: 'self', names: ['a'] }])
  expect(processorTime(() => [...extractRust(code, code)])).toBeLessThan(2_000)
})
