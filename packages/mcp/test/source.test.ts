import { omitUndefined } from '@chronicle/schema'
import type { AstParser } from '@chronicle/core/contracts'
import { openChronicle } from '@chronicle/node'
import { createFixtureRepository, createLineParser } from '@chronicle/testing'
import type { Client } from '@modelcontextprotocol/client'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, connectClient } from './connect.ts'
import { createWorkshop, disposeWorkshop } from './workshop.ts'

const workshop = await createWorkshop()
const client = await connectClient({ chronicle: workshop.chronicle, structured: true })
afterAll(async () => {
  await client.close()
  await disposeWorkshop(workshop)
})

/** Returns the text of a read that an agent sees. */
async function shown(input: Record<string, unknown>): Promise<string> {
  return (await call(client, 'read', input)).text
}

describe('read', () => {
  test('gives a file in pages, each with where it is and how to go on', async () => {
    const page = { mode: 'file', target: 'ten.txt', limit: 4 }
    const first = await call(client, 'read', page)
    expect(first.document).toMatchObject({
      ok: true,
      mode: 'file',
      target: 'ten.txt',
      text: 'line 1\nline 2\nline 3\nline 4\n',
      location: { file: 'ten.txt', line: 1, end_line: 4 },
      meta: { truncated: true, total_lines: 10 },
    })
    const { next_cursor: cursor } = first.document['meta'] as { readonly next_cursor: string }
    expect(first.text).toBe(`ten.txt: lines 1-4 of 10; more with cursor "${cursor}"\n` + String(first.document['text']))
    expect(await shown({ ...page, cursor, limit: 6 })).toBe(
      'ten.txt: lines 5-10 of 10\nline 5\nline 6\nline 7\nline 8\nline 9\nline 10\n',
    )
    expect(await shown({ ...page, offset: 10 })).toBe('ten.txt: nothing after line 10, the last')
    expect(await shown({ ...page, preview_mode: 'none', limit: 400 })).toBe('ten.txt: 10 lines')
    expect(await shown({ ...page, preview_mode: 'none' })).toBe(
      `ten.txt: lines 1-4 of 10; more with cursor "${cursor}"`,
    )
    expect(await shown({ mode: 'file', target: 'empty.txt' })).toBe('empty.txt: empty')
    expect(await shown({ mode: 'file', target: 'wide.txt', max_preview_chars: 10 })).toMatch(
      /^wide\.txt: line 1 of 2; the last line is cut; more with cursor "c1\.0\.10\.[0-9a-f]+"\nx{10}$/u,
    )
  })

  test('gives a symbol wherever it is, and what is around it when asked', async () => {
    expect(await shown({ mode: 'symbol', target: 'connect' })).toBe(
      'src/client.ts:Client::connect (method, lines 5-7)\n  connect(): void {\n    dial(this.host)\n  }\n',
    )
    expect(await shown({ mode: 'symbol', target: 'Client.close', include_context: true })).toBe(
      'src/client.ts:Client::close (method, line 9)\n' +
        'inside Client (class, lines 1-10)\nbeside Client::host (field, line 3), Client::connect (method, lines 5-7)\n' +
        '  close(): void {}\n',
    )
    expect(await shown({ mode: 'symbol', target: 'Client', limit: 2 })).toMatch(
      /^src\/client\.ts:Client \(class, lines 1-10\): lines 1-2; more with cursor /u,
    )
    expect(await shown({ mode: 'symbol', target: 'Client', preview_mode: 'none' })).toBe(
      'src/client.ts:Client (class, lines 1-10)',
    )
    expect(await shown({ mode: 'symbol', target: 'Client', offset: 10 })).toBe(
      'src/client.ts:Client (class, lines 1-10): nothing is left',
    )
    expect(await shown({ mode: 'symbol', target: 'Policy' })).toMatch(/; see also policy\.rs:Policy~2\n/u)
    expect(await shown({ mode: 'symbol', target: 'fine' })).toContain('has syntax errors')
  })

  test('gives lines', async () => {
    const lines = { mode: 'snippet', target: 'ten.txt', start_line: 9 }
    expect(await shown(lines)).toBe('ten.txt: line 9\nline 9\n')
    expect(await shown({ ...lines, end_line: 12, context_lines: 1 })).toBe(
      'ten.txt: lines 8-10; the file ends there\nline 8\nline 9\nline 10\n',
    )
    expect(await shown({ ...lines, offset: 1 })).toBe('ten.txt: nothing is left')
  })

  test('gives the diff that an edit would make, and writes nothing', async () => {
    const edits = [{ old_text: 'line 3\n', new_text: 'line three\n' }]
    expect(await shown({ mode: 'diff_preview', target: 'ten.txt', edits })).toMatch(
      /^ten\.txt as proposed against WORKTREE: 1 added, 1 removed\n--- a\/ten\.txt\n[^]*\n-line 3\n\+line three\n/u,
    )
    const head = (await workshop.repository.git('rev-parse', 'HEAD')).slice(0, 12)
    expect(await shown({ mode: 'diff_preview', target: 'ten.txt' })).toBe(`ten.txt: no difference from HEAD (${head})`)
    expect(await shown({ mode: 'diff_preview', target: 'binary.bin', content: 'text\n' })).toMatch(
      /^binary\.bin, binary, as proposed against WORKTREE\nBinary files /u,
    )
    expect(await shown({ mode: 'diff_preview', target: 'binary.bin' })).toBe(
      `binary.bin, binary: no difference from HEAD (${head})`,
    )
    expect(await workshop.repository.git('status', '--porcelain')).toBe('')
  })

  test('tells what is recorded on the lines of a symbol, and on those that an edit would change', async () => {
    await using annotated = await createFixtureRepository()
    const commit = await annotated.commitFiles('Add', { 'a.ts': 'export function retry() {\n  return 5\n}\n' })
    await using chronicle = openChronicle({ dir: annotated.dir, clock: () => 1.7e12 })
    const constraints = ['At most 5,\nor the broker bans us.\u202e']
    const regions = [{ file: 'a.ts', anchor: 'retry', intent: 'Try again.', constraints }]
    expect((await chronicle.annotate({ summary: 'x', regions })).isOk()).toBe(true)
    const reader = await connectClient({ chronicle, structured: true })
    const line = `- At most 5, or the broker bans us.\\u202e (author, a.ts:retry, ${commit.slice(0, 7)})\n`
    expect((await call(reader, 'read', { mode: 'symbol', target: 'retry' })).text).toBe(
      `a.ts:retry (function, lines 1-3)\nrecorded about these lines:\n${line}export function retry() {\n  return 5\n}\n`,
    )
    const edits = [{ old_text: '5', new_text: '50' }]
    const preview = await call(reader, 'read', { mode: 'diff_preview', target: 'a.ts', edits })
    expect(preview.text).toContain(`1 removed\nrecorded about the lines that change:\n${line}--- a/a.ts\n`)
    expect(preview.document['meta']).toMatchObject({ constraints: [{ text: constraints[0], about: 'a.ts:retry' }] })
    await reader.close()
  })

  test('takes absolute paths inside the working tree', async () => {
    const target = join(workshop.repository.dir, 'ten.txt')
    expect((await call(client, 'read', { mode: 'file', target })).document).toMatchObject({ target: 'ten.txt' })
    const path = join(workshop.repository.dir, 'src')
    const symbol = await call(client, 'read', { mode: 'symbol', target: 'connect', path })
    expect(symbol.document).toMatchObject({ location: { file: 'src/client.ts' } })
  })

  test('shows what hides or reorders text, and is exact for programs', async () => {
    const hidden = await call(client, 'read', { mode: 'file', target: 'hidden.ts' })
    expect(hidden.document['text']).toBe('const admin = "user\u202e \u2066// only\u2069 \u2066"\n\tconst s = "a\rb"\n')
    expect(hidden.text).toBe(
      'hidden.ts: lines 1-2 of 2; invisible characters are written out as \\uXXXX; they are exact in structuredContent\n' +
        'const admin = "user\\u202e \\u2066// only\\u2069 \\u2066"\n\tconst s = "a\\u000db"\n',
    )
    expect(await shown({ mode: 'file', target: 'crlf.txt' })).toBe(
      'crlf.txt: lines 1-2 of 2; CRLF line endings\none\r\ntwo\r\n',
    )
    expect(await shown({ mode: 'file', target: 'latin1.txt' })).toBe(
      'latin1.txt: line 1 of 1; not UTF-8: invalid bytes are shown as \ufffd\n\ufffd\n',
    )
  })

  test.each([
    [
      { mode: 'file', target: 'ten.txt', start_line: 3 },
      'INVALID_ARGS',
      "start_line is only valid for mode='snippet'.",
    ],
    [{ mode: 'file', target: 'ten.txt', against: 'HEAD' }, 'INVALID_ARGS', 'Remove it or switch mode.'],
    [{ mode: 'diff_preview', target: 'ten.txt', against: 'snapshot:1' }, 'INVALID_ARGS', 'Snapshots are not kept'],
    [{ target: 'ten.txt' }, 'INVALID_ARGS', 'mode is required'],
    [{ mode: 'symbol', target: 'helper' }, 'ambiguous_symbol', 'src/server.ts:helper (function, lines 1-3)'],
    [{ mode: 'symbol', target: 'conect' }, 'symbol_not_found', 'Nearest: Client::connect'],
    [{ mode: 'symbol', target: 'src/client.ts' }, 'symbol_not_found', "Use mode='file'"],
    [{ mode: 'file', target: 'client.ts' }, 'file_not_found', 'src/client.ts'],
    [{ mode: 'file', target: 'src' }, 'is_folder', 'Name a file in it'],
    [{ mode: 'file', target: 'binary.bin' }, 'binary_file', 'binary.bin'],
    [{ mode: 'file', target: 'link-out' }, 'is_symlink', '../outside.txt'],
    [{ mode: 'file', target: 'ten.txt', cursor: 'c1.4.0.00000000000000' }, 'stale_cursor', 'Start over without cursor'],
  ])('%j: %s', async (input, code, expected) => {
    const { text, document, isError } = await call(client, 'read', input)
    expect(isError).toBe(true)
    expect(document).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(expected) as string } })
    expect(text).toBe(`${code}: ${(document['error'] as { readonly message: string }).message}`)
  })

  test('parses a file once, however often its units are read, and again when it has changed', async () => {
    const parsed: string[] = []
    const lines = createLineParser()
    const ast: AstParser = {
      ...lines,
      outline: (source, options) => {
        parsed.push(source.path)
        return lines.outline(source, options)
      },
    }
    for (const cacheDir of [false, undefined] as const) {
      parsed.length = 0
      const counted = await createWorkshop({ ast, ...omitUndefined({ cacheDir }) })
      await counted.repository.write({ 'a.lines': 'function one\nfunction two\n' })
      const counting = await connectClient({ chronicle: counted.chronicle, structured: true })
      const lineOf = async (target: string): Promise<unknown> =>
        (await call(counting, 'read', { mode: 'symbol', target })).document['location']
      for (const target of ['one', 'two', 'a.lines:one', 'one']) await lineOf(target)
      expect(parsed).toEqual(['a.lines'])
      await counted.repository.write({ 'a.lines': '\nfunction one\n' })
      expect(await lineOf('one')).toEqual({ file: 'a.lines', line: 2, end_line: 2 })
      expect(parsed).toEqual(['a.lines', 'a.lines'])
      await counting.close()
      await disposeWorkshop(counted)
    }
  })

  test('tells how far a search is, and ends when it is cancelled', async () => {
    const reports: unknown[] = []
    await call(
      client,
      'read',
      { mode: 'symbol', target: 'connect' },
      { onprogress: (progress) => reports.push(progress) },
    )
    expect(reports).toContainEqual({ progress: expect.any(Number) as number, total: 5, message: 'searching files' })

    let ended = (): void => undefined
    const stopped = new Promise<void>((resolve) => (ended = resolve))
    const cancel = new AbortController()
    const { chronicle } = workshop
    const waiting = await connectClient({
      chronicle: {
        ...chronicle,
        source: {
          read: (request, options = {}) => {
            options.signal?.addEventListener('abort', ended, { once: true })
            cancel.abort()
            return chronicle.source.read(request, options)
          },
        },
      },
    })
    const params = { name: 'read', arguments: { mode: 'symbol', target: 'connect' } }
    await expect(waiting.callTool(params, { signal: cancel.signal })).rejects.toThrow()
    await stopped
    await waiting.close()
  })
})

