import { bytesPerFour, type TokenCounter } from '@chronicle/core'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MAX_TOKENS, DEFAULT_SOURCE_TOKENS } from '../src/index.ts'
import { connectClient } from './connect.ts'
import { createLargeRepository, disposeLargeRepository, type LargeRepository } from './large-repository.ts'

const BUDGETS: readonly number[] = [
  ...[60, 61, 64, 70, 80, 90, 100, 115, 130, 150, 175, 200, 250, 300, 400, 500, 650, 800],
  ...[1000, 1300, 1700, 2000, 2600, 3333, 4500, 6000, 8000, 10_000, 14_000, 20_000],
]

const file = 'src/large.ts'
const regions = Array.from({ length: 40 }, (_, unit) => ({ file, anchor: `unit${unit}`, intent: `New "${unit}"` }))
const edits = Array.from({ length: 40 }, (_, unit) => ({
  old_text: `export function unit${unit}() {`,
  new_text: `export function unit${unit}("\u202e") {`,
}))

const QUESTIONS = (
  [
    ['chronicle_lookup', { path: file }],
    ['chronicle_lookup', { path: `${file}:unit3`, verbose: true }],
    ['chronicle_read', { path: file, max_regions: 200 }],
    ['chronicle_read', { paths: [file, 'src/größe.ts'], verbose: true }],
    ['chronicle_deps', { path: file }],
    ['chronicle_history', { path: file, limit: 50 }],
    ['chronicle_summary', {}],
    ['chronicle_summary', { path: file, verbose: true }],
    ['chronicle_check', {}],
    ['chronicle_check', { range: 'HEAD', max_findings: 500, verbose: true }],
    ['chronicle_note', { text: 'Nothing to add', path: file }],
    ['chronicle_annotate', { summary: 'x', regions, dry_run: true }],
    ['chronicle_flag', { path: file, all: true, reason: 'No', dry_run: true }],
    ['read', { mode: 'file', target: file }],
    ['read', { mode: 'symbol', target: `${file}:unit7`, include_context: true }],
    ['read', { mode: 'diff_preview', target: file }],
    ['read', { mode: 'diff_preview', target: file, edits }],
    ['read', { mode: 'file', target: file, preview_mode: 'none' }],
  ] satisfies readonly (readonly [string, Record<string, unknown>])[]
).map(([name, input]) => ({ name, input, label: `${name} ${JSON.stringify(input).slice(0, 70)}` }))

let large: LargeRepository
beforeAll(async () => {
  large = await createLargeRepository()
})
afterAll(() => disposeLargeRepository(large))

/** The message as it is sent, but for what the transport adds. */
async function sent(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
  expect(isError, JSON.stringify(content).slice(0, 500)).not.toBe(true)
  return JSON.stringify({ content, ...(structuredContent === undefined ? {} : { structuredContent }) })
}

describe.each([
  ['text alone', { structured: false }],
  ['text and documents', { structured: true }],
] as const)('%s', (_, { structured }) => {
  let client: Client
  const counter = bytesPerFour()
  beforeAll(async () => {
    client = await connectClient({ chronicle: large.chronicle, structured })
  })
  afterAll(() => client.close())

  test.each(QUESTIONS)('$label keeps within every budget', { timeout: 120_000 }, async ({ name, input }) => {
    const over: string[] = []
    for (const max_tokens of BUDGETS) {
      const size = counter.count(await sent(client, name, { ...input, max_tokens }))
      if (size > max_tokens) over.push(`${size} of ${max_tokens}`)
    }
    expect(over).toEqual([])
  })

  test.each(QUESTIONS)(
    '$label has a budget by default, which 0 lifts',
    { timeout: 60_000 },
    async ({ name, input }) => {
      const size = counter.count(await sent(client, name, input))
      expect(size).toBeLessThanOrEqual(name === 'read' ? DEFAULT_SOURCE_TOKENS : DEFAULT_MAX_TOKENS)
      expect(counter.count(await sent(client, name, { ...input, max_tokens: 0 }))).toBeGreaterThanOrEqual(size)
    },
  )
})

describe('a budget', () => {
  test('is counted as the server is told', { timeout: 120_000 }, async () => {
    const tokens: TokenCounter = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    const client = await connectClient({ chronicle: large.chronicle, tokens })
    for (const { name, input } of QUESTIONS) {
      for (const max_tokens of [60, 200, 1000, 5000]) {
        const size = tokens.count(await sent(client, name, { ...input, max_tokens }))
        expect([name, size <= max_tokens, size], `${max_tokens}`).toEqual([name, true, size])
      }
    }
    await client.close()
  })
})
