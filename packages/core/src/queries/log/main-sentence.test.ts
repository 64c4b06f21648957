import { expect, it } from 'vitest'
import { mainSentence } from './main-sentence.ts'

it('is the decision, not the problem before it', () => {
  const text = 'The parser reads each file twice. Cache the outline instead of reading it again. Closes #12.'
  expect(mainSentence(text)).toBe('Cache the outline instead of reading it again.')
})

it('is no request, which the commit may have refused', () => {
  const text = `In #2843, it's requested that these trailing lines should be displayed as non-matching because they exceed
the limit. While reasonable, I think that:

1. This would be a weird complication to the implementation.
2. This would overall be less intuitive and more complex.`
  expect(mainSentence(text)).toBe('This would be a weird complication to the implementation.')
  expect(mainSentence('It is requested that lines be shown. Closes #12.')).toBe('')
})

it('is the problem where nothing else is said, without a list mark', () => {
  expect(mainSentence('* The parser crashes on an empty file.')).toBe('The parser crashes on an empty file.')
})
