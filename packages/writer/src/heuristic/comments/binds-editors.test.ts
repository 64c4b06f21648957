import { expect, test } from 'vitest'
import { bindsEditors } from './binds-editors.ts'

test.each([
  'The lock must be held by the caller.',
  'Must not be called from the thread of the watchdog, which may not sleep.',
  'If the peer is old, you must send a header.',
  'The positional arguments must be defined first and in order.',
  'We must never hold both locks.',
  'This assumes that the input is sorted.',
  'DO NOT use destructuring here, as it is not compatible with the mocks.',
  'SAFETY: The pointer is valid as it comes from a Vec.',
  'Never call this while the lock is held.',
  'Never merge this flag, as it is no option.',
  'This transform must run after the references are resolved.',
  'The certificate must match `host`.',
  'Keep this list in sync with docs/options.md.',
  'Searching should never cross this boundary.',
])('%s', (rule) => {
  expect(bindsEditors(rule, false)).toBe(true)
})

test.each([
  'We must be able to handle lines that are longer than the size of the buffer.',
  'If we received a zero value we must still print a value.',
  'Because if the regex matches this group, it must be [KMG].',
  'We assume that reading 0 bytes means the end.',
  'We pick the longest under the assumption that it is rare.',
  'We permit this since it is assumed that the user has set it.',
  'For this to happen, every queue must be empty.',
  'This consumes the builder because it must mutate it to add the globs.',
  'The provided cookie must have a valid name.',
  'Turns this into an equivalent one, but where it must match at the start of a line.',
  'In theory building this should never fail.',
  'Typically, regular expressions must be valid UTF-8.',
  'It must use recursion since both letters could exist.',
  'Never compact such nodes.',
  'If there are no illegal characters in the body, assume that it is encoded.',
  'Assume then that the data is no part of the signature.',
  'Be careful to handle names with spaces.',
  'SAFETY: The libc function cannot fail here.',
  'SAFETY: As far as I can tell, this cannot violate safety.',
])('not %s', (rule) => {
  expect(bindsEditors(rule, false)).toBe(false)
})

test('what documentation asks of users is for them', () => {
  const rule = 'To parse the response, you must call `.json()` on the promise.'
  expect([bindsEditors(rule, false), bindsEditors(rule, true)]).toEqual([true, false])
})
