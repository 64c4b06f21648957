import { expect, it } from 'vitest'
import { proposedApproach } from './proposal.ts'

it.each([
  ['Why not use a mutex here?', 'use a mutex'],
  ['Could we just retry on the client instead?', 'retry on the client'],
  ['Could you please use a mutex here?', 'use a mutex'],
  ['How about a map keyed by id?', 'a map keyed by id'],
  ["Wouldn't it be simpler to read the whole file?", 'read the whole file'],
  ['What about keeping both?', 'keeping both'],
  ['Have you considered a read-write lock?', 'a read-write lock'],
  ['Any reason not to close it in the destructor?', 'close it in the destructor'],
])('%s', (question, approach) => {
  expect(proposedApproach(question)).toBe(approach)
})

it.each([
  'What does this do?',
  'Is this needed?',
  'Why not?',
  'Can you rebase?',
  'What about old browsers?',
  "can't we use this one?",
])('%s proposes nothing', (question) => {
  expect(proposedApproach(question)).toBeUndefined()
})
