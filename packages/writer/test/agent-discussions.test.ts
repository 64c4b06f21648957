import { okAsync, omitUndefined, type RepoPath } from '@chronicle/schema'
import type { Redactor, Remark } from '@chronicle/core/contracts'
import { scriptedModel, type ModelTurn, type ScriptedModel } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import type { WriterOutcome } from '../src/annotation-writer.ts'
import { createAgentWriter } from '../src/agent/create-agent-writer.ts'
import type { CommitDiscussion } from '../src/discussions/commit-discussion.ts'
import { CLIENT, GOOD, heartbeatCommit, POOL } from './agent-commit.ts'

const URL = 'https://github.com/acme/shop/pull/12'
const BOT = 'The interval must be a constant because the linter says so.'
const COPILOT = '🤖 Generated with a model\n\nThe beat must never be slower than the pool.'
const ANSWER = 'The broker of our largest customer must never see more than one ping a minute, it bans the device.'

const remark = (name: string, text: string, id: number, program = false): Remark => ({
  ...{ author: { name, program }, at: 1_700_000_000 + id, url: `${URL}#discussion_r${id}`, text },
})

function discussed(more: Partial<CommitDiscussion> = {}): readonly CommitDiscussion[] {
  return [
    {
      change: {
        ...{ number: 12, label: '#12', url: URL, title: 'Send heartbeats', mergedAt: 0, revision: '1' },
        description: 'A token of the demo is hunter2.\n\n> quoted by somebody\n\nFacilities were told on Friday.',
        author: { name: 'ana', program: false },
      },
      whole: { template: new Set(), remarks: [remark('ci[bot]', BOT, 1, true), remark('dana', COPILOT, 2)] },
      threads: [
        {
          path: CLIENT as RepoPath,
          lines: { start: 6, end: 6 },
          thread: { remarks: [remark('dana', 'Why not ping every second?', 3), remark('ana', ANSWER, 4)] },
        },
      ],
      ...more,
    },
  ]
}

async function ask(
  input: object,
  tools = true,
  redactor?: Redactor,
): Promise<{ readonly model: ScriptedModel; readonly outcome: WriterOutcome; readonly answer: string }> {
  const steps: readonly ModelTurn[] = tools
    ? [
        { calls: [{ name: 'emit_annotation', input }] },
        { calls: [{ name: 'nothing_to_record', input: { reason: 'Done.' } }] },
      ]
    : [{ text: JSON.stringify({ annotations: [input] }) }, { text: '{"nothing_to_record": "Done."}' }]
  const model = scriptedModel(steps, { tools })
  const writer = createAgentWriter({ model, ...omitUndefined({ redactor }) })
  const written = await writer.write({ ...heartbeatCommit(), discussions: discussed() })
  if (written.isErr()) throw new Error(JSON.stringify(written.error))
  const last = model.requests[1]?.messages.at(-1)
  return { model, outcome: written.value, answer: last?.role === 'tool' ? (last.results[0]?.text ?? '') : '' }
}

const cited = (evidence: object): object => ({ ...GOOD, evidence: [evidence] })

describe('what people said where a commit was reviewed', () => {
  it.each([true, false])('is shown with its addresses, and what programs said is not (tools: %s)', async (tools) => {
    const { model } = await ask(cited({ kind: 'discussion', quote: ANSWER, url: `${URL}#discussion_r4` }), tools)
    const sent = JSON.stringify(model.requests.map(({ system, messages }) => [system, messages]))
    const [first] = model.requests[0]?.messages ?? []
    const opening = first?.role === 'user' ? first.text : ''
    expect(opening).toContain(`on ${CLIENT}:6-6:\ndana at ${URL}#discussion_r3:\n  Why not ping every second?\nana at`)
    expect(opening).toContain(`  ${ANSWER}`)
    expect(opening).toContain('Facilities were told on Friday.')
    for (const unsaid of [BOT, 'slower than the pool', 'quoted by somebody']) expect(sent).not.toContain(unsaid)
  })

  it.each([true, false])(
    'is cited with its address and its author, whatever the model calls them (tools: %s)',
    async (tools) => {
      const constraints = [{ text: 'Never more than one ping a minute.', source: 'inferred' }]
      const rejected_alternatives = [{ approach: 'Ping every second', reason: 'The customer would ban the device.' }]
      const quote = 'must never see more than one ping a minute'
      const input = {
        ...cited({ kind: 'discussion', quote, url: 'https://evil.example/' }),
        constraints,
        rejected_alternatives,
      }
      const { outcome } = await ask(input, tools)
      expect(outcome.annotation?.regions).toMatchObject([
        {
          ...{ constraints, rejected_alternatives },
          evidence: [{ kind: 'discussion', quote, url: `${URL}#discussion_r4`, author: 'ana' }],
        },
      ])
      expect(outcome.annotation?.context_level).toBe('inferred')
    },
  )

  it.each([
    ['words of a program', BOT],
    ['words that a model wrote under the name of a person', 'The beat must never be slower than the pool.'],
    ['words that nobody said', 'The broker of our largest customer may see more than one ping a minute'],
    ['words that were quoted', 'quoted by somebody'],
  ])('cannot be cited with %s', async (_, quote) => {
    const { answer, model, outcome } = await ask(cited({ kind: 'discussion', quote, url: `${URL}#discussion_r1` }))
    expect(answer).toContain('is not in the discussion. Quote it word by word.')
    expect(outcome.annotation).toBeUndefined()
    expect(model.requests).toHaveLength(2)
  })

  it("makes no constraint the author's", async () => {
    const { outcome } = await ask({
      ...cited({ kind: 'discussion', quote: ANSWER }),
      constraints: [{ text: ANSWER, source: 'author' }],
    })
    expect(outcome.annotation?.regions[0]?.constraints).toEqual([])
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['constraint_not_from_author'])
  })

  it('is sent without secrets, and found in its redacted form', async () => {
    const redactor: Redactor = {
      name: 'word',
      redact: (texts) =>
        okAsync(texts.map((text) => ({ text: text.replaceAll('hunter2', '[REDACTED]'), secrets: [] }))),
    }
    const { model, outcome } = await ask(
      cited({ kind: 'discussion', quote: 'the demo is [REDACTED].' }),
      true,
      redactor,
    )
    expect(JSON.stringify(model.requests)).not.toContain('hunter2')
    expect(outcome.annotation?.regions[0]?.evidence).toEqual([
      { kind: 'discussion', quote: 'the demo is [REDACTED].', url: URL, author: 'ana' },
    ])
  })

  it('is shown to the part whose files it is about', async () => {
    const nothing: ModelTurn = { calls: [{ name: 'nothing_to_record', input: { reason: 'Done.' } }] }
    const model = scriptedModel([nothing, nothing])
    const limits = { maxFiles: 1, filesInPart: 1 }
    const written = await createAgentWriter({ model, limits }).write({ ...heartbeatCommit(), discussions: discussed() })
    expect(written.isOk()).toBe(true)
    const openings = model.requests.map(({ messages: [first] }) => (first?.role === 'user' ? first.text : ''))
    expect(openings).toHaveLength(2)
    for (const opening of openings) {
      expect(opening.includes(ANSWER)).toBe(opening.includes(`${CLIENT}: modified`))
      expect(opening.includes(`${POOL}: modified`)).toBe(!opening.includes(ANSWER))
      expect(opening).toContain('Facilities were told on Friday.')
    }
  })
})
