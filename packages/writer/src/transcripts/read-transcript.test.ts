import { describe, expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

async function* linesOf(lines: readonly unknown[]): AsyncGenerator<string | undefined> {
  for (const line of lines)
    yield line === undefined ? undefined : typeof line === 'string' ? line : JSON.stringify(line)
}

const claude = (rest: object): object => ({
  ...{ type: 'user', uuid: 'u1', sessionId: 's1', cwd: '/w', userType: 'external', isSidechain: false },
  ...{ timestamp: '2026-01-01T00:00:00.000Z', ...rest },
})
const typed = (content: unknown, rest: object = {}): object => claude({ message: { role: 'user', content }, ...rest })
const saidIn = async (...lines: readonly unknown[]): Promise<readonly string[]> =>
  ((await readTranscript(linesOf(lines)))?.events ?? []).flatMap((event) => (event.kind === 'said' ? event.text : []))

describe('a transcript of Claude Code', () => {
  test('has what the person typed, as a text or in blocks', async () => {
    expect(await saidIn(typed('one'), typed([{ type: 'text', text: 'two' }], { uuid: 'u2' }))).toEqual(['one', 'two'])
  })

  test.each([
    ['a reminder', typed('<system-reminder>never</system-reminder>')],
    ['a command', typed('<command-name>/clear</command-name>\n<command-args>always</command-args>')],
    ['a slash command', typed('/review never merge this')],
    ['output of a command', typed('<local-command-stdout>must</local-command-stdout>')],
    ['a note of the program', typed('x must', { isMeta: true })],
    ['a task of a sub-agent', typed('x must', { isSidechain: true })],
    ['a summary', typed('This session is being continued from a previous conversation', { isCompactSummary: true })],
    ['a plan of the model', typed('Implement the following plan:\n\nWe must never fail')],
    ['an interruption', typed([{ type: 'text', text: '[Request interrupted by user]' }])],
    ['a result of a tool', typed([{ type: 'tool_result', tool_use_id: 't', content: 'must' }])],
    [
      'a text beside a result',
      typed([
        { type: 'tool_result', content: '' },
        { type: 'text', text: 'must' },
      ]),
    ],
    ['a result with its data', typed('must', { toolUseResult: { stdout: '' } })],
    ['a prompt of a timer', typed('must', { origin: { kind: 'task-notification' } })],
    [
      'the model',
      claude({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'must' }] } }),
    ],
  ])('has none of the person in %s', async (_, line) => {
    expect(await saidIn(line)).toEqual([])
  })

  test('keeps what was typed around a reminder', async () => {
    expect(await saidIn(typed('Use the queue.\n<system-reminder>never</system-reminder>'))).toEqual(['Use the queue.'])
  })

  test('has the lines that tools wrote', async () => {
    const use = (name: string, input: object): object => ({ type: 'tool_use', id: 't', name, input })
    const content = [
      use('Edit', { file_path: '/w/a', old_string: 'x\nold', new_string: 'x\nnew' }),
      use('MultiEdit', { file_path: '/w/b', edits: [{ old_string: '', new_string: 'b' }] }),
      use('Write', { file_path: '/w/c', content: 'c' }),
      use('Bash', { command: "cat > d.txt <<'EOF'\nd\nEOF\n" }),
      use('Read', { file_path: '/w/e' }),
    ]
    const transcript = await readTranscript(linesOf([claude({ type: 'assistant', message: { content } })]))
    expect(transcript?.events).toMatchObject([
      { kind: 'wrote', path: '/w/a', added: ['new'], removed: ['old'] },
      { path: '/w/b', added: ['b'] },
      { path: '/w/c', added: ['c'] },
      { path: 'd.txt', cwd: '/w', added: ['d'] },
    ])
    expect(transcript?.events).toHaveLength(4)
  })

  test('counts lines that are not understood, and reads on', async () => {
    const transcript = await readTranscript(linesOf([typed('one'), '{"half', undefined, claude({ type: 'hologram' })]))
    expect(transcript?.lines).toEqual({ read: 4, skipped: 3, cutOff: false })
    expect(transcript?.events).toHaveLength(1)
  })

  test('is bounded', async () => {
    const many = Array.from({ length: 20 }, (_, index) => typed(`say ${index}`, { uuid: `u${index}` }))
    const transcript = await readTranscript(linesOf(many), { maxEvents: 5, maxMessageCharacters: 5 })
    expect(transcript?.lines.cutOff).toBe(true)
    expect(transcript?.events).toHaveLength(5)
    expect(transcript?.events[0]).toMatchObject({ text: 'say 0' })
  })
})

describe('a rollout of Codex', () => {
  const row = (type: string, payload: object): object => ({ timestamp: '2026-01-01T00:00:00.000Z', type, payload })
  const meta = row('session_meta', { id: 's2', cwd: '/w', source: 'cli' })
  const user = (text: string): object =>
    row('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

  test('has what was typed once, and nothing that was put beside it', async () => {
    const lines = [
      meta,
      user('# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>never</INSTRUCTIONS>'),
      user('<environment_context>\n<cwd>/w</cwd>\n</environment_context>'),
      user('Use the queue.'),
      row('event_msg', { type: 'user_message', message: 'Use the queue.' }),
      row('event_msg', { type: 'agent_message', message: 'must' }),
    ]
    expect(await saidIn(...lines)).toEqual(['Use the queue.'])
  })

  test('has what was asked for in an editor, without what the editor knows', async () => {
    const text = '# Context from my IDE setup:\n## Active file: a.ts\nnever\n## My request for Codex:\nUse the queue.'
    expect(await saidIn(meta, user(text))).toEqual(['Use the queue.'])
  })

  test('of the first form has its bare items', async () => {
    const lines = [
      { id: 's3', timestamp: '2025-05-01T00:00:00.000Z', instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Use the queue.' }] },
      {
        type: 'function_call',
        name: 'shell',
        arguments: JSON.stringify({
          command: ['apply_patch', '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch'],
        }),
        call_id: 'c',
      },
    ]
    const transcript = await readTranscript(linesOf(lines))
    expect(transcript).toMatchObject({ format: 'codex', id: 's3' })
    expect(transcript?.events).toMatchObject([
      { kind: 'said', at: Date.parse('2025-05-01T00:00:00.000Z') },
      { kind: 'wrote', path: 'a.ts', added: ['y'], removed: ['x'] },
    ])
  })

  test('of a sub-agent is none of a person', async () => {
    expect(
      await readTranscript(linesOf([row('session_meta', { id: 's', source: { subagent: 'review' } }), user('must')])),
    ).toBeUndefined()
  })
})

test('what is no transcript is none', async () => {
  expect(await readTranscript(linesOf([{ a: 1 }, 'text', [1, 2]]))).toBeUndefined()
  expect(await readTranscript(linesOf([]))).toBeUndefined()
})
