import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSourceRequest, type RequestProblem } from './parse-request.ts'
import { PARAMETERS } from './request-parameters.ts'
import { sourceRequestSchema } from './source-request-schema.ts'
import { SOURCE_MODES } from './source-request.ts'

const MODES = "'file', 'symbol', 'snippet', 'diff_preview'"

function messageOf(request: unknown): string {
  const error = parseSourceRequest(request)._unsafeUnwrapErr()
  expect(error.code).toBe('INVALID_ARGS')
  return error.message
}

describe('parameters of another mode', () => {
  const valid: Readonly<Record<string, unknown>> = {
    path: 'src',
    include_context: true,
    start_line: 1,
    end_line: 2,
    context_lines: 1,
    against: 'HEAD',
    content: 'x',
    edits: [{ old_text: 'a', new_text: 'b' }],
    offset: 0,
    limit: 1,
    cursor: 'c',
    preview_mode: 'none',
    max_preview_chars: 100,
  }

  it('has a value for every parameter', () => {
    expect(Object.keys(valid).sort()).toEqual(Object.keys(PARAMETERS).sort())
  })

  for (const mode of SOURCE_MODES) {
    for (const [param, value] of Object.entries(valid)) {
      const { modes } = PARAMETERS[param]!
      const base = { mode, target: 'a', ...(mode === 'snippet' && param !== 'start_line' ? { start_line: 1 } : {}) }
      if (modes === undefined || modes.includes(mode)) {
        it(`${param} goes with ${mode}`, () => {
          expect(parseSourceRequest({ ...base, [param]: value }).isOk()).toBe(true)
        })
      } else {
        it(`${param} does not go with ${mode}`, () => {
          expect(messageOf({ ...base, [param]: value })).toBe(
            `${param} is only valid for mode='${modes[0]}'. Remove it or switch mode.`,
          )
        })
      }
    }
  }
})

describe('messages', () => {
  it.each([
    [undefined, 'A request is an object with mode and target; got undefined.'],
    [null, 'A request is an object with mode and target; got null.'],
    ['file', 'A request is an object with mode and target; got "file".'],
    [[1, 2], 'A request is an object with mode and target; got a list of 2.'],
    [{ target: 'a' }, `mode is required. Use one of ${MODES}.`],
    [{ mode: null, target: 'a' }, `mode is required. Use one of ${MODES}.`],
    [{ mode: 'files', target: 'a' }, `mode must be one of ${MODES}; got "files".`],
    [{ mode: 'file' }, 'target is required. Give a path.'],
    [{ mode: 'symbol' }, 'target is required. Give the name or the id of a symbol.'],
    [{ mode: 'file', target: '' }, 'target must not be empty.'],
    [{ mode: 'file', target: 7 }, 'target must be a text; got 7.'],
    [{ mode: 'file', target: 'a'.repeat(5000) }, 'target must have at most 4096 characters; got 5000.'],
    [{ mode: 'file', target: 'a\ud800' }, 'target holds half of a surrogate pair, which no file can.'],
    [
      { mode: 'file', target: 'a', limits: 4 },
      `"limits" is not a parameter of mode='file'. Remove it. Did you mean limit?`,
    ],
    [
      { mode: 'symbol', target: 'a', includeContext: true },
      `"includeContext" is not a parameter of mode='symbol'. Remove it. Did you mean include_context?`,
    ],
    [{ mode: 'file', target: 'a', limit: 0 }, 'limit must be a whole number from 1 to 2147483647; got 0.'],
    [{ mode: 'file', target: 'a', limit: 1.5 }, 'limit must be a whole number from 1 to 2147483647; got 1.5.'],
    [{ mode: 'file', target: 'a', limit: '10' }, 'limit must be a whole number from 1 to 2147483647; got "10".'],
    [{ mode: 'file', target: 'a', offset: -1 }, 'offset must be a whole number from 0 to 2147483647; got -1.'],
    [{ mode: 'file', target: 'a', offset: NaN }, 'offset must be a whole number from 0 to 2147483647; got NaN.'],
    [
      { mode: 'file', target: 'a', max_preview_chars: 9 },
      'max_preview_chars must be a whole number from 10 to 2147483647; got 9.',
    ],
    [{ mode: 'file', target: 'a', preview_mode: 'full' }, `preview_mode must be 'none' or 'snippet'; got "full".`],
    [{ mode: 'symbol', target: 'a', include_context: 'yes' }, 'include_context must be true or false; got "yes".'],
    [{ mode: 'file', target: 'a', cursor: 'c', offset: 3 }, 'cursor already says where to go on. Remove offset.'],
    [{ mode: 'snippet', target: 'a' }, "start_line is required for mode='snippet'."],
    [{ mode: 'snippet', target: 'a', end_line: 3 }, "start_line is required for mode='snippet'."],
    [
      { mode: 'snippet', target: 'a', start_line: 5, end_line: 4 },
      'end_line (4) is before start_line (5). Lines start at 1, and both are included.',
    ],
    [{ mode: 'snippet', target: 'a', start_line: 0 }, 'start_line must be a whole number from 1 to 2147483647; got 0.'],
    [
      { mode: 'diff_preview', target: 'a', against: 'head' },
      'against must be HEAD, INDEX, WORKTREE or commit:<rev>; got "head".',
    ],
    [
      { mode: 'diff_preview', target: 'a', against: 'commit:' },
      'against must be HEAD, INDEX, WORKTREE or commit:<rev>; got "commit:".',
    ],
    [
      { mode: 'diff_preview', target: 'a', against: 'commit:--all' },
      'against must be HEAD, INDEX, WORKTREE or commit:<rev>; got "commit:--all".',
    ],
    [
      { mode: 'diff_preview', target: 'a', against: 'snapshot:17' },
      'against must be HEAD, INDEX, WORKTREE or commit:<rev>. Snapshots are not kept: use commit:<rev> instead of "snapshot:17".',
    ],
    [
      { mode: 'diff_preview', target: 'a', content: '', edits: [{ old_text: 'a', new_text: '' }] },
      'content and edits exclude each other. Remove one of them.',
    ],
    [
      { mode: 'diff_preview', target: 'a', edits: [] },
      'edits must be a list of 1 to 200 edits, each with old_text and new_text; got a list of 0.',
    ],
    [
      {
        mode: 'diff_preview',
        target: 'a',
        edits: Array.from({ length: 201 }, () => ({ old_text: 'a', new_text: 'b' })),
      },
      'edits must be a list of 1 to 200 edits, each with old_text and new_text; got a list of 201.',
    ],
    [
      { mode: 'diff_preview', target: 'a', edits: ['x'] },
      'edits[0] must be an object with old_text and new_text; got "x".',
    ],
    [
      { mode: 'diff_preview', target: 'a', edits: [{ old_text: '', new_text: 'a' }] },
      'edits[0].old_text must not be empty.',
    ],
    [
      { mode: 'diff_preview', target: 'a', edits: [{ old_text: 'a' }] },
      'edits[0].new_text must be a text; got undefined.',
    ],
    [
      { mode: 'diff_preview', target: 'a', edits: [{ old_text: 'a', new_text: 'b', all: true }] },
      'edits[0] has an unknown key "all". It takes old_text and new_text.',
    ],
    [
      { mode: 'file', target: 'a', against: 'HEAD', start_line: 3 },
      "against is only valid for mode='diff_preview'. Remove it or switch mode. start_line is only valid for mode='snippet'. Remove it or switch mode.",
    ],
    [
      { mode: 'file', target: 'a', '\u202e\n': 1 },
      expect.stringContaining('"\\u202e\\n" is not a parameter') as string,
    ],
  ])('%j', (request, message) => {
    expect(messageOf(request)).toEqual(message)
  })

  it('tells everything that is wrong, one by one', () => {
    const error = parseSourceRequest({ mode: 'file', target: '', limit: 0, foo: 1 })._unsafeUnwrapErr()
    const problems = error.data?.['problems'] as readonly RequestProblem[]
    expect(problems.map(({ param }) => param)).toEqual(['target', 'limit', 'foo'])
    expect(error.message).toBe(problems.map(({ message }) => message).join(' '))
  })

  it('counts what it does not tell', () => {
    const request = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]))
    expect(messageOf({ mode: 'file', target: 'a', ...request })).toMatch(/ And 20 more\.$/)
  })
})

