import { expect, it } from 'vitest'
import { testLines } from './test-expectations.ts'
import { testRelevance } from './test-relevance.ts'

const task = { phrases: ['invalid node type'], symbol_hints: ['findCaseInsensitivePathRec', 'RedirectFixedPath'] }
const relevance = (name: string, text: string): number =>
  testRelevance(
    { name, kind: 'function', lines: { start: 1, end: text.split('\n').length }, references: {} },
    testLines('tree_test.go', text),
    task,
  )

it('is highest for a test with a text that the task quotes', () => {
  expect(
    relevance('TestTreeInvalidNodeType', 'func TestTreeInvalidNodeType() {\n const panicMsg = "Invalid node type"'),
  ).toBe(2)
})

it('is higher for a test named after a unit of the task', () => {
  expect(relevance('TestTreeFindCaseInsensitivePath', '')).toBe(1)
  expect(relevance('test_redirect_fixed_path', '')).toBe(1)
  expect(relevance('TestTreeInvalidParamsType', 'const panicMsg = "invalid params"')).toBe(0)
  expect(relevance('TestRoutePath', '')).toBe(0)
})
