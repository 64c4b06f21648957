import { readNote, type CommitId } from '@chronicle/schema'
import { expect, test, vi } from 'vitest'
import { withoutScrubbedRegions } from './keep-scrubbed.ts'

test('a note from which nothing was scrubbed is searched once, however many regions are imported', () => {
  const commit = 'a'.repeat(40) as CommitId
  const calls = [1, 40].map((size) => {
    const regions = Array.from({ length: size }, (_, index) => ({ file: `${index}.ts`, intent: `Reason ${index}` }))
    const note = { $schema: 'chronicle/v1', commit, summary: 'x', regions }
    const bytes = new TextEncoder().encode(JSON.stringify(note))
    expect(readNote(bytes, { commit }).annotation?.regions.length).toBe(size)
    const stringify = vi.spyOn(JSON, 'stringify')
    expect(withoutScrubbedRegions(bytes, [bytes], commit)).toBe(bytes)
    const whole = stringify.mock.calls.filter(([value]) => typeof value === 'object' && value !== null)
    stringify.mockRestore()
    return whole.length
  })
  expect(calls[1]).toBe(calls[0])
})