describe('parseSourceRequest', () => {
  it('takes null for absent', () => {
    const request = parseSourceRequest({ mode: 'file', target: 'a', limit: null, against: null, start_line: undefined })
    expect(request._unsafeUnwrap()).toEqual({ mode: 'file', target: 'a' })
  })

  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(sourceRequestSchema())

  it('accepts nothing that the JSON Schema refuses', () => {
    const value = fc.oneof(
      fc.integer({ min: -2, max: 2 ** 31 }),
      fc.string({ maxLength: 5 }),
      fc.boolean(),
      fc.constantFrom('HEAD', 'commit:main', 'none', 'snippet', 'snapshot:1', 3, 'commit:'),
      fc.constant([{ old_text: 'a', new_text: 'b' }]),
    )
    const request = fc
      .record({
        mode: fc.constantFrom(...SOURCE_MODES, 'other'),
        target: fc.string({ maxLength: 4 }),
        more: fc.dictionary(fc.constantFrom(...Object.keys(PARAMETERS)), value, { maxKeys: 3 }),
      })
      .map(({ mode, target, more }) => ({ mode, target, ...more }))
    let accepted = 0
    fc.assert(
      fc.property(request, (candidate) => {
        if (parseSourceRequest(candidate).isErr()) return
        accepted++
        expect(validate(candidate)).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(accepted).toBeGreaterThan(50)
  })

  it.each(SOURCE_MODES)('is declared for %s alone by exactly the parameters it takes', (mode) => {
    const { properties, required } = sourceRequestSchema(mode) as {
      readonly properties: Readonly<Record<string, unknown>>
      readonly required: readonly string[]
    }
    const least = Object.fromEntries(required.map((name) => [name, name === 'start_line' ? 1 : 'a']))
    expect(parseSourceRequest({ mode, ...least }).isOk()).toBe(true)
    for (const name of required) {
      expect(parseSourceRequest({ mode, ...least, [name]: undefined }).isErr()).toBe(true)
    }
    for (const name of Object.keys(PARAMETERS)) {
      const refused = parseSourceRequest({ mode, ...least, [name]: {} })._unsafeUnwrapErr().message
      expect([name, refused.includes('is only valid for')]).toEqual([name, !Object.hasOwn(properties, name)])
    }
  })

  it('is declared in few tokens', () => {
    expect(JSON.stringify(sourceRequestSchema()).length).toBeLessThan(4_000)
  })
})

it('takes a preview of 1 to 200 edits, as its schema says', () => {
  const schema = new Ajv({ strict: false }).compile(sourceRequestSchema())
  const verdicts = [0, 1, 200, 201].map((length) => {
    const request = { mode: 'diff_preview', target: 'a', edits: Array(length).fill({ old_text: 'a', new_text: 'b' }) }
    return [parseSourceRequest(request).isOk(), schema(request)]
  })
  expect(verdicts).toEqual([
    [false, false],
    [true, true],
    [true, true],
    [false, false],
  ])
})
