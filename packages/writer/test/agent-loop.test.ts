import { scriptedModel, type ModelTurn } from '@chronicle/testing'
import { describe, expect, it, vi } from 'vitest'
import { createAgentWriter } from '../src/agent/create-agent-writer.ts'
import { CLIENT, GOOD_EMISSION, GOOD_CONCERN, heartbeatCommit, POOL } from './agent-commit.ts'
import { commitContext } from './commit-context.ts'
import { ask, emit, emitConcern, READ_DIFF, nothing, resultsOf, SUMMARY } from './scripted-agent.ts'

describe('a conversation', () => {
  it('goes on while tools are called, and ends with an annotation', async () => {
    const { model, outcome } = await ask([
      {
        text: 'Let me look.',
        calls: [
          { name: 'get_diff', input: {} },
          { name: 'get_commit_info', input: {} },
        ],
      },
      emit(GOOD_EMISSION),
      emitConcern(GOOD_CONCERN),
      SUMMARY,
    ])
    expect(outcome).toMatchObject({ diagnostics: [], usage: { inputTokens: 400, outputTokens: 40 } })
    expect(outcome?.annotation).toEqual({
      commit: 'c'.repeat(40),
      // The time of the commit.
      timestamp: '2023-11-14T22:13:20Z',
      summary: 'Keeps connections alive.',
      context_level: 'inferred',
      regions: [
        {
          file: CLIENT,
          ast_anchor: {
            type: 'method',
            name: 'MqttClient::connect',
            signature: 'connect(host: string): Promise<void>',
          },
          lines: { start: 4, end: 8 },
          intent: GOOD_EMISSION.intent,
          constraints: [],
          semantic_dependencies: [],
          related_annotations: [],
          tags: [],
          rejected_alternatives: [],
          evidence: GOOD_EMISSION.evidence,
          corrections: [],
        },
      ],
      cross_cutting: [
        { description: GOOD_CONCERN.description, regions: GOOD_CONCERN.regions, nature: 'shared timing', tags: [] },
      ],
      provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
      read_from: [],
    })
    expect(model.requests).toHaveLength(4)
    const [first, second] = model.requests
    expect(first?.messages).toHaveLength(1)
    expect(first?.maxOutputTokens).toBe(4096)
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(second?.messages[1]).toMatchObject({ text: 'Let me look.' })
  })

  it('is told apart by its model, since another one may find more', () => {
    const of = (name: string): unknown => createAgentWriter({ model: scriptedModel([], { name }) })
    expect(of('a/b')).toMatchObject({ name: 'llm', version: '2 a/b' })
  })

  it.each([
    [null, 'The arguments are null.'],
    [{}, 'The argument model is missing.'],
    [{ model: { name: 'own', supports: {} } }, 'The argument model.generate is missing.'],
    [{ model: scriptedModel([]), limits: 5 }, 'The argument limits is 5.'],
  ])('fails for each commit with the wrong options %j', async (options, message) => {
    const failed = (await createAgentWriter(options as never).write(heartbeatCommit()))._unsafeUnwrapErr()
    expect(failed).toMatchObject({ code: 'unsupported', message: expect.stringContaining(message) as string })
  })

  it('tells how far it has come', async () => {
    const model = scriptedModel([emit(GOOD_EMISSION), SUMMARY])
    const steps: unknown[] = []
    const written = await createAgentWriter({ model }).write(heartbeatCommit(), {
      onProgress: (progress) => steps.push(progress),
    })
    expect(written.isOk()).toBe(true)
    expect(steps).toEqual([0, 1].map((done) => ({ step: 'asking scripted/model', done })))
  })

  it('takes the intents for a summary where the model gives none', async () => {
    const { outcome } = await ask([emit(GOOD_EMISSION), { text: 'I have recorded one annotation.' }])
    expect(outcome?.annotation?.summary).toBe(GOOD_EMISSION.intent)
  })

  it('ends when the model says that there is nothing, without asking again', async () => {
    const { model, outcome } = await ask([nothing('A version bump.')])
    expect(outcome).toEqual({
      nothing: 'A version bump.',
      diagnostics: [],
      usage: { inputTokens: 100, outputTokens: 10 },
    })
    expect(model.requests).toHaveLength(1)
  })

  it('keeps what was emitted although the model then says that there is nothing', async () => {
    const { outcome } = await ask([
      {
        calls: [
          { name: 'emit_annotation', input: GOOD_EMISSION },
          { name: 'nothing_to_record', input: { reason: 'Else.' } },
        ],
      },
    ])
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(outcome?.nothing).toBeUndefined()
  })

  it('reminds a model once that ends without a result', async () => {
    const { model, outcome } = await ask([{ text: 'Fine code.' }, emit(GOOD_EMISSION), SUMMARY])
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining('reason') as string,
    })
  })

  it('fails with no_annotations when the reminder is of no use', async () => {
    const { model, error } = await ask([{ text: '' }, { text: 'Nice.' }])
    expect(error).toMatchObject({
      code: 'no_annotations',
      message: expect.stringContaining('ended without a result, and again when it was reminded') as string,
      data: { end: 'silent', usage: { inputTokens: 200, outputTokens: 20 } },
    })
    // Services reject an empty answer that is sent back.
    expect(model.requests[1]?.messages[1]).toMatchObject({ role: 'assistant', text: '(no words)' })
  })

  it('ends after as many requests as one conversation may have, and keeps what there is', async () => {
    const { model, outcome } = await ask([READ_DIFF, emit(GOOD_EMISSION), READ_DIFF, READ_DIFF], heartbeatCommit(), {
      limits: { maxTurns: 3 },
    })
    expect(model.requests).toHaveLength(3)
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(outcome?.diagnostics).toMatchObject([
      { code: 'agent_cut_off', message: expect.stringContaining('requests') as string },
    ])
  })

  it('fails with no_annotations when there is nothing by then', async () => {
    const { model, error } = await ask(Array.from({ length: 30 }, () => READ_DIFF))
    expect(model.requests).toHaveLength(20)
    expect(error).toMatchObject({ code: 'no_annotations', data: { end: 'max_turns' } })
  })

  it('ends when the tokens are spent, before it asks for more', async () => {
    const costly = { usage: { inputTokens: 3000, outputTokens: 100 } }
    const { model, outcome } = await ask([{ ...emit(GOOD_EMISSION), ...costly }, READ_DIFF], heartbeatCommit(), {
      limits: { maxTotalTokens: 6000 },
    })
    expect(model.requests).toHaveLength(1)
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(outcome?.diagnostics).toMatchObject([
      { code: 'agent_cut_off', message: expect.stringContaining('tokens') as string },
    ])
  })

  it('asks nothing where the question alone is too much', async () => {
    const { model, error } = await ask([SUMMARY], heartbeatCommit(), { limits: { maxTotalTokens: 100 } })
    expect(model.requests).toHaveLength(0)
    expect(error).toMatchObject({ code: 'no_annotations', data: { end: 'token_budget' } })
  })

  it('keeps what an answer called before it was cut off', async () => {
    const { outcome } = await ask([
      ...Array.from({ length: 6 }, (): ModelTurn => ({
        ...{ ...emit(GOOD_EMISSION), text: 'And', stopReason: 'max_tokens' },
      })),
    ])
    expect(outcome?.annotation?.regions).toHaveLength(1)
    expect(outcome?.diagnostics).toMatchObject([{ code: 'agent_cut_off' }])
  })

  it('goes on after an answer that was cut off', async () => {
    const { outcome, model } = await ask([
      { ...emit(GOOD_EMISSION), text: 'And', stopReason: 'max_tokens' },
      { text: 'Let me see', stopReason: 'max_tokens' },
      emitConcern(GOOD_CONCERN),
      SUMMARY,
    ])
    expect(outcome).toMatchObject({ annotation: { regions: [{}], cross_cutting: [{}] }, diagnostics: [] })
    expect(model.requests[2]?.messages.at(-1)).toMatchObject({ text: expect.stringContaining('cut off') as string })
  })

  it('asks once more after an answer that was cut off before it came to anything', async () => {
    const { outcome } = await ask([{ text: 'Well, this', stopReason: 'max_tokens' }, emit(GOOD_EMISSION), SUMMARY])
    expect(outcome?.annotation?.regions).toHaveLength(1)
    const cut: ModelTurn = { text: 'Well, this', stopReason: 'max_tokens' }
    const { error } = await ask(Array.from({ length: 60 }, () => cut))
    expect(error).toMatchObject({ code: 'no_annotations', data: { end: 'max_tokens' } })
  })

  it('reports a model that refuses', async () => {
    const { error } = await ask([{ text: 'No.', stopReason: 'refused' }])
    expect(error).toMatchObject({ code: 'no_annotations', data: { end: 'refused' } })
    const { outcome } = await ask([emit(GOOD_EMISSION), { stopReason: 'refused' }])
    expect(outcome).toMatchObject({ annotation: {}, diagnostics: [{ code: 'agent_cut_off' }] })
  })

  it('passes on why the model cannot be asked, where nothing was emitted', async () => {
    const { error } = await ask([READ_DIFF, { fails: 'model_rate_limited' }])
    expect(error).toMatchObject({ code: 'model_rate_limited', data: { usage: { inputTokens: 100 } } })
  })

  it.each(['spending_limit_reached', 'model_unreachable'] as const)(
    'keeps what was emitted before %s, and says so',
    async (code) => {
      const { outcome } = await ask([emit(GOOD_EMISSION), { fails: code }])
      expect(outcome?.annotation?.regions).toHaveLength(1)
      expect(outcome?.diagnostics).toMatchObject([
        { code: 'agent_interrupted', severity: 'warning', message: expect.stringContaining(code) as string },
      ])
    },
  )

  it('is aborted: before it asks, and while it waits', async () => {
    const before = await ask([SUMMARY], heartbeatCommit(), { signal: AbortSignal.abort() })
    expect(before.error?.code).toBe('aborted')
    expect(before.model.requests).toHaveLength(0)
    const controller = new AbortController()
    const waiting = ask(['hangs'], heartbeatCommit(), { signal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    expect((await waiting).error?.code).toBe('aborted')
  })

  it('keeps what was paid for when it is aborted, and says that this is not all', async () => {
    const controller = new AbortController()
    const model = scriptedModel([emit(GOOD_EMISSION), 'hangs'])
    const waiting = createAgentWriter({ model }).write(heartbeatCommit(), { signal: controller.signal })
    await vi.waitFor(() => expect(model.requests).toHaveLength(2), 60_000)
    controller.abort()
    const outcome = (await waiting)._unsafeUnwrap()
    expect(outcome.annotation?.regions).toHaveLength(1)
    expect(outcome.unfinished?.code).toBe('aborted')
    expect(outcome.usage).toMatchObject({ inputTokens: 100 })
    expect(outcome.diagnostics).toMatchObject([{ code: 'agent_interrupted', severity: 'warning' }])
  })

  it('tells a model what went wrong with a call, so that it can go on', async () => {
    const { model, outcome } = await ask([
      {
        calls: [
          { name: 'run_shell', input: { command: 'rm -rf /' } },
          { name: 'get_file_content', input: { file: CLIENT } },
          { name: 'get_file_content', input: 'src' },
          { name: 'get_file_content', input: `{"path": "${POOL}"}` },
          { name: 'get_surrounding_context', input: { path: CLIENT, line: 99 } },
        ],
      },
      (request) => {
        expect(request.messages.at(-1)?.role).toBe('tool')
        return emit(GOOD_EMISSION)
      },
      SUMMARY,
    ])
    const results = resultsOf(model, 1)
    expect(results.map(({ isError }) => isError)).toEqual([true, true, true, false, true])
    expect(results[0]?.text).toMatch(/^There is no tool "run_shell". There are: get_diff, /)
    expect(results[1]?.text).toMatch(/^Bad input for get_file_content: path: /)
    expect(results[4]?.text).toBe(`${CLIENT} has only 14 lines.`)
    expect(outcome?.annotation?.regions).toHaveLength(1)
  })

  it('does not let one answer ask for everything', async () => {
    const calls = Array.from({ length: 10 }, () => ({ name: 'get_file_content', input: { path: CLIENT } }))
    const { model } = await ask(
      [{ calls: [...calls, { name: 'emit_annotation', input: GOOD_EMISSION }] }, SUMMARY],
      heartbeatCommit(),
      { limits: { maxResultTokens: 60 } },
    )
    const results = resultsOf(model)
    expect(results.filter(({ isError }) => isError).length).toBeGreaterThan(3)
    expect(results.at(-2)?.text).toMatch(/^Too much was asked for at once/)
    expect(results.at(-1)).toMatchObject({ isError: false, text: `Recorded for ${CLIENT}:MqttClient::connect.` })
  })

  it('adds up what requests cost, and does not guess where a price is unknown', async () => {
    const usage = { inputTokens: 10, outputTokens: 1, costUsd: 0.25, cachedInputTokens: 4 }
    const known = await ask([
      { ...emit(GOOD_EMISSION), usage },
      { text: '', usage },
    ])
    expect(known.outcome?.usage).toEqual({ inputTokens: 20, outputTokens: 2, costUsd: 0.5, cachedInputTokens: 8 })
    const unknown = await ask([{ ...emit(GOOD_EMISSION), usage }, SUMMARY])
    expect(unknown.outcome?.usage).toEqual({ inputTokens: 110, outputTokens: 11 })
  })
})

