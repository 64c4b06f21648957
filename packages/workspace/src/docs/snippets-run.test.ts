import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSnippetRunner, runnableBlocks, type SnippetRunner } from './snippet-runner.ts'

/*
 * Executes each block marked `run` in a copy of the demonstration repository. If the next block is marked `output`, the
 * run must print it. To update it: `npm run docs:outputs`.
 */
const blocks = runnableBlocks().map((entry) => ({ ...entry, place: `${entry.page.path}:${entry.block.line}` }))

let runner: SnippetRunner | undefined

beforeAll(async () => {
  runner = await createSnippetRunner()
})

afterAll(() => runner?.dispose())

it('the pages hold blocks to run', () => {
  expect(blocks.length).toBeGreaterThan(0)
})

describe.each(blocks)('$place', ({ block, output }) => {
  it(output === undefined ? 'runs' : 'prints what the page says', async () => {
    const printed = await runner?.run(block)
    if (output !== undefined) expect(printed?.trim()).toBe(output.text.trim())
  })
})
