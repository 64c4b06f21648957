import { expect, it } from 'vitest'
import type { CommitId } from '@chronicle/schema'
import { commitLabel } from '../prose/revert-reason.ts'
import { subjectOf } from './subject-of.ts'

it.each([
  ['One\n\nTwo\n', 'One'],
  ['\n \n  One \r\nTwo', 'One'],
  ['One', 'One'],
  [' \n\n', ''],
  ['', ''],
])('the subject of %j is %j', (message, subject) => expect(subjectOf(message)).toBe(subject))

it('the label of a commit whose message begins with a blank line has its subject', () => {
  expect(commitLabel({ id: 'a'.repeat(40) as CommitId, message: '\nRevert it\n' })).toBe('aaaaaaaaaaaa (Revert it)')
})
