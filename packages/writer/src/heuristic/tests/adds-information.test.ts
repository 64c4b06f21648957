import { expect, test } from 'vitest'
import { addsInformation } from './adds-information.ts'

const CODE = 'function sendFile(path, fn) {\n  // Respect the mount point.\n  if (status === 403) fn(error)\n}'

test.each([
  ['calls back on a broken pipe of the client', true],
  ['sends when the client leaves', false],
  ['does not follow symbolic links', true],
  ['should respect the mount-point', false],
  ['should send the file', false],
  ['sets the header', false],
  ['TestSendFileWithoutPath', false],
])('%j tells more than the code: %j', (title, adds) => {
  expect(addsInformation(title, ['sendFile()'], CODE)).toBe(adds)
})

test('what the groups say is the name of what is tested', () => {
  expect(addsInformation('never follows relative redirects', [], CODE)).toBe(true)
  expect(addsInformation('never follows relative redirects', ['follows relative redirects'], CODE)).toBe(false)
})
