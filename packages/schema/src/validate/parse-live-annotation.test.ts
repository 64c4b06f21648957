import { describe, expect, it } from 'vitest'
import { completeRegion } from '../read-note/complete-region.ts'
import { parseLiveAnnotation } from './parse-live-annotation.ts'

describe('the short form', () => {
  it('needs a summary, and a file and an intent for each region', () => {
    expect(parseLiveAnnotation({ summary: 's', regions: [{ file: 'a.ts', intent: 'i' }] })._unsafeUnwrap()).toEqual({
      input: {
        commit: 'HEAD',
        summary: 's',
        context_level: 'enhanced',
        regions: [completeRegion({ file: 'a.ts', intent: 'i' })],
        cross_cutting: [],
      },
      unknownKeys: [],
    })
  })

  it('has every field written out', () => {
    const json = {
      commit: 'HEAD~1',
      summary: 's',
      task: 'T-1',
      regions: [
        {
          file: './src/a.ts',
          anchor: 'Session::open',
          lines: '10:20',
          intent: 'i',
          reasoning: 'r',
          constraints: ['c', { text: 'd', source: 'inferred' }, { text: 'e' }],
          risk_notes: 'n',
          tags: ['t'],
          rejected_alternatives: ['x', { approach: 'y' }, { approach: 'z', reason: 'w' }],
          semantic_dependencies: [
            { file: 'src/b.ts', anchor: 'g', nature: 'is pure' },
            { file: 'src/c.ts', nature: 'n' },
          ],
          related_annotations: [{ commit: 'abc1234' }],
          evidence: [{ kind: 'author_context', quote: 'q' }],
        },
        { file: 'b.ts', ast_anchor: { type: 'class', name: 'B' }, lines: { start: 1, end: 2 }, intent: 'j' },
      ],
      cross_cutting: [{ description: 'd', regions: ['src/a.ts:f', { file: 'b.ts', anchor: 'B' }] }],
    }
    const { input, unknownKeys } = parseLiveAnnotation(json)._unsafeUnwrap()
    expect(unknownKeys).toEqual([])
    expect(input).toEqual({
      commit: 'HEAD~1',
      summary: 's',
      task: 'T-1',
      context_level: 'enhanced',
      regions: [
        {
          file: 'src/a.ts',
          ast_anchor: { type: 'unknown', name: 'Session::open' },
          lines: { start: 10, end: 20 },
          intent: 'i',
          reasoning: 'r',
          constraints: [
            { text: 'c', source: 'author' },
            { text: 'd', source: 'inferred' },
            { text: 'e', source: 'author' },
          ],
          risk_notes: 'n',
          tags: ['t'],
          rejected_alternatives: [
            { approach: 'x', reason: '' },
            { approach: 'y', reason: '' },
            { approach: 'z', reason: 'w' },
          ],
          semantic_dependencies: [
            { file: 'src/b.ts', anchor: 'g', nature: 'is pure' },
            { file: 'src/c.ts', anchor: '', nature: 'n' },
          ],
          related_annotations: [{ commit: 'abc1234', anchor: '', relationship: '' }],
          evidence: [{ kind: 'author_context', quote: 'q' }],
          corrections: [],
        },
        completeRegion({
          file: 'b.ts',
          ast_anchor: { type: 'class', name: 'B' },
          lines: { start: 1, end: 2 },
          intent: 'j',
        }),
      ],
      cross_cutting: [{ description: 'd', regions: ['src/a.ts:f', 'b.ts:B'], tags: [] }],
    })
  })

  it('does not make an author of who only infers', () => {
    const json = { summary: 's', context_level: 'inferred', regions: [{ file: 'a', intent: 'i', constraints: ['c'] }] }
    const { input } = parseLiveAnnotation(json)._unsafeUnwrap()
    expect(input.context_level).toBe('inferred')
    expect(input.regions[0]?.constraints).toEqual([{ text: 'c', source: 'inferred' }])
  })
})

describe('unknown keys', () => {
  it('are kept and reported, with the key that was probably meant', () => {
    const json = {
      summary: 's',
      tsk: 'T-1',
      regions: [
        {
          file: 'a',
          intent: 'i',
          alternatives: ['x'],
          constraint: ['c'],
          colour: 1,
          constraints: [{ text: 't', scource: 'author' }],
        },
      ],
    }
    const { input, unknownKeys } = parseLiveAnnotation(json)._unsafeUnwrap()
    expect(unknownKeys).toEqual([
      { path: 'regions[0].constraints[0].scource', key: 'scource', suggestion: 'source' },
      { path: 'regions[0].alternatives', key: 'alternatives', suggestion: 'rejected_alternatives' },
      { path: 'regions[0].constraint', key: 'constraint' },
      { path: 'regions[0].colour', key: 'colour' },
      { path: 'tsk', key: 'tsk', suggestion: 'task' },
    ])
    expect(input.unknown_keys).toEqual({ tsk: 'T-1' })
    expect(input.regions[0]?.unknown_keys).toEqual({ alternatives: ['x'], colour: 1, constraint: ['c'] })
  })

  it('are named as they are, in quotes where they are no words', () => {
    const long = 'k'.repeat(61)
    const { unknownKeys } = parseLiveAnnotation({ summary: 's', 'a b': 1, '': 2, [long]: 3 })._unsafeUnwrap()
    expect(unknownKeys.map(({ path }) => path)).toEqual(['["a b"]', '[an empty text]', `["${long.slice(0, 60)}…"]`])
  })

  it('of a whole document that are not for the author to say are not kept', () => {
    const json = { $schema: 'chronicle/v1', summary: 's', timestamp: 'now', provenance: {}, regions: [] }
    const { input, unknownKeys } = parseLiveAnnotation(json)._unsafeUnwrap()
    expect(unknownKeys.map(({ path }) => path)).toEqual(['$schema', 'timestamp', 'provenance'])
    expect(input.unknown_keys).toBeUndefined()
  })
})

