import { expect, test } from 'vitest'
import { isInformativeSubject } from './informative-subject.ts'

test.each([
  ['Retry the upload once', true],
  ['fix(upload): retry it once', true],
  ['storeの書き込みをアトミックにする', true],
  ['修复上传失败时的重试', true],
  ['修复', false],
  ['wip', false],
  ['Fix typo', false],
  ['This should take care of #1266', false],
  ['Retry the upload once, because the …', false],
])('%s: %s', (subject, expected) => {
  expect(isInformativeSubject(subject)).toBe(expected)
})
