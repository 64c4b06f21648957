import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WriterOutcome } from '../src/annotation-writer.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { CLIENT, GOOD_EMISSION, GOOD_CONCERN, heartbeatCommit, POOL } from './agent-commit.ts'
import { calling, examine, nothing, resultsOf } from './scripted-agent.ts'

interface EmissionResult {
  /** The result returned to the model. */
  readonly text: string
  readonly isError: boolean
  readonly outcome: WriterOutcome
}

/** Emits an input, and then ends with nothing more to record. */
async function emit(input: unknown, context = heartbeatCommit(), tool = 'emit_annotation'): Promise<EmissionResult> {
  return (await emittedAll([input], context, tool)).at(-1) as EmissionResult
}

async function emittedAll(
  inputs: readonly unknown[],
  context: CommitContext = heartbeatCommit(),
  tool = 'emit_annotation',
): Promise<readonly EmissionResult[]> {
  const { model, outcome } = await examine(
    [
      calling('get_recent_annotations', { file: CLIENT }),
      { calls: inputs.map((input) => ({ name: tool, input })) },
      nothing(),
    ],
    context,
  )
  return resultsOf(model).map(({ text, isError }) => ({ text, isError, outcome }))
}

const codes = ({ outcome }: EmissionResult): readonly string[] => outcome.diagnostics.map(({ code }) => code)

