import { omitUndefined } from '@chronicle/schema'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anyCodePoint, createFixtureRepository, createLineParser, createMemoryGit } from '@chronicle/testing'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createSourceReader,
  SOURCE_MODES,
  sourceResponseSchema,
  type SourceReader,
  type SourceResponse,
} from '../src/index.ts'
import { unifiedDiff } from '../src/diff/unified-diff.ts'

const LINES = `# What it is for.
class Client
  function connect
    dial
  function close

function helper
class Client
function helper~2
`

const FILES = {
  'src/client.lines': LINES,
  'src/other.lines': 'function other\n  class Client\n',
  'a:b.lines': 'function inOdd\n',
  'ten.txt': Array.from({ length: 10 }, (_, index) => `line ${index}\n`).join(''),
  'empty.txt': '',
  'wide.txt': `${'🦊é'.repeat(300)}\nend`,
  'binary.bin': Uint8Array.from([0, 1, 2]),
  'latin1.txt': Uint8Array.from([0xe4, 10, 0xff]),
  'link.txt': { symlink: 'ten.txt' },
  folder: { symlink: 'src' },
  'src/deep/er/file.txt': 'deep\n',
}

function readerOver(files: Parameters<typeof createMemoryGit>[0]['worktree'], limits: object = {}): SourceReader {
  const { git } = createMemoryGit({ commits: [{ files: files! }] })
  return createSourceReader({ git, ast: createLineParser(), limits })
}

const KNOWN_CODES = [
  ...['INVALID_ARGS', 'invalid_path', 'file_not_found', 'is_folder', 'is_submodule', 'is_symlink', 'binary_file'],
  ...['lines_out_of_bounds', 'revision_not_found', 'no_grammar', 'symbol_not_found', 'ambiguous_symbol'],
  ...['stale_cursor', 'edit_not_found', 'ambiguous_edit'],
]

