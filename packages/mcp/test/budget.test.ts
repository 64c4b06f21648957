import { bytesPerFour, type TokenCounter } from '@chronicle/core'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../../workspace/src/testing/repetitions.ts'
import { cautiousTokens, DEFAULT_MAX_TOKENS, DEFAULT_SOURCE_TOKENS } from '../src/index.ts'
import { connectClient } from './connect.ts'
import { createLargeRepository, disposeLargeRepository, type LargeRepository } from './large-repository.ts'

/**
 * Small budgets fail first, because an answer's own metadata has to fit too. Every tool is called with each budget, so
 * there is one of each kind: the minimum, enough for a line or two, for some regions, for most, and for everything.
 */
const BUDGETS = sampled([60, 64, 80, 130, 250, 1000, 2600, 20_000], 5)

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

interface SentMessage {
  /** The message as sent, without what the transport adds. */
  readonly message: string
  /** The part that the model receives. */
  readonly given: string
}

async function send(client: Client, name: string, input: Record<string, unknown>): Promise<SentMessage> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
  expect(isError, JSON.stringify(content).slice(0, 500)).not.toBe(true)
  const [first] = content
  if (content.length !== 1 || first?.type !== 'text') throw new Error('expected one text')
  const document = structuredContent === undefined ? {} : { structuredContent }
  return {
    message: JSON.stringify({ content, ...document }),
    given: first.text + (structuredContent === undefined ? '' : JSON.stringify(structuredContent)),
  }
}

describe.each([
  ['text alone', { structured: false }],
  ['text and documents', { structured: true }],
] as const)('%s', (_, { structured }) => {
  let client: Client
  let exact: TokenCounter
  beforeAll(async () => {
    client = await connectClient({ chronicle: large.chronicle, structured })
    exact = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
  })
  afterAll(() => client.close())

  /** The greater of the product's estimate and the count of a model's tokenizer. */
  const sizeOf = ({ message, given }: SentMessage): number =>
    Math.max(bytesPerFour().count(message), exact.count(given))

  test.each(QUESTIONS)('$label keeps within every budget', async ({ name, input }) => {
    const over: string[] = []
    for (const max_tokens of BUDGETS) {
      const size = sizeOf(await send(client, name, { ...input, max_tokens }))
      if (size > max_tokens) over.push(`${size} of ${max_tokens}`)
    }
    expect(over).toEqual([])
  })

  test.each(QUESTIONS)('$label has a budget by default, which 0 lifts', async ({ name, input }) => {
    const size = sizeOf(await send(client, name, input))
    expect(size).toBeLessThanOrEqual(name === 'read' ? DEFAULT_SOURCE_TOKENS : DEFAULT_MAX_TOKENS)
    expect(sizeOf(await send(client, name, { ...input, max_tokens: 0 }))).toBeGreaterThanOrEqual(size)
  })
})

test('an answer uses its budget, and is cut after a line only where nothing smaller can be said', async () => {
  const client = await connectClient({ chronicle: large.chronicle })
  for (const name of ['chronicle_lookup', 'chronicle_read', 'chronicle_history']) {
    for (const max_tokens of [300, 1000, 3000]) {
      const limit = name === 'chronicle_history' ? { limit: 50 } : {}
      const { given } = await send(client, name, { path: file, max_tokens, ...limit })
      expect(given).not.toMatch(/^Cut/mu)
      expect(cautiousTokens().count(given), `${name} ${max_tokens}`).toBeGreaterThan(max_tokens * 0.6)
    }
    const { given } = await send(client, name, { path: file, max_tokens: 60 })
    expect(given.endsWith('\n') || /\nCut.*$/u.test(given)).toBe(true)
  }
  await client.close()
})

test('a budget is counted as the server is told', async () => {
  const characters: TokenCounter = { name: 'characters', count: (text) => text.length }
  const client = await connectClient({ chronicle: large.chronicle, tokens: characters })
  const { given } = await send(client, 'chronicle_lookup', { path: file, max_tokens: 2000 })
  expect(given.length).toBeLessThanOrEqual(2000)
  expect(given.length).toBeGreaterThan(1200)
  await client.close()
})
