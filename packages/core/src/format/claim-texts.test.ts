import { expect, it } from 'vitest'
import { createShownTexts } from '../answer/shown-texts.ts'
import { intentText } from './claim-texts.ts'

const of = (intent: string): Parameters<typeof intentText>[0] => ({ intent, constraints: [] })

it('an intent that was shown is named by its beginning, because another may stand between', () => {
  const shownTexts = createShownTexts()
  const first = 'Sessions outlive their connections, so that a reconnect resumes them without a new login.'
  expect(intentText(of(first), shownTexts)).toBe(first)
  expect(intentText(of('Another.'), shownTexts)).toBe('Another.')
  expect(intentText(of(first), shownTexts)).toMatch(/^Sessions outlive .* \[…\] \(as above\)$/u)
})