describe('the tools that read took the place of', () => {
  let old: Client
  beforeAll(async () => {
    old = await connectClient({ chronicle: workshop.chronicle, tools: ['legacy'], structured: true })
  })
  afterAll(() => old.close())

  const edits = [{ old_text: 'line 3', new_text: 'line three' }]
  test.each([
    ['read_file', { path: 'ten.txt', offset: 2, limit: 3 }, { mode: 'file', target: 'ten.txt', offset: 2, limit: 3 }],
    ['read_file', { path: 'absent.txt' }, { mode: 'file', target: 'absent.txt' }],
    ['read_symbol', { symbol: 'Client.connect' }, { mode: 'symbol', target: 'Client.connect' }],
    [
      'read_symbol',
      { symbol: 'helper', path: 'src/server.ts', include_context: true },
      { mode: 'symbol', target: 'helper', path: 'src/server.ts', include_context: true },
    ],
    ['read_symbol', { symbol: 'helper' }, { mode: 'symbol', target: 'helper' }],
    [
      'get_snippet',
      { path: 'ten.txt', start_line: 3, end_line: 5, context_lines: 1 },
      { mode: 'snippet', target: 'ten.txt', start_line: 3, end_line: 5, context_lines: 1 },
    ],
    ['get_snippet', { path: 'ten.txt' }, { mode: 'snippet', target: 'ten.txt' }],
    ['dry_run_diff', { path: 'ten.txt', edits }, { mode: 'diff_preview', target: 'ten.txt', edits }],
    [
      'dry_run_diff',
      { path: 'ten.txt', content: 'x\n', against: 'HEAD' },
      { mode: 'diff_preview', target: 'ten.txt', content: 'x\n', against: 'HEAD' },
    ],
  ])('%s %j answers as read does', async (name, input, modern) => {
    expect(await call(old, name, input)).toEqual(await call(client, 'read', modern))
  })

  test.each([
    ['read_file', {}, 'path is required'],
    ['read_file', { target: 'ten.txt' }, '"target" is no argument of read_file. Remove it, or use read.'],
    ['read_file', { path: 'ten.txt', start_line: 1 }, '"start_line" is no argument of read_file'],
    ['read_symbol', { path: 'src/client.ts' }, 'symbol is required'],
    ['get_snippet', { path: 3, start_line: 1 }, 'path is required, and is a text.'],
    ['dry_run_diff', { path: 'ten.txt', mode: 'file' }, 'It takes: path, against, content, edits,'],
  ])('%s %j: what is wrong is told in its own words', async (name, input, expected) => {
    const { document, isError } = await call(old, name, input)
    expect(isError).toBe(true)
    expect(document).toMatchObject({
      ok: false,
      error: { code: 'INVALID_ARGS', message: expect.stringContaining(expected) as string },
    })
  })
})