describe('what is refused, with the reason', () => {
  it.each<[string, object | null | string, RegExp]>([
    ['no object', 'hello', /^Not an annotation: input: /],
    ['nothing', null, /^Not an annotation: file: .*intent: .*evidence: /],
    ['no intent', { ...GOOD_EMISSION, intent: ' ' }, /^Not an annotation: intent: /],
    ['an anchor without a name', { ...GOOD_EMISSION, ast_anchor: { type: 'method' } }, /ast_anchor.name: /],
    ['lines that are none', { ...GOOD_EMISSION, lines: { start: 0, end: 3 } }, /lines.start: /],
    ['no evidence', { ...GOOD_EMISSION, evidence: [] }, /evidence: /],
    [
      'a constraint without text',
      { ...GOOD_EMISSION, constraints: [{ text: '', source: 'inferred' }] },
      /constraints.0.text: /,
    ],
    [
      'a file of another commit',
      { ...GOOD_EMISSION, file: 'src/mqtt/socket.ts' },
      /^The commit did not change src\/mqtt\/socket.ts. It changed: src\/mqtt\/client.ts, src\/mqtt\/pool.ts$/,
    ],
    [
      'a path out of the repository',
      { ...GOOD_EMISSION, file: '../../etc/passwd' },
      /^Not a path in the repository: .*`\.\.`/,
    ],
    ['an absolute path', { ...GOOD_EMISSION, file: '/etc/passwd' }, /^Not a path in the repository: .*absolute/],
    [
      'a name without a place',
      { ...GOOD_EMISSION, ast_anchor: { name: 'reconnectAll' }, lines: undefined },
      /^Anchor not found: reconnectAll in src\/mqtt\/client.ts. Available anchors: MqttClient/,
    ],
    ['no place', { ...GOOD_EMISSION, ast_anchor: undefined, lines: undefined }, /^Give ast_anchor or lines/],
    [
      'lines that the commit left alone',
      { ...GOOD_EMISSION, ast_anchor: undefined, lines: { start: 1, end: 2 } },
      /^The commit changed none of the lines 1-2 of src\/mqtt\/client.ts.* It changed: 5-6, 11\.$/,
    ],
    [
      'the subject again',
      { ...GOOD_EMISSION, intent: 'Adds the sending of heartbeats.' },
      /^The intent is refused. It only repeats the subject/,
    ],
    [
      'the diff again',
      { ...GOOD_EMISSION, intent: 'Sets a beat interval that pings' },
      /^The intent is refused. It only says what the changed lines say/,
    ],
    [
      'an empty phrase',
      { ...GOOD_EMISSION, intent: 'Improves this function.' },
      /^The intent is refused. It says nothing/,
    ],
    [
      'evidence that is not there',
      { ...GOOD_EMISSION, evidence: [{ kind: 'commit_message', quote: 'the broker is slow' }] },
      /^No evidence was found to exist. "the broker is slow" is not in the commit message/,
    ],
    [
      'lines without their words',
      { ...GOOD_EMISSION, evidence: [{ kind: 'file_lines', file: CLIENT, lines: { start: 5, end: 5 } }] },
      /^No evidence was found to exist. Evidence of the kind file_lines needs a quote/,
    ],
    [
      'words of an author who said nothing',
      { ...GOOD_EMISSION, evidence: [{ kind: 'author_context', quote: 'behind NAT' }] },
      /^No evidence was found to exist. "behind NAT" is not in what the author said/,
    ],
    [
      'evidence out of the repository',
      { ...GOOD_EMISSION, evidence: [{ kind: 'file_lines', file: '../secrets', quote: 'password' }] },
      /^No evidence was found to exist. Not a path in the repository/,
    ],
  ])('%s', async (_, input, reason) => {
    const result = await emit(input)
    expect(result.text).toMatch(reason)
    expect(result.isError).toBe(true)
    expect(result.outcome.annotation).toBeUndefined()
    expect(codes(result)).toEqual(['annotation_refused'])
  })

  it('is forgotten once the model did better', async () => {
    const [first, second] = await emittedAll([
      { ...GOOD_EMISSION, intent: 'Adds the sending of heartbeats.' },
      GOOD_EMISSION,
    ])
    expect([first?.isError, second?.isError]).toEqual([true, false])
    expect(second?.outcome.diagnostics).toEqual([])
  })

  it.each<[string, object, RegExp]>([
    ['a concern of one place', { ...GOOD_CONCERN, regions: [POOL] }, /^Not a concern: regions: /],
    [
      'a concern of places that are not there',
      { ...GOOD_CONCERN, regions: [POOL, 'src/no.ts', `${CLIENT}:reconnect`] },
      /^Fewer than two of its places exist. Left out: src\/no.ts cannot be shown: .*; src\/mqtt\/client.ts has no unit reconnect$/,
    ],
    [
      'a concern of places that the commit left alone',
      { ...GOOD_CONCERN, regions: ['src/mqtt/socket.ts', 'src/mqtt/socket.ts:open'] },
      /^The commit changed none of its places/,
    ],
    [
      'a concern that says nothing',
      { ...GOOD_CONCERN, description: 'The sending of heartbeats' },
      /^The description is refused/,
    ],
    [
      'a concern without evidence',
      { ...GOOD_CONCERN, evidence: [{ kind: 'diff_hunk', file: POOL, quote: 'IDLE = 80_000' }] },
      /^No evidence was found to exist/,
    ],
  ])('%s', async (_, input, reason) => {
    const result = await emit(input, heartbeatCommit(), 'emit_cross_cutting')
    expect(result.text).toMatch(reason)
    expect(result.isError).toBe(true)
    expect(result.outcome.annotation).toBeUndefined()
  })
})

