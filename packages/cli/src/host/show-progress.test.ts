import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStepProgress } from '../retrieve/create-step-progress.ts'
import type { CliIo } from './cli-io.ts'
import { showProgress } from './show-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns what work of that duration left on stderr. */
async function stderrOf(milliseconds: number, terminal: boolean): Promise<string> {
  let written = ''
  const stream = { write: (text: string) => (written += text), isTTY: terminal }
  const io = { stdout: stream, stderr: stream } as unknown as CliIo
  const work = new Promise<string>((resolve) => setTimeout(() => resolve('done'), milliseconds))
  const progress = showProgress(io, 'Reading …', work)
  await vi.advanceTimersByTimeAsync(milliseconds)
  expect(await progress).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  return written
}

test('nothing for work of less than a second', async () => {
  expect(await stderrOf(999, true)).toBe('')
})

test('nothing where nobody watches', async () => {
  expect(await stderrOf(5000, false)).toBe('')
})

test('a spinner that clears its line', async () => {
  const written = await stderrOf(1200, true)
  expect(written).toBe('\r\u001B[2K⠋ Reading …\r\u001B[2K⠙ Reading …\r\u001B[2K⠹ Reading …\r\u001B[2K')
})

test('is cleared when the work fails', async () => {
  let written = ''
  const stream = { write: (text: string) => (written += text), isTTY: true }
  const work = new Promise((_, reject) => setTimeout(() => reject(new Error('no')), 1050))
  const progress = expect(showProgress({ stderr: stream } as unknown as CliIo, 'x', work)).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(1050)
  await progress
  expect(written.endsWith('\r\u001B[2K')).toBe(true)
})

test('says how far the work has come', async () => {
  let written = ''
  const stream = { write: (text: string) => (written += text), isTTY: true }
  const steps = createStepProgress('Looking …')
  const work = new Promise<string>((resolve) => setTimeout(() => resolve('done'), 1200))
  const progress = showProgress({ stderr: stream } as unknown as CliIo, steps.text, work)
  await vi.advanceTimersByTimeAsync(1050)
  steps.onProgress({ step: 'indexing files', done: 256, total: 300 })
  await vi.advanceTimersByTimeAsync(150)
  await progress
  expect(written).toBe(
    '\r\u001B[2K⠋ Looking …\r\u001B[2K⠙ Indexing files: 256 of 300\r\u001B[2K⠹ Indexing files: 256 of 300\r\u001B[2K',
  )
})
