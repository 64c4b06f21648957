import { completeRegion, okAsync, type Annotation, type CommitId, type Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { WriterOutcome } from '../src/annotation-writer.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { CLIENT, GOOD_EMISSION, heartbeatCommit } from './agent-commit.ts'
import { emit, examine, json, SUMMARY } from './scripted-agent.ts'

const EARLIER = 'e'.repeat(40) as CommitId
const RULE = 'The client must never write to the socket on its own.'

const region: Region = completeRegion({
  ...{ file: CLIENT, ast_anchor: { type: 'method', name: 'MqttClient::connect' }, intent: 'Opens one connection.' },
  constraints: [{ text: RULE, source: 'author' }],
})

function recorded(of: Region): Annotation {
  return {
    ...{ commit: EARLIER, timestamp: '2023-01-01T00:00:00Z', summary: 'Connect', context_level: 'enhanced' as const },
    ...{ regions: [of], cross_cutting: [], read_from: [] },
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  }
}

interface ConversationResult {
  readonly outcome: WriterOutcome
  /** The results returned to the model, by call. */
  readonly answers: readonly string[]
  readonly requests: number
}

async function ask(inputs: readonly object[], of: Region = region, tools = true): Promise<ConversationResult> {
  const steps = tools ? [...inputs.map(emit), SUMMARY] : inputs.map((input) => json({ annotations: [input] }))
  const recentAnnotations: CommitContext['recentAnnotations'] = () =>
    okAsync([{ commit: EARLIER, annotation: recorded(of) }])
  const { model, outcome } = await examine(steps, { ...heartbeatCommit(), recentAnnotations }, { tools })
  const answers = model.requests.flatMap(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return last.results.map(({ text }) => text)
    return last?.role === 'user' && messages.length > 1 ? [last.text] : []
  })
  return { outcome, answers, requests: model.requests.length }
}

const advised = ({ outcome }: ConversationResult): readonly (readonly string[])[] =>
  outcome.diagnostics.flatMap(({ code, message, severity }) =>
    code === 'model_advised' ? [[severity, message.replace(/^.*\. (The model \w+)/su, '$1')]] : [],
  )

const DOUBTED = `${EARLIER.slice(0, 12)} records of ${CLIENT} MqttClient::connect: "${RULE}"; the change touches that code.`

describe('a model is told once, with what was recorded,', () => {
  it.each([true, false])('which recorded constraint of the unit its commit touches (tools: %s)', async (tools) => {
    const asked = await ask(
      [GOOD_EMISSION, { ...GOOD_EMISSION, constraints: [{ text: RULE, source: 'inferred' }] }],
      region,
      tools,
    )
    expect(asked.answers.filter((text) => text.includes(DOUBTED))).toHaveLength(1)
    expect(asked.outcome.annotation?.regions).toMatchObject([{ constraints: [{ text: RULE, source: 'inferred' }] }])
    expect(advised(asked)).toEqual([['info', 'The model said that it still holds.']])
  })

  it('and may link the commit, or say nothing, which is a warning', async () => {
    const linked = {
      ...GOOD_EMISSION,
      related_annotations: [
        { commit: EARLIER, anchor: 'MqttClient::connect', relationship: 'Heartbeats are written since.' },
      ],
    }
    expect(advised(await ask([GOOD_EMISSION]))).toEqual([['warning', 'The model left it open.']])
    // Only annotations that were shown can be linked. Being mentioned in advice counts as shown.
    expect(advised(await ask([GOOD_EMISSION, linked]))).toEqual([['info', 'The model linked it.']])
  })

  it('what of its words is recorded already; what it then says takes the place of them', async () => {
    const again = 'The client must never write to the socket on its own account.'
    const repeats = { ...GOOD_EMISSION, constraints: [{ text: again, source: 'inferred' }] }
    const interview = await ask([repeats, GOOD_EMISSION])
    expect(interview.answers[0]).toContain(
      `is recorded already, on ${EARLIER.slice(0, 12)} (MqttClient::connect): "${RULE}"`,
    )
    expect(interview.outcome.annotation?.regions).toMatchObject([{ constraints: [] }])
    expect(advised(interview)).toEqual([['info', 'The model withdrew it.']])
    const left = await ask([repeats, repeats])
    expect(left.answers.filter((text) => text.includes('Look again'))).toHaveLength(1)
    expect(left.outcome.annotation?.regions).toMatchObject([{ constraints: [{ text: again }] }])
    expect(advised(left)).toEqual([['info', 'The model kept it.']])
  })

  it.each<[string, Region]>([
    ['another unit', { ...region, ast_anchor: { type: 'method', name: 'MqttClient::close' } }],
    ['another file', { ...region, file: 'src/other.ts' }],
    [
      'what has been corrected',
      {
        ...region,
        corrections: [{ correction_type: 'remove', field: 'constraints', target_value: RULE, reason: 'Gone' }],
      },
    ],
  ])('and nothing of %s', async (_, of) => {
    const asked = await ask([GOOD_EMISSION], of)
    expect(asked.answers).toEqual([`Recorded for ${CLIENT}:MqttClient::connect.`])
    expect(advised(asked)).toEqual([])
  })

  it('and may say that nothing changes, when it is asked in one prompt', async () => {
    const asked = await ask([GOOD_EMISSION, { nothing: true }], region, false)
    expect(asked.requests).toBe(2)
    expect(asked.answers[0]).toContain('This was recorded, and should be looked at again')
    expect(asked.outcome.annotation?.regions).toHaveLength(1)
  })
})