describe('requests of every kind', () => {
  const symbolName = fc.constantFrom(
    ...['Client', 'helper', 'connect', 'src/client.lines:helper~2', 'Client::close', 'conect', 'other', 'inOdd'],
  )
  const hint = fc.constantFrom('src', 'src/client.lines', 'src/other.lines', 'ten.txt', '..')
  const target = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(FILES)) },
    symbolName,
    {
      weight: 1,
      arbitrary: fc.constantFrom('..', '/etc', '.git', 'src', 'nowhere', 'folder/client.lines', 'ten.txt/x'),
    },
    { weight: 1, arbitrary: fc.string({ unit: anyCodePoint(), maxLength: 20 }) },
  )
  const count = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1.5, 2 ** 31, 1e9, NaN) },
  )
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 2 })
  const edit = fc.record({
    old_text: fc.constantFrom('line 3\n', 'line', 'a', '', 'function helper\n', '🦊'),
    new_text: fc.string({ maxLength: 8 }),
  })
  const values = {
    path: target,
    include_context: fc.boolean(),
    start_line: count,
    end_line: count,
    context_lines: count,
    against: fc.constantFrom('HEAD', 'INDEX', 'WORKTREE', 'commit:main', 'commit:nope', 'snapshot:1', 'head', ''),
    content: fc.string({ unit: anyCodePoint(), maxLength: 40 }),
    edits: fc.array(edit, { maxLength: 3 }),
    offset: count,
    limit: count,
    cursor: fc.oneof(fc.string(), fc.constantFrom('c1.1.0.00000000000000', 'c1.9999999999.999999999.ffffffffffffff')),
    preview_mode: fc.constantFrom('none', 'snippet', 'full'),
    max_preview_chars: fc.oneof(fc.integer({ min: 10, max: 100 }), count),
  }
  const ofMode = {
    file: ['offset', 'limit', 'cursor', 'preview_mode', 'max_preview_chars'],
    symbol: ['path', 'include_context', 'limit', 'max_preview_chars', 'preview_mode'],
    snippet: ['end_line', 'context_lines', 'limit', 'offset'],
    diff_preview: ['against', 'content', 'edits', 'limit', 'offset'],
  } as const
  const likely = fc
    .constantFrom(...SOURCE_MODES)
    .chain((mode) =>
      fc.tuple(
        fc.record({ mode: fc.constant(mode), target: mode === 'symbol' ? fc.oneof(symbolName, target) : target }),
        mode === 'snippet' ? fc.record({ start_line: fc.integer({ min: 1, max: 12 }) }) : fc.constant({}),
        fc.subarray([...ofMode[mode]], { maxLength: 2 }).chain((names) => fc.record(pick(names))),
      ),
    )
    .map((parts): unknown => Object.assign({}, ...parts))
  function pick(names: readonly (keyof typeof values)[]): Record<string, fc.Arbitrary<unknown>> {
    return Object.fromEntries(names.map((name) => [name, name === 'path' ? hint : values[name]]))
  }
  const unlikely = fc.record(
    {
      mode: fc.constantFrom(...SOURCE_MODES, 'other', 3),
      target: fc.oneof(target, anything),
      ...values,
      extra: anything,
    },
    { requiredKeys: [] },
  )
  const request = fc.oneof(
    { weight: 7, arbitrary: likely },
    { weight: 2, arbitrary: unlikely },
    { weight: 1, arbitrary: anything },
  )

  it('give an answer or a coded error, 5,000 times', async () => {
    const reader = readerOver(FILES, { pageChars: 150, pageLines: 8, listed: 3 })
    const outcomes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(request, async (candidate) => {
        const result = await reader.read(candidate)
        const outcome = result.isOk() ? `ok ${result.value.mode}` : result.error.code
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (result.isErr()) {
          expect(KNOWN_CODES).toContain(result.error.code)
          expect(result.error.message).not.toBe('')
          expect(result.error.message.length).toBeLessThan(6_000)
          JSON.stringify(result.error)
        } else {
          checkAnswer(result.value)
          // Equal requests, equal bytes.
          expect(JSON.stringify((await reader.read(candidate))._unsafeUnwrap())).toBe(JSON.stringify(result.value))
        }
      }),
      { numRuns: 5_000 },
    )
    // The generator reaches every mode and nearly every error.
    for (const mode of SOURCE_MODES) expect(outcomes.get(`ok ${mode}`) ?? 0).toBeGreaterThan(50)
    expect([...outcomes.keys()].filter((code) => !code.startsWith('ok ')).length).toBeGreaterThan(10)
  })

  const matchesSchema = new Ajv({ strict: true, allowUnionTypes: true }).compile(sourceResponseSchema())

  function checkAnswer(answer: SourceResponse): void {
    expect(matchesSchema(answer), JSON.stringify(matchesSchema.errors)).toBe(true)
    const { text, location, meta, mode } = answer
    expect(text?.length ?? 0).toBeLessThanOrEqual(150)
    expect(meta.preview_degraded).toBe(meta.degraded_by !== undefined)
    expect(meta.next_cursor !== undefined).toBe(meta.truncated)
    if (text !== undefined) {
      expect(text.split('\n').length).toBeLessThanOrEqual(9)
      expect(/[\ud800-\udfff]/u.test(text)).toBe(false)
    }
    const { line, end_line } = location
    expect(line === null).toBe(end_line === null)
    if (line !== null && end_line !== null) {
      expect(line).toBeGreaterThanOrEqual(1)
      expect(line).toBeLessThanOrEqual(end_line)
    }
    if (mode !== 'diff_preview' && text !== undefined) expect(line === null).toBe(text === '')
  }
})

const line = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '\r', '\t\t}', 'x'.repeat(90), '\ufeff', '\u2028', '🦊'.repeat(20)) },
)
// Every line feed ends a line, so that a text of n lines has n elements.
const fileText = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended ? '\n' : ''))
  .filter((text) => !text.includes('\0') && !/\p{Cs}/u.test(text))