describe('a commit without text to speak of', () => {
  it.each([
    ['an empty one', commitContext({ message: 'Merge', files: {} })],
    [
      'one with binary files alone',
      {
        ...commitContext({ message: 'Logo', files: {} }),
        files: [{ path: 'logo.png' as never, status: 'added' as const, binary: true, hunks: [] }],
      },
    ],
    [
      'one that only renames',
      commitContext({ message: 'Move', files: { 'a.ts': { before: 'a\n', after: 'a\n', hunks: [] } } }),
    ],
  ])('%s has no annotation, and no model is asked', async (_, context) => {
    const { model, outcome } = await ask([], context)
    expect(outcome).toEqual({ nothing: 'The commit changes no lines of text.', diagnostics: [] })
    expect(model.requests).toHaveLength(0)
  })
})

describe('context', () => {
  it('is enhanced by what the author said, with their task', async () => {
    const author = { task: 'T-7: devices go dark', reasoning: 'Keepalive of TCP is not enough behind NAT.' }
    const { model, outcome } = await ask([emit(GOOD_EMISSION), SUMMARY], heartbeatCommit({ author }))
    expect(outcome?.annotation).toMatchObject({ task: 'T-7: devices go dark', context_level: 'enhanced' })
    expect(model.requests[0]?.system).toContain('Reasoning: Keepalive of TCP is not enough behind NAT.')
  })

  it('is inferred where the author gave tags alone', async () => {
    const { outcome } = await ask([emit(GOOD_EMISSION), SUMMARY], heartbeatCommit({ author: { tags: ['net'] } }))
    expect(outcome?.annotation?.context_level).toBe('inferred')
  })

  it('names the commits that this one was squashed from', async () => {
    const squashSources = ['a'.repeat(40), 'b'.repeat(40)]
    const { outcome } = await ask([emit(GOOD_EMISSION), SUMMARY], heartbeatCommit({ author: { squashSources } }))
    expect(outcome?.annotation?.provenance).toMatchObject({ operation: 'squash', derived_from: squashSources })
  })
})
