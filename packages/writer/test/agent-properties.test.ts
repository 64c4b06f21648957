import { anyCodePoint, type ModelAnswer, type ModelStep, scriptedModel } from '@chronicle/testing'
import { readNote, writeNote } from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT_TOOLS } from '../src/agent/tools/all-tools.ts'
import { createAgentWriter } from '../src/agent/create-agent-writer.ts'
import { verifyEvidence } from '../src/evidence/verify-evidence.ts'
import { CLIENT, GOOD_EMISSION, GOOD_CONCERN, heartbeatCommit, MESSAGE, POOL } from './agent-commit.ts'

const context = heartbeatCommit({
  files: { 'src/legacy.ts': { before: 'export const POLL = true\n' } },
  author: { reasoning: 'Keepalive of TCP is not enough behind NAT.', notes: [{ text: 'watch the pool' }] },
})

const ERRORS = new Set(['no_annotations', 'model_failed', 'model_timed_out', 'context_too_long'])

const file = fc.constantFrom(
  CLIENT,
  POOL,
  'src/legacy.ts',
  'src/mqtt/socket.ts',
  '../x',
  '/etc/passwd',
  '',
  'a\0b',
  'no.ts',
)
const line = fc.oneof(fc.integer({ min: -3, max: 20 }), fc.double(), fc.constant(2 ** 40))
const lines = fc.record({ start: line, end: line }, { requiredKeys: ['start'] })
const text = fc.oneof(
  fc.string({ unit: anyCodePoint(), maxLength: 40 }),
  fc.constantFrom(
    GOOD_EMISSION.intent,
    'Sends heartbeats.',
    MESSAGE,
    '\ud800 lone',
    'Keepalive of TCP',
    ' ',
    '</data-1>',
  ),
)
const quote = fc.oneof(
  text,
  fc.constantFrom('drops idle', 'IDLE = 70_000', 'POLL = true', 'behind NAT', 'setInterval('),
)
const citation = fc.record(
  {
    kind: fc.constantFrom('commit_message', 'file_lines', 'diff_hunk', 'author_context', 'rumour'),
    quote,
    file,
    lines,
  },
  { requiredKeys: ['kind'] },
)
const name = fc.constantFrom('connect', 'MqttClient::connect', 'MqttClient.close', 'MqttClient', 'nothing', '::', '')
const emission = fc.record(
  {
    file,
    ast_anchor: fc.record({ type: text, name, signature: text }, { requiredKeys: ['name'] }),
    lines,
    intent: text,
    reasoning: text,
    constraints: fc.array(fc.record({ text, source: fc.constantFrom('author', 'inferred') }), { maxLength: 3 }),
    semantic_dependencies: fc.array(fc.record({ file, anchor: name, nature: text }), { maxLength: 2 }),
    related_annotations: fc.array(fc.record({ commit: text, anchor: text, relationship: text }), { maxLength: 2 }),
    rejected_alternatives: fc.array(fc.record({ approach: text, reason: text }), { maxLength: 2 }),
    tags: fc.array(text, { maxLength: 2 }),
    risk_notes: text,
    evidence: fc.array(citation, { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
/** A good annotation with some of its fields replaced by arbitrary values. */
const mutated = fc
  .tuple(emission, fc.subarray(Object.keys(GOOD_EMISSION), { minLength: 3 }), fc.boolean())
  .map(([other, kept, cites]) => ({
    ...other,
    ...Object.fromEntries(Object.entries(GOOD_EMISSION).filter(([key]) => kept.includes(key))),
    ...(cites
      ? { intent: GOOD_EMISSION.intent, evidence: [...GOOD_EMISSION.evidence, ...(other.evidence ?? [])] }
      : {}),
  }))
const place = fc.tuple(file, name).map((parts) => parts.join(':'))
const concern = fc.record({
  description: fc.oneof(text, fc.constant(GOOD_CONCERN.description)),
  regions: fc.array(fc.oneof(place, file, text), { maxLength: 4 }),
  nature: text,
  evidence: fc.array(fc.oneof(citation, fc.constant(GOOD_CONCERN.evidence[0])), { maxLength: 3 }),
})
const input = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 2, arbitrary: concern },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.record({ path: file, from: line, line, radius: line, file, n: line, reason: text }) },
  { weight: 1, arbitrary: mutated.map((value) => JSON.stringify(value)) },
)
const call = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('emit_annotation', 'emit_annotation', 'emit_cross_cutting') },
    { weight: 2, arbitrary: fc.constantFrom(...AGENT_TOOLS.map((tool) => tool.name)) },
    { weight: 1, arbitrary: fc.string() },
  ),
  input,
})
const stopReason: fc.Arbitrary<NonNullable<ModelAnswer['stopReason']>> = fc.constantFrom(
  'tool_use',
  'tool_use',
  'tool_use',
  'end_turn',
  'max_tokens',
  'refused',
)
const failure: fc.Arbitrary<ModelStep> = fc.constantFrom(
  { fails: 'model_failed' } as const,
  { fails: 'model_timed_out' } as const,
  { fails: 'context_too_long' } as const,
)