describe('pages', () => {
  it('put together are the file', async () => {
    const sizes = fc.array(
      fc.record({ limit: fc.integer({ min: 1, max: 12 }), max_preview_chars: fc.integer({ min: 10, max: 80 }) }),
      { minLength: 1, maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(fileText, sizes, async (text, requests) => {
        const reader = readerOver({ 'file.txt': text })
        let got = ''
        let cursor: string | undefined
        for (let page = 0; ; page++) {
          const size = requests[page % requests.length]!
          const request = { mode: 'file', target: 'file.txt', ...size, ...omitUndefined({ cursor }) }
          const answer = (await reader.read(request))._unsafeUnwrap()
          expect(answer.text!.length).toBeLessThanOrEqual(size.max_preview_chars)
          got += answer.text
          cursor = answer.meta.next_cursor
          if (cursor === undefined) break
          expect(answer.text).not.toBe('')
        }
        expect(got).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('without a preview are the same pages without their text', async () => {
    const size = fc.record({
      offset: fc.nat(12),
      limit: fc.integer({ min: 1, max: 12 }),
      max_preview_chars: fc.integer({ min: 10, max: 80 }),
    })
    await fc.assert(
      fc.asyncProperty(fileText, size, async (text, parameters) => {
        const reader = readerOver({ 'file.txt': text })
        const request = { mode: 'file', target: 'file.txt', ...parameters }
        const outcome = async (more: object): Promise<unknown> =>
          (await reader.read({ ...request, ...more })).match<unknown>(
            ({ text: _text, meta: { token_estimate: _tokens, ...meta }, ...rest }) => ({ ...rest, meta }),
            ({ code }) => code,
          )
        expect(await outcome({ preview_mode: 'none' })).toEqual(await outcome({}))
      }),
      { numRuns: 200 },
    )
  })

  it('by offset are the lines behind it', async () => {
    await fc.assert(
      fc.asyncProperty(fileText, fc.nat(12), fc.integer({ min: 1, max: 12 }), async (text, offset, limit) => {
        const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
        const result = await readerOver({ 'file.txt': text }).read({ mode: 'file', target: 'file.txt', offset, limit })
        if (offset > lines.length) expect(result._unsafeUnwrapErr().code).toBe('lines_out_of_bounds')
        else expect(result._unsafeUnwrap().text).toBe(lines.slice(offset, offset + limit).join(''))
      }),
      { numRuns: 300 },
    )
  })
})

describe('symbols', () => {
  const name = fc.constantFrom('a', 'b', 'run', 'run~2', 'Client')
  const definition = fc
    .record({ type: fc.constantFrom('class', 'function', 'impl'), name, indent: fc.nat(2), body: fc.nat(2) })
    .map((unit) => {
      const indent = '  '.repeat(unit.indent)
      return [
        `${indent}${unit.type} ${unit.name.replace('~', '$')}`,
        ...Array.from({ length: unit.body }, () => `${indent}   x`),
      ]
    })
  const source = fc.array(definition, { minLength: 1, maxLength: 12 }).map((units) => `${units.flat().join('\n')}\n`)

  it('are the lines of the outline, by the ids that reads give', async () => {
    const parser = createLineParser()
    await fc.assert(
      fc.asyncProperty(source, async (text) => {
        const reader = readerOver({ 'src/a.lines': text })
        const outline = (await parser.outline({ path: 'src/a.lines' as never, text }))._unsafeUnwrap()
        const lines = text.split('\n')
        const found: unknown[] = []
        for (const target of new Set(outline.units.map((unit) => unit.name))) {
          const byName = await reader.read({ mode: 'symbol', target, path: 'src/a.lines' })
          const ids = byName.match(
            ({ meta }) => [meta.resolved_symbol!.id, ...(meta.resolved_symbol!.also ?? [])],
            ({ code, data }) => {
              expect(code).toBe('ambiguous_symbol')
              return (data!['candidates'] as readonly { readonly id: string }[]).map(({ id }) => id)
            },
          )
          for (const id of ids) {
            const { location, text: slice, meta } = (await reader.read({ mode: 'symbol', target: id }))._unsafeUnwrap()
            expect(meta.resolved_symbol).toMatchObject({ id, match: 'id' })
            expect(slice).toBe(lines.slice(location.line! - 1, location.end_line!).join('\n') + '\n')
            found.push({ name: meta.resolved_symbol!.name, start: location.line, end: location.end_line })
          }
        }
        const units = outline.units.map((unit) => ({ name: unit.name, ...unit.lines }))
        const key = (unit: unknown): string => JSON.stringify(unit)
        expect([...new Set(found.map(key))].sort()).toEqual(units.map(key).sort())
      }),
      { numRuns: 200 },
    )
  })
})

describe('diffs', () => {
  it('are taken by git apply, and lead to the proposed text', async () => {
    const edited = fc.tuple(fileText, fileText, fc.nat(25), fc.nat(10)).map(([text, insert, at, drop]) => {
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
      return [text, [...lines.slice(0, at), insert, ...lines.slice(at + drop)].join('')] as const
    })
    const pairs = fc.sample(fc.oneof(edited, fc.tuple(fileText, fileText)), { numRuns: 150 })
    const odd = ['with space', 'ünïcode', 'quo"te', 'tab\there', 'new\nline', 'a\u00a0b', '-dash', 'b/c d/e']
    await using repository = await createFixtureRepository()
    const files = pairs.map(([before, after], index) => ({
      path: `${odd[index % odd.length]!} ${index}.txt`,
      before,
      after,
      // Every third is taken from the way that replaces the middle.
      maxEdits: index % 3 === 0 ? 0 : 1_000,
    }))
    const changed = files.filter(({ before, after }) => before !== after)
    expect(changed.length).toBeGreaterThan(100)
    await repository.write(Object.fromEntries(changed.map(({ path, before }) => [path, before])))
    const diffs = changed.map((file) => unifiedDiff(file, file.maxEdits))
    expect(diffs.filter(({ incomplete }) => incomplete).length).toBeGreaterThan(20)
    const patch = [
      ...diffs.map(({ text }) => text),
      unifiedDiff({ path: 'new file', before: undefined, after: 'a\n' }, 10).text,
      unifiedDiff({ path: 'new too', before: undefined, after: 'a\nb' }, 0).text,
    ].join('')
    await repository.gitBytes(['apply', '--whitespace=nowarn', '-'], { input: patch })
    const { git } = repository
    const hashes = await Promise.all(changed.map(({ path }) => git('hash-object', '--no-filters', '--', path)))
    for (const [index, { path, after }] of changed.entries()) {
      const wanted = (await repository.gitBytes(['hash-object', '--stdin'], { input: after })).toString('utf8').trim()
      expect({ path, hash: hashes[index] }).toEqual({ path, hash: wanted })
    }
    expect(await readFile(join(repository.dir, 'new file'), 'utf8')).toBe('a\n')
    expect(await readFile(join(repository.dir, 'new too'), 'utf8')).toBe('a\nb')
  })

  it('count lines and place them', () => {
    fc.assert(
      fc.property(fileText, fileText, fc.constantFrom(0, 1_000), (before, after, maxEdits) => {
        const diff = unifiedDiff({ path: 'a', before, after }, maxEdits)
        const count = (text: string): number => (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).length
        expect(diff.added - diff.removed).toBe(count(after) - count(before))
        expect(diff.lines === undefined).toBe(before === after)
        if (diff.lines !== undefined) {
          expect(diff.lines.start).toBeLessThanOrEqual(diff.lines.end)
          expect(diff.lines.end).toBeLessThanOrEqual(Math.max(1, count(after)))
        }
      }),
      { numRuns: 500 },
    )
  })
})
