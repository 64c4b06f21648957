import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { validateAnnotation } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  annotationFromAuthor,
  authorContextFromEnvironment,
  formatPendingContext,
  isExpired,
  mergeAuthorContexts,
  parsePendingContext,
  verifyEvidence,
  type AuthorContext,
} from '../src/index.ts'
import { contextOf, useRepositories } from './gather-scope.ts'

const { fixture, open } = useRepositories()

const text = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((value) => value.trim() !== '')
const author: fc.Arbitrary<AuthorContext> = fc.record(
  {
    ...{ task: text, reasoning: text, dependencies: text, tags: fc.array(text), squashSources: fc.array(text) },
    rejected: fc.array(fc.record({ approach: text, reason: text })),
    notes: fc.array(fc.record({ text, place: text }, { requiredKeys: ['text'] })),
  },
  { requiredKeys: ['tags', 'rejected', 'notes', 'squashSources'] },
)
const silent: AuthorContext = { tags: [], rejected: [], notes: [], squashSources: [] }
const second = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000)

describe('the pending context', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(author, second, second, (words, createdAt, expiresAt) => {
        const pending = { author: words, createdAt, expiresAt }
        expect(parsePendingContext(formatPendingContext(pending))._unsafeUnwrap()).toEqual(pending)
      }),
    )
  })

  it('keeps keys that it does not know', () => {
    const written = formatPendingContext({
      author: { ...silent, task: 'T' },
      createdAt: 0,
      expiresAt: 1000,
      unknownKeys: { mood: ['good'] },
    })
    const read = parsePendingContext(written)._unsafeUnwrap()
    expect(read.unknownKeys).toEqual({ mood: ['good'] })
    expect(formatPendingContext(read)).toBe(written)
  })

  it('holds for a day unless it says otherwise', () => {
    const pending = parsePendingContext(
      '{"$schema":"chronicle-pending-context/v1","created_at":"2026-01-01T00:00:00Z","task":"x"}',
    )._unsafeUnwrap()
    const created = Date.parse('2026-01-01T00:00:00Z')
    expect([created + 86_399_999, created + 86_400_000].map((now) => isExpired(pending, now))).toEqual([false, true])
  })

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'not a JSON object'],
    ['{}', '"$schema" is none'],
    ['{"$schema":"chronicle-pending-context/v9"}', 'only "chronicle-pending-context/v1" can be read'],
    ['{"$schema":"chronicle-pending-context/v1"}', '"created_at" is missing'],
    ['{"$schema":"chronicle-pending-context/v1","created_at":"now"}', '"created_at" is no time'],
  ])('says what is wrong with %s', (content, message) => {
    const error = parsePendingContext(content)._unsafeUnwrapErr()
    expect([error.code, error.message]).toEqual(['invalid_pending_context', expect.stringContaining(message)])
    expect(error.message).toContain('git chronicle context clear')
  })

  it('names every wrong value at once', () => {
    const error = parsePendingContext(
      JSON.stringify({
        ...{ $schema: 'chronicle-pending-context/v1', created_at: '2026-01-01T00:00:00Z', task: 1, tags: 'a' },
        ...{ rejected: [{ approach: 'a' }, 3], notes: [{ text: 'x', place: 1 }], squash_sources: [2] },
      }),
    )._unsafeUnwrapErr()
    expect(error.data).toEqual({
      problems: [
        '"task" is no text',
        '"tags" is no list',
        '"rejected[0].reason" is no text',
        '"rejected[1]" is no object',
        '"notes[0].place" is no text',
        '"squash_sources[0]" is no text',
      ],
    })
  })

  it('never throws, whatever the file holds', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      author.map((words) => JSON.stringify({ ...words, tags: 7 })),
    )
    fc.assert(
      fc.property(anything, (content) => {
        expect(() => parsePendingContext(content)).not.toThrow()
      }),
    )
    fc.assert(fc.property(fc.json(), (content) => parsePendingContext(content).isErr()))
  })
})