describe('what is put right', () => {
  const region = ({ outcome }: EmissionResult): unknown => outcome.annotation?.regions[0]

  it('is a name that is not qualified, without lines', async () => {
    const result = await emit({ ...GOOD_EMISSION, ast_anchor: { name: 'connect' }, lines: undefined })
    expect(region(result)).toMatchObject({ ast_anchor: { name: 'MqttClient::connect' }, lines: { start: 4, end: 8 } })
    expect(codes(result)).toEqual([])
  })

  it.each<[string, object, object, RegExp]>([
    [
      'a name with a mistake in it',
      { ast_anchor: { name: 'MqttClient::conect' }, lines: null },
      { ast_anchor: { name: 'MqttClient::connect' } },
      /No unit is called "MqttClient::conect".*took MqttClient::connect/,
    ],
    [
      'lines outside of the unit',
      { lines: { start: 12, end: 12 } },
      { ast_anchor: { name: 'MqttClient::connect' }, lines: { start: 4, end: 8 } },
      /lines 12-12 are not those of MqttClient::connect/,
    ],
    [
      'lines behind the end of the file, beside a name',
      { lines: { start: 200, end: 220 } },
      { ast_anchor: { name: 'MqttClient::connect' }, lines: { start: 4, end: 8 } },
      /lines from 200 on are not in the file/,
    ],
    [
      'a name that is not there, beside lines that are',
      { ast_anchor: { name: 'heartbeatLoop' }, lines: { start: 5, end: 6 } },
      { ast_anchor: { name: 'MqttClient::connect' }, lines: { start: 5, end: 6 } },
      /there is no unit heartbeatLoop/,
    ],
  ])('is %s', async (_, change, expected, reason) => {
    const result = await emit({ ...GOOD_EMISSION, ...change })
    expect(region(result)).toMatchObject(expected)
    expect(result.outcome.diagnostics).toMatchObject([
      { code: 'place_adjusted', path: CLIENT, message: expect.stringMatching(reason) as string },
    ])
  })

  it('is the end of lines that run over their unit, or have none', async () => {
    const over = await emit({ ...GOOD_EMISSION, lines: { start: 4, end: 9 } })
    expect(region(over)).toMatchObject({ lines: { start: 4, end: 8 } })
    const open = await emit({ ...GOOD_EMISSION, lines: { start: 4 } })
    expect(region(open)).toMatchObject({ lines: { start: 4, end: 8 } })
    const past = await emit({ ...GOOD_EMISSION, file: POOL, ast_anchor: undefined, lines: { start: 1, end: 50 } })
    expect(region(past)).toMatchObject({ file: POOL, lines: { start: 1, end: 1 } })
  })

  it('is a file named as it was before the commit', async () => {
    const context = heartbeatCommit()
    const renamed = context.files.map((file) =>
      file.path === CLIENT ? { ...file, status: 'renamed' as const, oldPath: 'src/client.ts' as never } : file,
    )
    const result = await emit({ ...GOOD_EMISSION, file: 'src/client.ts' }, { ...context, files: renamed })
    expect(region(result)).toMatchObject({ file: CLIENT })
  })
})

describe('a file without a grammar', () => {
  it('is annotated by lines, with a name beside them as it is given', async () => {
    const input = { ...GOOD_EMISSION, file: POOL, ast_anchor: undefined, lines: { start: 1, end: 1 } }
    const byLines = await emit(input)
    expect(byLines.outcome.annotation?.regions[0]).not.toHaveProperty('ast_anchor')
    const named = await emit({ ...input, ast_anchor: { name: 'IDLE' } })
    expect(named.outcome.annotation?.regions[0]).toMatchObject({ ast_anchor: { type: 'unknown', name: 'IDLE' } })
    const unplaced = await emit({ ...input, ast_anchor: { name: 'IDLE' }, lines: undefined })
    expect(unplaced.text).toMatch(/^"IDLE" cannot be looked up: .* Give the lines instead/)
  })
})

describe('a deleted file', () => {
  const context = heartbeatCommit({ files: { 'src/legacy.ts': { before: 'export const POLL = true\n' } } })

  it('is annotated as a whole', async () => {
    const evidence = [{ kind: 'diff_hunk', file: 'src/legacy.ts', quote: 'POLL = true' }]
    const result = await emit({ ...GOOD_EMISSION, file: 'src/legacy.ts', evidence }, context)
    expect(result.outcome.annotation?.regions).toMatchObject([{ file: 'src/legacy.ts', evidence }])
    expect(result.outcome.annotation?.regions[0]).not.toHaveProperty('lines')
  })
})

