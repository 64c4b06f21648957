import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { call, connectClient } from './connect.ts'
import { useStation } from './station.ts'

const station = await useStation()
const client = await connectClient({ chronicle: station.chronicle, structured: true, defaults: { noteHours: 2 } })
afterAll(() => client.close())

describe('chronicle_check', () => {
  test('tells what uncommitted edits put at risk', async () => {
    const quiet = await call(client, 'chronicle_check', {})
    expect(quiet.text).toContain('nothing changed')
    await station.repository.write({
      'src/client.ts':
        'export class MqttClient {\n  connect(attempts: number): void {\n    for (;;) attempts++\n  }\n}\n',
    })
    const { text, document } = await call(client, 'chronicle_check', {})
    expect(text).toContain('Give up before the watchdog does')
    expect(document).toMatchObject({ $schema: 'chronicle-check/v1', query: { change: 'worktree', max_tokens: 2000 } })
    expect((await call(client, 'chronicle_check', { staged: true })).text).toContain('nothing changed')
  })

  test('of commits', async () => {
    const { document } = await call(client, 'chronicle_check', { range: `${station.client}..HEAD`, max_findings: 1 })
    expect(document).toMatchObject({ query: { change: `${station.client}..HEAD`, max_findings: 1 } })
    const both = await call(client, 'chronicle_check', { range: 'HEAD', staged: true })
    expect(both.text).toMatch(/^invalid_query: range and staged exclude each other/u)
    expect((await call(client, 'chronicle_check', { range: 'nowhere' })).text).toMatch(/^revision_not_found/u)
  })
})

describe('chronicle_note', () => {
  test('keeps what it is told for the next commit', async () => {
    const about = { text: ' Brokers restart\u202e ', path: 'src/client.ts:connect' }
    const { text, document } = await call(client, 'chronicle_note', about)
    expect(text).toMatch(/^Kept for the next commit, until .+Z\. 1 note, newest first:\n/u)
    expect(text).toMatch(/- \[[0-9a-f]{8}\] src\/client\.ts:connect: Brokers restart\\u202e/u)
    expect(document).toMatchObject({
      $schema: 'chronicle-context-receipt/v1',
      status: 'kept',
      context: { notes: [{ place: 'src/client.ts:connect' }] },
    })
    const { created, expires } = (document as { context: Record<'created' | 'expires', string> }).context
    expect(Date.parse(expires) - Date.parse(created)).toBe(2 * 3_600_000)
    const kept = (await station.chronicle.nextCommit.read())._unsafeUnwrap()
    expect(kept?.author.notes).toEqual([{ text: 'Brokers restart\u202e', place: 'src/client.ts:connect' }])
  })

  test.each([
    [{ text: 'x', path: 'src/clinet.ts' }, 'file_not_found', 'src/client.ts'],
    [{ text: 'x', path: 'src/client.ts', anchor: 'disconnect' }, 'symbol_not_found', 'connect'],
    [{ text: 'x', path: '../outside.ts' }, 'invalid_path', ''],
    [{ text: 'x', path: 'src/client.ts:2-3' }, 'invalid_query', 'src/client.ts:<unit>'],
    [{ text: 'x', anchor: 'connect' }, 'invalid_query', 'path'],
    [{ text: '  ' }, 'invalid_query', 'text'],
  ])('%j is refused, and nothing kept', async (input, code, hint) => {
    const before = (await station.chronicle.nextCommit.read())._unsafeUnwrap()
    const { text, isError } = await call(client, 'chronicle_note', input)
    expect([isError, text.split(':')[0]]).toEqual([true, code])
    expect(text).toContain(hint)
    expect((await station.chronicle.nextCommit.read())._unsafeUnwrap()).toEqual(before)
  })

  test('lists what is kept, and removes one', async () => {
    const made = await call(client, 'chronicle_note', { text: 'To be removed' })
    const [, id = ''] = /- \[([0-9a-f]{8})\] To be removed/u.exec(made.text) ?? []
    const removed = await call(client, 'chronicle_note', { remove: id })
    expect([removed.isError, removed.text.includes('To be removed')], removed.text).toEqual([false, false])
    expect((await call(client, 'chronicle_note', { remove: id })).text).toMatch(/^note_not_found: /u)
    await call(client, 'chronicle_note', { text: 'To be listed' })
    expect((await call(client, 'chronicle_note', {})).text).toMatch(/- \[[0-9a-f]{8}\] To be listed/u)
    expect((await call(client, 'chronicle_note', { path: 'src/client.ts' })).text).toMatch(
      /^invalid_query: A new note/u,
    )
  })

  test('shows the beginning of a long one, and the others beside it', async () => {
    await call(client, 'chronicle_note', { text: 'Brokers restart' })
    const { text } = await call(client, 'chronicle_note', { text: `Long ${'😀word '.repeat(20_000)}end` })
    const [, longest = '', ...others] = text.split('\n')
    expect(longest).toMatch(/^- \[[0-9a-f]{8}\] Long 😀word .* … \(kept in full\)$/u)
    expect(longest.length).toBeLessThan(300)
    expect(others.join()).toContain('Brokers restart')
    expect((await station.chronicle.nextCommit.read())._unsafeUnwrap()?.author.notes.at(-1)?.text.slice(-3)).toBe('end')
  })
})

