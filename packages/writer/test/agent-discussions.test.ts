import type { RepoPath } from '@chronicle/schema'
import type { Remark } from '@chronicle/core/contracts'
import { describe, expect, it } from 'vitest'
import type { AgentWriterOptions } from '../src/agent/create-agent-writer.ts'
import type { CommitContext } from '../src/commit-context.ts'
import type { CommitDiscussion } from '../src/discussions/commit-discussion.ts'
import { CLIENT, GOOD_EMISSION, heartbeatCommit, POOL } from './agent-commit.ts'
import { PASSWORD_REDACTOR } from './password-redactor.ts'
import { emit, examine, json, nothing, openingsOf, resultsOf } from './scripted-agent.ts'

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

const context: CommitContext = { ...heartbeatCommit(), discussions: discussed() }

async function ask(
  input: object,
  options: Pick<AgentWriterOptions, 'redactor'> & { readonly tools?: boolean } = {},
): Promise<Awaited<ReturnType<typeof examine>> & { readonly answer: string }> {
  const steps =
    options.tools === false
      ? [json({ annotations: [input] }), json({ nothing_to_record: 'Done.' })]
      : [emit(input), nothing()]
  const asked = await examine(steps, context, options)
  return { ...asked, answer: resultsOf(asked.model)[0]?.text ?? '' }
}

const cited = (evidence: object): object => ({ ...GOOD_EMISSION, evidence: [evidence] })

describe('what people said where a commit was reviewed', () => {
  it.each([true, false])('is shown with its addresses, and what programs said is not (tools: %s)', async (tools) => {
    const { model } = await ask(cited({ kind: 'discussion', quote: ANSWER, url: `${URL}#discussion_r4` }), { tools })
    const sent = JSON.stringify(model.requests.map(({ system, messages }) => [system, messages]))
    const [opening] = openingsOf(model)
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
      const { outcome } = await ask(input, { tools })
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
    const quote = 'the demo is [REDACTED:password].'
    const { model, outcome } = await ask(cited({ kind: 'discussion', quote }), { redactor: PASSWORD_REDACTOR })
    expect(JSON.stringify(model.requests)).not.toContain('hunter2')
    expect(outcome.annotation?.regions[0]?.evidence).toEqual([{ kind: 'discussion', quote, url: URL, author: 'ana' }])
  })

  it('is shown to the part whose files it is about', async () => {
    const limits = { maxFiles: 1, filesInPart: 1 }
    const openings = openingsOf((await examine([nothing(), nothing()], context, { limits })).model)
    expect(openings).toHaveLength(2)
    for (const opening of openings) {
      expect(opening.includes(ANSWER)).toBe(opening.includes(`${CLIENT}: modified`))
      expect(opening.includes(`${POOL}: modified`)).toBe(!opening.includes(ANSWER))
      expect(opening).toContain('Facilities were told on Friday.')
    }
  })
})
