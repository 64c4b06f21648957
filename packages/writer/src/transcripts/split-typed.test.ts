import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { splitTyped } from './split-typed.ts'

it.each([
  ['keep the old name. it is public', ['keep the old name.', 'it is public']],
  ['really?! yes :) do it', ['really?!', 'yes :)', 'do it']],
  ['use e.g. a map', ['use e.g. a map']],
])('%j', (text, sentences) => {
  expect(splitTyped(text)).toEqual(sentences)
})

it('reads exclamation marks of any number', () => {
  expect(processorTime(() => splitTyped(`wait${'!'.repeat(100_000)}now`))).toBeLessThan(2_000)
})
