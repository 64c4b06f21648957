import { expect, it } from 'vitest'
import { splitTyped } from './split-typed.ts'

it.each([
  ['keep the old name. it is public', ['keep the old name.', 'it is public']],
  ['really?! yes :) do it', ['really?!', 'yes :)', 'do it']],
  ['use e.g. a map', ['use e.g. a map']],
  [`wait${'!'.repeat(200_000)}now`, [`wait${'!'.repeat(200_000)}now`]],
])('%j', (text, sentences) => {
  expect(splitTyped(text)).toEqual(sentences)
})