describe('the environment', () => {
  it('says what its variables say', () => {
    expect(
      authorContextFromEnvironment({
        ...{ CHRONICLE_TASK: ' T ', CHRONICLE_REASONING: 'R', CHRONICLE_DEPENDENCIES: 'D', CHRONICLE_TAGS: 'a, b,,a' },
        CHRONICLE_SQUASH_SOURCES: 'abc def,ghi',
        CHRONICLE_REJECTED: 'a queue: too slow\nthreads\nhttp://x: is far',
        CHRONICLE_OTHER: 'x',
      }),
    ).toEqual({
      ...{ task: 'T', reasoning: 'R', dependencies: 'D', tags: ['a', 'b'], squashSources: ['abc', 'def', 'ghi'] },
      rejected: [
        { approach: 'a queue', reason: 'too slow' },
        { approach: 'http://x', reason: 'is far' },
      ],
      notes: [{ text: 'threads' }],
    })
  })

  it('says nothing without them', () => {
    expect(authorContextFromEnvironment({ CHRONICLE_TASK: ' ', PATH: '/bin' })).toBeUndefined()
  })
})

describe('merging', () => {
  it('is idempotent and associative, and loses no entry', () => {
    fc.assert(
      fc.property(author, author, author, (a, b, c) => {
        const once = mergeAuthorContexts(a, a)
        expect(mergeAuthorContexts(once, once)).toEqual(once)
        expect(mergeAuthorContexts(mergeAuthorContexts(a, b), c)).toEqual(
          mergeAuthorContexts(a, mergeAuthorContexts(b, c)),
        )
        const merged = mergeAuthorContexts(a, b)
        for (const note of [...a.notes, ...b.notes]) expect(merged?.notes).toContainEqual(note)
        expect(merged?.task).toBe(b.task ?? a.task)
      }),
    )
    expect(mergeAuthorContexts(undefined, undefined)).toBeUndefined()
  })
})