async function holds(steps: readonly ModelStep[], tools: boolean, limits: object): Promise<boolean> {
  const model = scriptedModel(steps, { tools })
  const result = await createAgentWriter({ model, limits }).write(context)
  if (result.isErr()) {
    expect(ERRORS).toContain(result.error.code)
    return false
  }
  const { annotation, nothing, diagnostics } = result.value
  expect((annotation === undefined) !== (nothing === undefined)).toBe(true)
  for (const { message } of diagnostics) expect(message.trim()).not.toBe('')
  if (annotation === undefined) return false
  expect(validateAnnotation(annotation)._unsafeUnwrap()).toBe(annotation)
  for (const { evidence, file: at, lines: range } of annotation.regions) {
    expect(evidence.length).toBeGreaterThan(0)
    for (const each of evidence) expect((await verifyEvidence(each, context))._unsafeUnwrap()).toEqual({ found: true })
    const changed = context.files.find(({ path }) => path === at)
    expect(changed).toBeDefined()
    if (range !== undefined) expect(range.end).toBeLessThanOrEqual(changed?.after?.lines.length ?? 0)
  }
  const places = annotation.regions.map((region) =>
    JSON.stringify([region.file, region.ast_anchor?.name ?? region.lines]),
  )
  expect(new Set(places).size).toBe(places.length)
  const note = readNote(writeNote(annotation), { commit: annotation.commit })
  expect(note.diagnostics).toEqual([])
  expect(note.annotation?.regions.length).toBe(annotation.regions.length)
  return true
}

describe('whatever a model says', () => {
  it('by calling tools, comes to a valid annotation with evidence that is there, to nothing, or to an error', async () => {
    const answer: fc.Arbitrary<ModelStep> = fc.record(
      { text, calls: fc.array(call, { maxLength: 5 }), stopReason },
      { requiredKeys: ['calls'] },
    )
    const step = fc.oneof({ weight: 6, arbitrary: answer }, { weight: 1, arbitrary: failure })
    let annotated = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, parts) => {
        if (await holds(steps, true, parts ? { maxFiles: 1, filesInPart: 1 } : {})) annotated++
      }),
      { numRuns: 400 },
    )
    expect(annotated).toBeGreaterThan(20)
  })

  it('in one answer, the same', async () => {
    const document = fc.record(
      {
        annotations: fc.array(input, { maxLength: 4 }),
        cross_cutting: fc.array(input, { maxLength: 2 }),
        nothing_to_record: text,
        summary: text,
      },
      { requiredKeys: [] },
    )
    const answerText = fc.oneof(
      { weight: 3, arbitrary: document.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: input.map((value) => `So: ${JSON.stringify(value, null, 1)}!`) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'{}[]",:\\ a1\n'), maxLength: 60 }) },
    )
    const cut = fc.tuple(answerText, fc.double({ min: 0.3, max: 1, noNaN: true })).map(([all, share]) => ({
      text: all.slice(0, Math.ceil(all.length * share)),
    }))
    const step: fc.Arbitrary<ModelStep> = fc.oneof({ weight: 6, arbitrary: cut }, { weight: 1, arbitrary: failure })
    let annotated = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.boolean(), async (steps, parts) => {
        if (await holds(steps, false, parts ? { maxFiles: 1, filesInPart: 1 } : {})) annotated++
      }),
      { numRuns: 400 },
    )
    expect(annotated).toBeGreaterThan(5)
  })
})
