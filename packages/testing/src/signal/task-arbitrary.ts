import * as fc from 'fast-check'
import { anyCodePoint } from '../text/any-code-point.ts'

/** Phrases of tasks, about the repository of the laws and about others, and text that is difficult to parse. */
const FRAGMENTS: readonly string[] = [
  'fix the login validation in handler.ts',
  'AuthHandler.validateLogin() returns true',
  'src/auth/types.ts',
  '`readSession`',
  'refactor the session',
  'add a test for the report writer',
  'feat(auth): allow an empty password',
  'File "/usr/lib/python3/site-packages/tools/report.py", line 8, in write_report',
  '    at AuthHandler.validateLogin (/app/dist/auth/handler.js:7:12)',
  'ValueError: there is nothing to report',
  '```ts\nnew AuthHandler()\n```',
  '```\nunclosed fence',
  '<!-- hidden -->',
  '### Expected behavior',
  '- OS: Linux',
  'https://example.com/o/r/blob/main/src/session.ts#L3',
  '../../../etc/passwd',
  '(((((((((('.repeat(20),
  'a/'.repeat(60),
  'a.'.repeat(60),
  '`'.repeat(40),
  '"'.repeat(41),
  '__proto__ constructor toString hasOwnProperty',
  '\u0000\u001b[31m\u202e',
  '\ud83d',
  'naïve Größe 関数 функция 🚀',
  '{task} {context} $& $1 \\',
]

/** Generates tasks in words: phrases that people write, joined at random, and arbitrary strings. */
export function taskArbitrary(): fc.Arbitrary<string> {
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: anyCodePoint(), maxLength: 30 }) },
  )
  return fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', ' ', '\r\n', '\n\n'))
    .map(([parts, separator]) => parts.join(separator))
    .filter((task) => task.trim() !== '')
}