describe('what is left out, with the reason', () => {
  it('is evidence that is not there, beside some that is', async () => {
    const evidence = [...GOOD_EMISSION.evidence, { kind: 'commit_message', quote: 'the broker is slow' }]
    const result = await emit({ ...GOOD_EMISSION, evidence })
    expect(result.outcome.annotation?.regions[0]?.evidence).toEqual(GOOD_EMISSION.evidence)
    expect(result.text).toMatch(/^Recorded for .* Left out: evidence \("the broker is slow" is not/)
    expect(codes(result)).toEqual(['claim_dropped'])
  })

  it('is what only repeats the signature, the subject or the diff', async () => {
    const result = await emit({
      ...GOOD_EMISSION,
      reasoning: 'Sets the beat interval.',
      risk_notes: 'Sends heartbeats.',
      constraints: [
        { text: 'host must be a string', source: 'inferred' },
        { text: 'The interval must stay below the idle limit of every NAT on the way.', source: 'inferred' },
      ],
    })
    const region = result.outcome.annotation?.regions[0]
    expect(region?.constraints).toHaveLength(1)
    expect(region).not.toHaveProperty('reasoning')
    expect(region).not.toHaveProperty('risk_notes')
    expect(result.text).toMatch(/Left out: reasoning \(.*; risk_notes \(.*; the constraint "host must be a string"/)
  })

  it('is a dependency on what is not there', async () => {
    const result = await emit({
      ...GOOD_EMISSION,
      semantic_dependencies: [
        { file: 'src/mqtt/socket.ts', anchor: 'open', nature: 'resolves after the handshake' },
        { file: 'src/mqtt/socket.ts', anchor: 'reopen', nature: 'x' },
        { file: CLIENT, anchor: 'close', nature: 'clears the beat' },
        { file: CLIENT, anchor: 'shutdown', nature: 'x' },
        { file: '../x', anchor: 'a', nature: 'x' },
      ],
    })
    expect(result.outcome.annotation?.regions[0]?.semantic_dependencies).toEqual([
      { file: 'src/mqtt/socket.ts', anchor: 'open', nature: 'resolves after the handshake' },
      { file: CLIENT, anchor: 'MqttClient::close', nature: 'clears the beat' },
    ])
  })

  it('is a link to an annotation that was not shown', async () => {
    const shown = 'ab12cd34'.repeat(5)
    const annotation = (await emit(GOOD_EMISSION)).outcome.annotation
    if (annotation === undefined) throw new Error('no annotation')
    const context: CommitContext = {
      ...heartbeatCommit(),
      recentAnnotations: () =>
        heartbeatCommit()
          .recentAnnotations(CLIENT as never, 1)
          .map(() => [{ commit: shown as never, annotation }]),
    }
    const link = (commit: string): object => ({ commit, anchor: 'connect', relationship: 'continues it' })
    const elsewhere = { ...link('ab12cd3'), anchor: 'nowhere' }
    const related_annotations = [link('ab12cd3'), elsewhere, link('ab1'), link('f'.repeat(40))]
    const result = await emit({ ...GOOD_EMISSION, related_annotations }, context)
    expect(result.outcome.annotation?.regions[0]?.related_annotations).toMatchObject([{ commit: shown }])
    expect(result.text).toContain('a link to nowhere on ab12cd3 (its annotation speaks of ')
    expect(result.text).toContain(`a link to ${'f'.repeat(40)} (no annotation of such a commit was shown)`)
  })

  it('is an alternative that nobody states', async () => {
    const rejected_alternatives = [
      { approach: 'TCP keepalive', reason: 'NAT devices ignore it' },
      { approach: 'Reconnecting on a schedule', reason: 'loses messages' },
    ]
    const author = { reasoning: 'We tried TCP keepalive first.' }
    const result = await emit({ ...GOOD_EMISSION, rejected_alternatives }, heartbeatCommit({ author }))
    expect(result.outcome.annotation?.regions[0]?.rejected_alternatives).toEqual(rejected_alternatives.slice(0, 1))
    expect(codes(result)).toEqual(['claim_dropped'])
  })
})

describe('a constraint', () => {
  const reasoning = 'Devices go dark at night. The interval must never exceed 30 minutes!\n- Keep it even.'

  it.each([
    ['a sentence', 'The interval must never exceed 30 minutes.', 'The interval must never exceed 30 minutes!'],
    ['two sentences', 'Devices go dark at night.\nThe interval must never exceed 30 minutes', undefined],
    ['a line', 'Keep it even', 'Keep it even.'],
  ])("is the author's as %s, word by word, which is kept as its evidence", async (_, text, stored) => {
    const constraints = [{ text, source: 'author' }]
    const result = await emit({ ...GOOD_EMISSION, constraints }, heartbeatCommit({ author: { reasoning } }))
    const [region] = result.outcome.annotation?.regions ?? []
    expect(region?.constraints).toMatchObject([{ source: 'author' }])
    if (stored !== undefined) expect(region?.constraints[0]?.text).toBe(stored)
    expect(region?.evidence.at(-1)).toEqual({ kind: 'author_context', quote: region?.constraints[0]?.text })
    expect(codes(result)).toEqual([])
  })

  it.each([
    ['negated', 'The interval may exceed 30 minutes.'],
    ['negated by leaving out', 'The interval must exceed 30 minutes.'],
    ['negated by cutting', 'exceed 30 minutes'],
    ['cut', 'must never exceed 30 minutes'],
    ['paraphrased', 'The interval has to stay at or below 30 minutes.'],
    ['padded', 'The interval must never exceed 30 minutes, which the broker enforces.'],
    ['padded in front', 'For safety, the interval must never exceed 30 minutes.'],
    ['with another number', 'The interval must never exceed 60 minutes.'],
    ['put together', 'Devices go dark at night. Keep it even.'],
    ['invented', 'Only one client may connect at a time.'],
    ['of the commit message', 'Send heartbeats'],
  ])("is never the author's where it is %s", async (_, text) => {
    const constraints = [{ text, source: 'author' }]
    for (const author of [{ reasoning }, { task: 'T', notes: [{ text: reasoning }] }, undefined]) {
      const context = heartbeatCommit(author === undefined ? {} : { author })
      const result = await emit({ ...GOOD_EMISSION, constraints }, context)
      expect(result.outcome.annotation?.regions[0]?.constraints).toEqual([])
      expect(codes(result)).toContain('constraint_not_from_author')
      expect(result.text).toContain('the author does not say it in these words')
    }
  })

  it("is never the author's when a word of theirs is missing, added or changed", async () => {
    const sentence = 'The interval must never exceed 30 minutes of silence'
    const words = sentence.split(' ')
    const change = fc.tuple(
      fc.nat(words.length - 1),
      fc.constantFrom('drop', 'add', 'change'),
      fc.constantFrom('not', 'always', 'may', 'x'),
    )
    await fc.assert(
      fc.asyncProperty(change, async ([at, how, word]) => {
        const changed = words.flatMap((each, index) =>
          index !== at ? [each] : how === 'drop' ? [] : how === 'add' ? [word, each] : [word],
        )
        const constraints = [{ text: changed.join(' '), source: 'author' }]
        const context = heartbeatCommit({ author: { reasoning: `${sentence}.` } })
        const { outcome } = await emit({ ...GOOD_EMISSION, constraints }, context)
        return outcome.annotation?.regions[0]?.constraints.length === 0
      }),
      { numRuns: 60 },
    )
  })
})

describe('the same place twice', () => {
  it('is one region, and nothing of either is lost', async () => {
    const second = {
      ...GOOD_EMISSION,
      lines: { start: 5, end: 6 },
      intent: 'A silent broker would leave a device dark for hours.',
      tags: ['net'],
      evidence: [{ kind: 'file_lines', file: CLIENT, quote: 'drops idle connections after 30 minutes' }],
    }
    const [result] = await emittedAll([{ ...GOOD_EMISSION, tags: ['mqtt', 'net'] }, second, GOOD_EMISSION])
    expect(result?.outcome.annotation?.regions).toMatchObject([
      {
        lines: { start: 4, end: 8 },
        intent: GOOD_EMISSION.intent,
        reasoning: second.intent,
        tags: ['mqtt', 'net'],
        evidence: [...GOOD_EMISSION.evidence, ...second.evidence],
      },
    ])
  })
})