describe('an annotation in the words of the author', () => {
  const source = 'export function connect(): void {\n  open()\n}\n\nexport function close(): void {\n  shut()\n}\n'

  it('stands at what changed, and each claim can be found in what the author said', async () => {
    const repository = await fixture()
    await repository.write({ 'src/client.ts': source, 'src/broker.ts': 'export function send(): void {}\n' })
    await repository.commit('Begin')
    await repository.write({ 'src/client.ts': source.replace('open()', 'open()\n  beat()') })
    const commit = await repository.commit('Send heartbeats')
    const words: AuthorContext = {
      task: 'PROJ-1',
      reasoning: 'The broker drops idle connections after 30 minutes.',
      dependencies: 'src/broker.ts:send - answers within a second\nThe clock must not run backwards.',
      tags: ['mqtt'],
      rejected: [{ approach: 'TCP keepalive', reason: 'the proxy strips it' }],
      notes: [
        { text: 'Called twice on reconnect.', place: 'src/client.ts:close' },
        { text: 'Tested against the staging broker only.' },
        { text: 'No such thing here.', place: 'src/client.ts:zzzzzzzz' },
      ],
      squashSources: [],
    }
    const context = await contextOf(
      open(repository.dir),
      commit,
      { author: () => words },
      { ast: createTreeSitterParser() },
    )
    const { annotation, diagnostics } = (await annotationFromAuthor(context))._unsafeUnwrap()
    if (annotation === undefined) throw new Error('no annotation')
    expect(validateAnnotation(annotation).isOk()).toBe(true)
    expect(annotation).toMatchObject({ task: 'PROJ-1', summary: 'Send heartbeats', context_level: 'enhanced' })
    expect(annotation.regions.map(({ file, ast_anchor, intent }) => [file, ast_anchor?.name, intent])).toEqual([
      ['src/client.ts', 'close', 'Called twice on reconnect.'],
      ['src/client.ts', undefined, 'No such thing here.'],
      ['src/client.ts', 'connect', 'The broker drops idle connections after 30 minutes.'],
    ])
    expect(annotation.regions[2]).toMatchObject({
      constraints: [{ text: 'The clock must not run backwards.', source: 'author' }],
      semantic_dependencies: [{ file: 'src/broker.ts', anchor: 'send', nature: 'answers within a second' }],
      rejected_alternatives: words.rejected,
      tags: ['mqtt'],
    })
    expect(annotation.regions[2]?.reasoning).toContain('staging broker')
    expect(diagnostics).toMatchObject([{ code: 'note_place_not_found', path: 'src/client.ts' }])
    for (const evidence of annotation.regions.flatMap((region) => region.evidence)) {
      expect((await verifyEvidence(evidence, context))._unsafeUnwrap()).toEqual({ found: true })
    }
  })

  it('has a rule or a risk on each changed unit that it names, and the others at what changed most', async () => {
    const repository = await fixture()
    await repository.write({ 'src/client.ts': source })
    await repository.commit('Begin')
    await repository.write({
      'src/client.ts': source.replace('open()', 'open()\n  beat()').replace('shut()', 'flush()\n  drain()\n  shut()'),
    })
    const commit = await repository.commit('Send heartbeats')
    const regionsOf = async (words: Partial<AuthorContext>): Promise<unknown> => {
      const parts = { author: () => ({ ...silent, ...words }) }
      const context = await contextOf(open(repository.dir), commit, parts, { ast: createTreeSitterParser() })
      const { annotation } = (await annotationFromAuthor(context))._unsafeUnwrap()
      for (const evidence of annotation?.regions.flatMap((region) => region.evidence) ?? [])
        expect((await verifyEvidence(evidence, context))._unsafeUnwrap()).toEqual({ found: true })
      return annotation?.regions.map(({ ast_anchor: unit, constraints, intent, risk_notes: risks = '' }) => [
        ...[unit?.name, intent],
        ...[constraints.map(({ text }) => text), risks],
      ])
    }
    const both = { kind: 'constraint', text: '`connect` and `close` must take turns.' } as const
    const other = { kind: 'constraint', text: 'Nobody waits.' } as const
    const risk = { kind: 'risk', text: '`connect` is slow.' } as const
    expect(await regionsOf({ notes: [both, risk] })).toEqual([
      ['close', 'Send heartbeats', [both.text], ''],
      ['connect', 'Send heartbeats', [both.text], risk.text],
    ])
    expect(await regionsOf({ notes: [both, other, risk], reasoning: 'Peers go. Then `connect` is tried.' })).toEqual([
      ['close', 'Peers go.', [other.text, both.text], ''],
      ['connect', 'Send heartbeats', [both.text], risk.text],
    ])
  })

  it.each([
    ['src/util/tax.ts must match the table.', 'src/util/tax.ts', undefined],
    ['tax.ts: must match the table.', 'src/util/tax.ts', undefined],
    ['rate: must match the table.', 'src/util/tax.ts', 'rate'],
    ['rate must match the table.', 'src/util/tax.ts', 'rate'],
    ['In src/util/tax.ts, `rate` must match the table.', 'src/util/tax.ts', 'rate'],
    ['The rate of change must be small.', 'src/client.ts', undefined],
    ['index.ts must stay empty.', 'src/client.ts', undefined],
  ])('has the rule "%s" at %s, %s', async (text, file, unit) => {
    const repository = await fixture()
    const index = { 'a/index.ts': '\n', 'b/index.ts': '\n' }
    const tax = 'export function rate(): number {\n  return 19\n}\n'
    await repository.write({ 'src/client.ts': source, 'src/util/tax.ts': tax, ...index })
    await repository.commit('Begin')
    const more = 'abcdefgh'.replace(/./gu, 'export const $& = 1\n')
    await repository.write({
      'src/client.ts': `${source}${more}`,
      'src/util/tax.ts': tax.replace('19', '20'),
      'a/index.ts': 'export {}\n',
      'b/index.ts': 'export {}\n',
    })
    const commit = await repository.commit('Raise the tax')
    const parts = { author: () => ({ ...silent, notes: [{ kind: 'constraint' as const, text }] }) }
    const context = await contextOf(open(repository.dir), commit, parts, { ast: createTreeSitterParser() })
    const { annotation } = (await annotationFromAuthor(context))._unsafeUnwrap()
    expect(annotation?.regions.map((region) => [region.file, region.ast_anchor?.name])).toEqual([[file, unit]])
  })

  it('is there for a commit without files, and is not there where the author says nothing', async () => {
    const repository = await fixture()
    const commit = await repository.commit('Nothing')
    const git = open(repository.dir)
    const annotate = async (words: AuthorContext): Promise<unknown> => {
      const context = await contextOf(git, commit, { author: () => words })
      return (await annotationFromAuthor(context))._unsafeUnwrap().annotation
    }
    expect(await annotate({ ...silent, task: 'T', squashSources: ['abc'] })).toMatchObject({
      ...{ task: 'T', summary: 'Nothing', regions: [] },
      provenance: { operation: 'squash', derived_from: ['abc'] },
    })
    expect(await annotate(silent)).toBeUndefined()
  })
})
