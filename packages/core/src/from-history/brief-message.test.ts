import { expect, test } from 'vitest'
import { briefMessage } from './brief-message.ts'

const WHY = 'The lock must be taken first, because the watcher reads the file at once.'
const LOG = Array.from({ length: 30 }, (_, line) => `    at frame ${line} of a trace that nobody needs`).join('\n')
const MESSAGE = `It failed like this:\n\n${LOG}\n\n${WHY}`

test('a short message stays as it is', () => {
  expect(briefMessage('Lock', WHY, 200)).toBe(WHY)
})

test('of a long one the passages that tell most stay, whole and in order', () => {
  expect(briefMessage('Lock', MESSAGE, 200)).toBe(`${WHY} […]`)
})

test('where no passage is short enough, the first paragraph stays', () => {
  expect(briefMessage('Lock', MESSAGE, 20)).toBe('It failed like this: […]')
})
