import type { ModelTurn } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import type { AgentLimits } from '../src/agent/agent-limits.ts'
import { CLIENT, GOOD_EMISSION, GOOD_CONCERN, heartbeatCommit, POOL } from './agent-commit.ts'
import { ask, json, openingsOf, type Asked } from './scripted-agent.ts'

const run = (
  steps: readonly ModelTurn[],
  context = heartbeatCommit(),
  limits: Partial<AgentLimits> = {},
): Promise<Asked> => ask(steps, context, { tools: false, limits })

const OF_POOL = { ...GOOD_EMISSION, file: POOL, ast_anchor: undefined, lines: { start: 1, end: 1 } }
const BAD = { ...GOOD_EMISSION, evidence: [{ kind: 'commit_message', quote: 'the broker is slow' }] }

describe('a model without tools', () => {
  it('answers with one document', async () => {
    const text = `Here you are:\n\`\`\`json\n${JSON.stringify({ annotations: [GOOD_EMISSION], cross_cutting: [GOOD_CONCERN], summary: 'Keeps connections alive.' })}\n\`\`\``
    const { model, outcome } = await run([{ text }])
    expect(outcome?.annotation).toMatchObject({
      summary: 'Keeps connections alive.',
      regions: [{ file: CLIENT, intent: GOOD_EMISSION.intent }],
      cross_cutting: [{ regions: GOOD_CONCERN.regions }],
    })
    expect(outcome?.diagnostics).toEqual([])
    expect(model.requests).toHaveLength(1)
  })

  it.each([
    ['a bare list', [GOOD_EMISSION]],
    ['one annotation alone', GOOD_EMISSION],
    ['regions instead of annotations', { regions: [GOOD_EMISSION], cross_cutting: null }],
  ])('may answer with %s', async (_, document) => {
    expect((await run([json(document)])).outcome?.annotation?.regions).toHaveLength(1)
  })

  it('may say that there is nothing', async () => {
    const { outcome } = await run([json({ annotations: [], nothing_to_record: 'Only a constant.' })])
    expect(outcome).toMatchObject({ nothing: 'Only a constant.', diagnostics: [] })
  })

  it('is asked once more for what was wrong, with the reason, and keeps what was right', async () => {
    const { model, outcome } = await run([
      json({ annotations: [GOOD_EMISSION, { ...OF_POOL, evidence: BAD.evidence }, 7] }),
      json({ annotations: [OF_POOL] }),
    ])
    expect(outcome?.annotation?.regions.map(({ file }) => file)).toEqual([CLIENT, POOL])
    const repair = model.requests[1]?.messages.at(-1)
    expect(repair?.role === 'user' ? repair.text : '').toMatch(
      /annotations\[1\]: No evidence was found to exist\. "the broker is slow" is not in .*\nannotations\[2\]: Not an annotation: /,
    )
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it('ends after one repair, with what can be kept', async () => {
    const { model, outcome } = await run([json({ annotations: [GOOD_EMISSION, BAD] }), json({ annotations: [BAD] })])
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(model.requests).toHaveLength(2)
  })

  it('takes from an answer that breaks off what was complete', async () => {
    const text = JSON.stringify({ annotations: [GOOD_EMISSION, GOOD_EMISSION] }).slice(0, -40)
    const cut: ModelTurn = { text, stopReason: 'max_tokens' }
    const { outcome } = await run([cut, { text: '{"annot', stopReason: 'max_tokens' }])
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(outcome?.diagnostics).toMatchObject([{ code: 'agent_cut_off' }])
    const whole = await run([cut, json({ annotations: [OF_POOL] })])
    expect(whole.outcome).toMatchObject({ annotation: { regions: [{}, {}] }, diagnostics: [] })
  })

  it.each([
    ['prose', { text: 'I like it.' }, { text: 'Really.' }],
    ['an empty document', json({}), json({ annotations: [] })],
    ['nothing but what is refused', json([BAD]), json([BAD])],
  ])('fails with no_annotations on %s, twice', async (_, first, second) => {
    const { error } = await run([first, second])
    expect(error).toMatchObject({ code: 'no_annotations', data: { end: 'silent', usage: { inputTokens: 200 } } })
  })

  it('passes on failures, refusals and limits', async () => {
    expect((await run(Array.from({ length: 40 }, (): ModelTurn => ({ fails: 'context_too_long' })))).error?.code).toBe(
      'context_too_long',
    )
    expect((await run([{ stopReason: 'refused' }])).error).toMatchObject({
      code: 'no_annotations',
      data: { end: 'refused' },
    })
    expect((await run([], heartbeatCommit(), { maxTotalTokens: 50 })).error?.code).toBe('no_annotations')
    const interrupted = await run([json([GOOD_EMISSION, BAD]), { fails: 'model_timed_out' }])
    expect(interrupted.outcome).toMatchObject({ annotation: {}, diagnostics: [{}, { code: 'agent_interrupted' }] })
  })

  it('is shown what fits, and it is said what does not', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `row(${index})`).join('\n')
    const context = heartbeatCommit({ files: { 'src/table.ts': { after: `${rows}\n` } } })
    const answers = [GOOD_EMISSION, {}, {}, {}].map((each) => json([each]))
    const { model, outcome } = await run([...answers, ...answers], context, { maxPromptTokens: 3000 })
    // The description of the answer format is added to the limit.
    expect((openingsOf(model)[0] ?? '').length / 4).toBeLessThan(3000 + 1600)
    expect(outcome?.diagnostics.filter(({ code }) => code === 'diff_shortened')).toMatchObject([
      { code: 'diff_shortened', message: expect.stringContaining('src/table.ts') as string },
    ])
  })

  it('examines a large commit in parts, and then what connects them', async () => {
    const limits = { maxFiles: 1, filesInPart: 1 }
    const steps = [
      json([GOOD_EMISSION]),
      json([OF_POOL]),
      json({ cross_cutting: [GOOD_CONCERN], summary: 'Heartbeats.' }),
    ]
    const { model, outcome } = await run(steps, heartbeatCommit(), limits)
    expect(outcome?.annotation).toMatchObject({ summary: 'Heartbeats.', regions: [{}, {}], cross_cutting: [{}] })
    expect(outcome?.diagnostics).toEqual([])
    expect(model.requests).toHaveLength(3)
  })
})
