import { codedError, type Redactor } from '@chronicle/core/contracts'
import { errAsync, okAsync } from '@chronicle/schema'
import { scriptedModel, type ModelTurn } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { alignLines } from '../src/agent/align-lines.ts'
import { createAgentWriter } from '../src/agent/create-agent-writer.ts'
import { CLIENT, GOOD_EMISSION, heartbeatCommit } from './agent-commit.ts'
import { ask, calling, emit, examine, resultsOf } from './scripted-agent.ts'

const TOKEN = 'tok_9f8e7d6c5b4a'
const KEY = '-----BEGIN KEY-----\nAAAA\nBBBB\n-----END KEY-----'

/** Removes tokens and multi-line keys, like a real redactor. */
const redactor: Redactor = {
  name: 'test',
  redact: (texts) =>
    okAsync(
      texts.map((text) => {
        const secrets = [...text.matchAll(SECRET)].map((match) => {
          const start = text.slice(0, match.index).split('\n').length
          return { rule: 'test', lines: { start, end: start + match[0].split('\n').length - 1 } }
        })
        return { text: text.replace(SECRET, '[REDACTED:test]'), secrets }
      }),
    ),
}
const SECRET = /tok_[0-9a-f]{12}|-----BEGIN KEY-----[\s\S]*?-----END KEY-----/g

const SECRETS = 'src/secrets.ts'
const secretFile = `import fs from 'fs'\nconst key = \`${KEY}\`\nconst token = '${TOKEN}' // rotated by the gateway at night\nstart()\n`

const context = heartbeatCommit({
  message: `Use a token\n\nThe gateway rejects ${TOKEN} after midnight.\n`,
  files: { [SECRETS]: { after: secretFile }, 'old.ts': { before: `${TOKEN}\nrest()\n` } },
  others: { 'other.ts': `x\n${KEY}\nafter(1)\n` },
  author: { reasoning: `Ask ops for ${TOKEN}.`, notes: [{ text: TOKEN }] },
})

const READ_ALL: ModelTurn = {
  calls: [
    { name: 'get_diff', input: {} },
    { name: 'get_diff_for_file', input: { path: 'old.ts' } },
    { name: 'get_file_content', input: { path: SECRETS } },
    { name: 'get_file_content', input: { path: 'other.ts' } },
    { name: 'get_surrounding_context', input: { path: SECRETS, line: 3, radius: 1 } },
    { name: 'get_commit_info', input: {} },
  ],
}

const FAILS = { fails: 'model_failed' } as const

const EMISSION = {
  file: SECRETS,
  lines: { start: 6, end: 6 },
  intent: 'Nightly rotation makes a cached copy useless by morning.',
  evidence: [
    {
      kind: 'file_lines',
      file: SECRETS,
      lines: { start: 6, end: 6 },
      quote: "'[REDACTED:test]' // rotated by the gateway",
    },
    { kind: 'commit_message', quote: 'gateway rejects [REDACTED:test] after midnight' },
    { kind: 'author_context', quote: 'Ask ops for [REDACTED:test].' },
  ],
}

describe('redaction', () => {
  it.each([true, false])('lets no secret reach a model (with tools: %s)', async (tools) => {
    const { model, error } = await ask(tools ? [READ_ALL, FAILS] : [FAILS], context, { redactor, tools })
    expect(error?.code).toBe('model_failed')
    const sent = JSON.stringify(model.requests)
    expect(sent).not.toMatch(/tok_9f|AAAA|BBBB|END KEY/)
    expect(sent).toContain('[REDACTED:test]')
  })

  it('leaves every line under its number', async () => {
    const { model } = await ask([READ_ALL, FAILS], context, { redactor })
    const results = resultsOf(model)
    expect(results[2]?.text).toContain(
      "2| const key = `[REDACTED:test]`\n3| [REDACTED]\n4| [REDACTED]\n5| [REDACTED]\n6| const token = '[REDACTED:test]'",
    )
    expect(results[3]?.text).toContain('6| after(1)')
  })

  it('holds quotes against the redacted texts', async () => {
    const { outcome } = await examine([emit(EMISSION), { text: '' }], context, { redactor })
    expect(outcome.diagnostics).toEqual([])
    expect(outcome.annotation?.regions[0]).toMatchObject({ lines: { start: 6, end: 6 }, evidence: EMISSION.evidence })
  })

  it('sends nothing at all when it fails', async () => {
    const failing: Redactor = { name: 'failing', redact: () => errAsync(codedError('redaction_failed', 'No rules.')) }
    const { model, error } = await ask([{ text: '' }], context, { redactor: failing })
    expect(error).toMatchObject({ code: 'redaction_failed', message: 'No rules.' })
    expect(model.requests).toHaveLength(0)
  })

  it.each([
    ['a file', { name: 'get_file_content', input: { path: 'other.ts' } }],
    [
      'what a citation is looked up in',
      {
        name: 'emit_annotation',
        input: {
          ...GOOD_EMISSION,
          intent: EMISSION.intent,
          evidence: [{ kind: 'file_lines', file: 'other.ts', quote: 'after(1)' }],
        },
      },
    ],
  ])('sends no more when it fails later, on %s', async (_, call) => {
    for (const failAt of ['other.ts', 'all']) {
      const later: Redactor = {
        name: 'later',
        redact: (texts) =>
          texts.some((text) =>
            failAt === 'all' ? text.includes('data-1') && model.requests.length > 0 : text.startsWith('x\n'),
          )
            ? errAsync(codedError('redaction_failed', 'Gave up.'))
            : redactor.redact(texts),
      }
      const model = scriptedModel([
        { calls: [{ name: 'emit_annotation', input: EMISSION }, call, { name: 'get_diff', input: {} }] },
        { text: '' },
      ])
      const result = await createAgentWriter({ model, redactor: later }).write(context)
      // The existing annotation is not kept: what cannot be redacted cannot be stored either.
      expect(result._unsafeUnwrapErr().code).toBe('redaction_failed')
      expect(model.requests).toHaveLength(1)
    }
  })

  it('is left out where nobody asks for it', async () => {
    const { model } = await ask([calling('get_file_content', { path: CLIENT }), FAILS])
    expect(model.requests).toHaveLength(2)
    expect(JSON.stringify(model.requests)).not.toContain('REDACTED')
  })
})

describe('alignLines', () => {
  it('gives up where the numbers cannot be restored', () => {
    expect(alignLines(['a'], 1, [])).toEqual(['a'])
    expect(alignLines(['[R]', 'b'], 4, [{ rule: 'x', lines: { start: 1, end: 3 } }])).toEqual([
      '[R]',
      '[REDACTED]',
      '[REDACTED]',
      'b',
    ])
    expect(alignLines(['[R]'], 4, [{ rule: 'x', lines: { start: 1, end: 2 } }])).toBeUndefined()
  })
})
