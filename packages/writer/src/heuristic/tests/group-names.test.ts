import { expect, test } from 'vitest'
import { namesOnly, splitName } from './group-names.ts'

test.each([
  ['res', true],
  ['.sendFile(path, fn)', true],
  ['sendfile()', true],
  ['TestSendFile', true],
  ['send file', true],
  ['response tests', true],
  ['when "root" is given', false],
  ['strict', false],
  ['(without a root)', false],
  ['TestSendFileWithoutRoot', false],
])('%j only names what is tested: %j', (title, names) => {
  expect(namesOnly(title, ['res', 'sendFile', 'lib/response.js'])).toBe(names)
})

test('the words of a name', () => {
  expect(splitName('TestHTTPServer_keeps_order')).toEqual(['Test', 'HTTP', 'Server', 'keeps', 'order'])
})
