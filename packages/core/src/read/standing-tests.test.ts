import { describe, expect, it } from 'vitest'
import { findTitle } from './standing-tests.ts'

describe('the title of a test', () => {
  const lines = ["it('drains', () => {", '  drain()', "it('drains', () => {", '// drains', "it('drains twice')"]

  it.each([
    ['drains', 1, 1],
    ['drains', 2, 1],
    ['drains', 3, 3],
    ['drains', 99, 3],
    ['pool › drains twice', 1, 5],
    ['drains twice › later', 1, undefined],
    ['twice', 1, 5],
    ['never', 1, undefined],
    ['', 1, undefined],
  ])('%j, recorded at line %d, stands at %s', (title, recorded, line) => {
    expect(findTitle(lines, title, recorded)).toBe(line)
  })

  it('is looked for from the first line where none was recorded', () => {
    expect(findTitle(lines, 'drains')).toBe(1)
  })

  it.each([
    ['def test_a():', true],
    ['def test_a_b():', false],
    ['def my_test_a():', false],
    ['def test_a_b(): # test_a', true],
    ['test_a', true],
    ['  // test_a', false],
    ['# test_a', false],
    [' * test_a', false],
    ['#[test] test_a', true],
    ['x = 1 // test_a', true],
    ['étest_a', false],
    ['test_a1', false],
  ])('is a word of its own in code: %j', (line, stands) => {
    expect(findTitle([line], 'test_a')).toBe(stands ? 1 : undefined)
  })
})