describe('what is wrong', () => {
  it.each<[unknown, string]>([
    [[], 'the document: expected an object, found a list'],
    [{}, 'summary: expected text, found nothing'],
    [{ summary: '' }, 'summary: expected text that is not empty, found an empty text'],
    [{ summary: ' ' }, 'summary: expected text that is not blank, found the text " "'],
    [region({ intent: '\t' }), 'regions[0].intent: expected text that is not blank, found the text "?"'],
    [{ sumary: 's' }, 'summary: expected text, found nothing, but there is "sumary"'],
    [{ summary: 's', regions: {} }, 'regions: expected a list, found an object'],
    [
      region({ file: '/etc/passwd' }),
      'regions[0].file: expected a path relative to the repository root, such as src/main.ts, found the text "/etc/passwd"',
    ],
    [
      region({ lines: '20:10' }),
      'regions[0].lines: expected lines as "START:END" with 1 <= START <= END, found the text "20:10"',
    ],
    [
      region({ lines: 'ten' }),
      'regions[0].lines: expected lines as "START:END" with 1 <= START <= END, found the text "ten"',
    ],
    [region({ lines: { start: 5, end: 2 } }), 'regions[0].lines: expected lines with start <= end, found an object'],
    [region({ lines: { start: 0, end: 2 } }), 'regions[0].lines.start: expected at least 1, found the number 0'],
    [region({ lines: { from: 1, end: 2 } }), 'regions[0].lines.start: expected a number, found nothing'],
    [region({ lines: 5 }), 'regions[0].lines: expected text or an object, found the number 5'],
    [region({ anchor: { nmae: 'x' } }), 'regions[0].anchor.name: expected text, found nothing, but there is "nmae"'],
    [region({ constraints: [''] }), 'regions[0].constraints[0]: expected text that is not empty, found an empty text'],
    [
      region({ constraints: [{ text: 't', source: 'me' }] }),
      'regions[0].constraints[0].source: expected "author" or "inferred", found the text "me"',
    ],
    [region({ tags: 'a' }), 'regions[0].tags: expected a list, found the text "a"'],
    [
      { summary: 's', context_level: 'high' },
      'context_level: expected "enhanced" or "inferred", found the text "high"',
    ],
  ])('is said: %j', (json, problem) => {
    const { code, message } = parseLiveAnnotation(json)._unsafeUnwrapErr()
    expect(code).toBe('invalid_annotation')
    expect(message).toMatch(/^The annotation is not valid, /)
    expect(message).toContain(`: ${problem}`)
  })

  it('is said all at once, and is there for programs too', () => {
    const { message, data } = parseLiveAnnotation({ regions: [{}], extra: 1 })._unsafeUnwrapErr()
    expect(message).toBe(
      'The annotation is not valid, 4 problems: summary: expected text, found nothing; regions[0].file: expected text, found nothing; regions[0].intent: expected text, found nothing; extra: unknown key',
    )
    expect(data).toEqual({
      problems: [
        { path: 'summary', expected: 'text', found: 'nothing' },
        { path: 'regions[0].file', expected: 'text', found: 'nothing' },
        { path: 'regions[0].intent', expected: 'text', found: 'nothing' },
      ],
      unknownKeys: [{ path: 'extra', key: 'extra' }],
    })
  })

  it('is not all printed when there is much of it', () => {
    const { message } = parseLiveAnnotation({
      summary: 's',
      regions: Array.from({ length: 30 }, () => 1),
    })._unsafeUnwrapErr()
    expect(message).toContain('30 problems')
    expect(message).toMatch(/; and 20 more$/)
  })

  it('may be the depth of it', () => {
    let deep: unknown = 1
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(parseLiveAnnotation({ summary: 's', deep })._unsafeUnwrapErr().message).toContain(
      'expected JSON nested at most 200 levels deep, found deeper nesting',
    )
    const circular: Record<string, unknown> = { summary: 's' }
    circular['self'] = circular
    expect(parseLiveAnnotation(circular).isErr()).toBe(true)
  })
})

function region(fields: object): object {
  return { summary: 's', regions: [{ file: 'a', intent: 'i', ...fields }] }
}
