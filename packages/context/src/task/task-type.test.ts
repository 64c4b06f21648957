import { describe, expect, it } from 'vitest'
import { taskType } from './task-type.ts'

describe('the kind of a task', () => {
  it.each([
    ['Fix the login validation', 'bug_fix'],
    ['Router crashes on empty path', 'bug_fix'],
    ["`res.send` doesn't set the length", 'bug_fix'],
    ['TypeError: cannot read properties of undefined, an error at start', 'bug_fix'],
    ['Add support for HTTP/3', 'feature'],
    ['Allow hooks to be async', 'feature'],
    ['Refactor the session store', 'refactor'],
    ['Clean up the parser', 'refactor'],
    ['Rename Blueprint to Module', 'refactor'],
    ['Increase coverage of the walker', 'test'],
    ['Add tests for redirects', 'test'],
    ['test(router): cover empty paths', 'test'],
    ['chore: fix flaky tests', 'test'],
    ['Tests of the walker', 'test'],
    ['Add a regression test for redirects', 'test'],
    ['feat(render): add PDF renderer and tests', 'feature'],
    ['Fix lost cookies of the test client', 'bug_fix'],
    ['How are sessions signed?', 'investigation'],
  ] as const)('of "%s" is %s', (title, kind) => {
    expect(taskType(title, title)).toBe(kind)
  })

  it('is told by the title before the body', () => {
    const title = 'Support for cookies without a value'
    expect(taskType(title, `${title}\n\nToday it fails with an error.`)).toBe('feature')
  })

  it('is told by the body where the title says nothing', () => {
    const title = 'Cookies without a value'
    expect(taskType(title, `${title}\n\nThe parser fails on them.`)).toBe('bug_fix')
  })

  it('is no test because the body mentions one', () => {
    const title = 'Cookies without a value'
    expect(taskType(title, `${title}\n\nI ran the tests and looked around.`)).toBe('investigation')
  })

  it('is not told by parts of words', () => {
    expect(taskType('Prefix of the address book', 'Prefix of the address book')).toBe('investigation')
  })
})
