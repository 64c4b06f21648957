import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { boilerplateOf } from './boilerplate.ts'

it.each([
  ['1.2.3', 'it makes a release'],
  ['Version 10.4-rc.1', 'it makes a release'],
  ['Release v0.2.0', 'it makes a release'],
  ['1.2.3 is refused', undefined],
  ['Parse 1', undefined],
])('the reason why %j teaches nothing', (subject, reason) => {
  expect(boilerplateOf(subject)).toBe(reason)
})

it('reads a number of any length', () => {
  expect(processorTime(() => boilerplateOf(`${'1.'.repeat(100_000)} x`))).toBeLessThan(2_000)
})
