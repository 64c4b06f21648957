import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

test.each(['MqttClient::connect', 'operator<<', 'a b/ä.ts', '', 'x'.repeat(300)])('%o is shown as it is', (name) => {
  expect(shownName(name)).toBe(name)
})

test('a name with line breaks is shown on one line', () => {
  expect(shownName('a\nb\rc')).toBe('a\\nb\\rc')
})

test('only the beginning of what is too long to be a name is shown', () => {
  expect(shownName('x'.repeat(10_000))).toBe(`${'x'.repeat(300)}… (10000 characters)`)
})