describe('chronicle_annotate', () => {
  test('takes absolute paths of the repository, as every other tool does', async () => {
    const absolute = (file: string): string => join(station.repository.dir, file)
    const regionOf = (file: string): object => ({
      ...{ file, anchor: 'acquire', intent: 'Callers give back what they take' },
      semantic_dependencies: [{ file: absolute('src/client.ts'), anchor: 'connect', nature: 'gives up in time' }],
    })
    const { text, isError } = await call(client, 'chronicle_annotate', {
      ...{ summary: 'Share connections', regions: [regionOf(absolute('src/pool.ts'))], dry_run: true },
    })
    expect([isError, text]).toEqual([false, expect.stringContaining('- src/pool.ts:')])
    const outside = { summary: 'Share connections', regions: [regionOf('/elsewhere/pool.ts')], dry_run: true }
    expect((await call(client, 'chronicle_annotate', outside)).text).toMatch(
      /^invalid_annotation: .*regions\[0\]\.file: expected a path relative to the repository root.*"\/elsewhere\/pool\.ts"/u,
    )
    for (const regions of ['x', [7, { file: 7 }], [{ file: 'src/pool.ts', semantic_dependencies: 'x' }]]) {
      const refused = await call(client, 'chronicle_annotate', { summary: 'x', regions })
      expect(refused.text).toMatch(/^invalid_annotation/u)
    }
  })
})

describe('chronicle_flag', () => {
  const doubt = { path: 'src/pool.ts:acquire', reason: 'The pool is gone' }

  test('of one of several regions takes the id or the words that the refusal names', async () => {
    const regions = ['Never waits', 'Counts callers'].map((intent) => ({ file: 'src/client.ts', intent }))
    await call(client, 'chronicle_annotate', { summary: 'Say more', regions })
    const about = { path: 'src/client.ts', reason: 'x', dry_run: true }
    const { text } = await call(client, 'chronicle_flag', about)
    expect(text).toMatch(/^ambiguous_region: .* by its commit, its id, words of its intent/u)
    const [, id = ''] = /([0-9a-f]{8}) \(Counts callers\)/u.exec(text) ?? []
    for (const which of [{ id }, { intent: 'counts' }]) {
      const flagged = await call(client, 'chronicle_flag', { ...about, ...which })
      expect(flagged.text).toMatch(/^Would flag 1 annotation .*\n- [0-9a-f]{12} src\/client\.ts: Counts callers$/u)
    }
    const silent = await call(client, 'chronicle_flag', { ...about, reason: '' })
    expect(silent.text).toMatch(/^invalid_correction/u)
  })

  test('casts doubt, once, and readers see it', async () => {
    const dry = await call(client, 'chronicle_flag', { ...doubt, dry_run: true })
    expect(dry.text).toMatch(/^Would flag 1 annotation in refs\/notes\//u)
    expect((await call(client, 'chronicle_read', { path: 'src/pool.ts' })).text).not.toContain('The pool is gone')
    const done = await call(client, 'chronicle_flag', doubt)
    expect(done.text).toMatch(
      /^Flagged 1 annotation in refs\/notes\/.+\n- [0-9a-f]{12} src\/pool\.ts acquire: Hands out/u,
    )
    expect(done.document).toMatchObject({ $schema: 'chronicle-correction-receipt/v1', status: 'recorded' })
    expect((await call(client, 'chronicle_read', { path: 'src/pool.ts' })).text).toContain('The pool is gone')
    expect((await call(client, 'chronicle_flag', doubt)).text).toMatch(/^Nothing new/u)
  })

  test.each([
    [{ path: 'src/pool.ts:release', reason: 'x' }, 'anchor_not_found'],
    [{ path: 'README.md', reason: 'x' }, 'region_not_found'],
    [{ path: 'src/pool.ts', lines: 'all', reason: 'x' }, 'invalid_line_range'],
    [{ path: 'src/pool.ts' }, 'invalid_query'],
  ])('%j: %s', async (input, code) => {
    const { text, isError } = await call(client, 'chronicle_flag', input)
    expect([isError, text.split(':')[0]]).toEqual([true, code])
  })
})
