import { expect, it } from 'vitest'
import { authorName, toolName } from './names.ts'

const many = ' '.repeat(300_000)

it.each([
  ['Ada <ada@example.com>', 'Ada'],
  ['Ada', 'Ada'],
  ['<ada@example.com>', ''],
  ['Ada <a> <b>', 'Ada'],
  [`Ada${many}B`, `Ada${many}B`],
])('%.40j is the author %.40j', (author, name) => {
  expect(authorName(author)).toBe(name)
})

it.each([
  ['heuristic (git-chronicle 1.2.0)', 'heuristic'],
  ['heuristic', 'heuristic'],
  ['a (b', 'a (b'],
  ['a(b)', 'a(b)'],
  [' ('.repeat(300_000), ' ('.repeat(300_000)],
])('%.40j is the tool %.40j', (tool, name) => {
  expect(toolName(tool)).toBe(name)
})
