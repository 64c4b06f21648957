import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFixtureRepository, createLineParser } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createSourceReader } from '../src/index.ts'
import { allPages, openWorkbench, type Workbench } from './workbench.ts'

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('')
const repository = await createFixtureRepository()
const first = await repository.commitFiles('One', {
  'src/ten.txt': TEN,
  'src/gone.txt': 'was here\n',
  'empty.txt': '',
  'one.txt': 'no newline',
  'crlf.txt': 'a\r\nb\r\n',
  'bom.txt': '\ufefffirst\n',
  'latin1.txt': Uint8Array.from([0x61, 0xe4, 0x0a, 0x62, 0x0a]),
  'binary.bin': Uint8Array.from([1, 0, 2]),
  'long.txt': `short\n${'x'.repeat(500)}\nlast\n`,
  'link.txt': { symlink: 'src/ten.txt' },
  'README.md': '# Title\n',
})
await repository.submodule('vendor/lib', first)
await repository.git('commit', '-qm', 'Two')
await repository.git('update-index', '--refresh')
const bench = openWorkbench(repository.dir)

afterAll(async () => {
  await bench.close()
  await repository.dispose()
})

describe('file', () => {
  it('gives a whole file and says so', async () => {
    expect(await bench.ask({ mode: 'file', target: './src//ten.txt' })).toEqual({
      ok: true,
      mode: 'file',
      target: 'src/ten.txt',
      text: TEN,
      location: { file: 'src/ten.txt', line: 1, end_line: 10 },
      meta: {
        truncated: false,
        token_estimate: Math.ceil(TEN.length / 4),
        preview_degraded: false,
        total_lines: 10,
        at: 'WORKTREE',
        blob: await repository.blobId('HEAD', 'src/ten.txt'),
      },
    })
  })

  it('pages by offset and limit', async () => {
    const page = await bench.ask({ mode: 'file', target: 'src/ten.txt', offset: 3, limit: 2 })
    expect(page).toMatchObject({
      text: 'line 4\nline 5\n',
      location: { line: 4, end_line: 5 },
      meta: { truncated: true, preview_degraded: false, total_lines: 10 },
    })
    const request = { mode: 'file', target: 'src/ten.txt', limit: 4 }
    const next = await bench.ask({ ...request, cursor: page.meta.next_cursor })
    expect(next).toMatchObject({ text: 'line 6\nline 7\nline 8\nline 9\n', location: { line: 6, end_line: 9 } })
    const last = await bench.ask({ ...request, cursor: next.meta.next_cursor })
    expect(last).toMatchObject({ text: 'line 10\n', meta: { truncated: false } })
    expect(last.meta.next_cursor).toBeUndefined()
  })

  it('gives nothing at the end, and refuses what is behind it', async () => {
    expect(await bench.ask({ mode: 'file', target: 'src/ten.txt', offset: 10 })).toMatchObject({
      text: '',
      location: { line: null, end_line: null },
      meta: { truncated: false },
    })
    expect(await bench.errorOf({ mode: 'file', target: 'src/ten.txt', offset: 11 })).toMatchObject({
      code: 'lines_out_of_bounds',
      message: 'offset 11 is past the end: there are 10 lines.',
    })
  })

  it('cuts at whole lines to keep within max_preview_chars, and says so', async () => {
    expect(await bench.ask({ mode: 'file', target: 'src/ten.txt', max_preview_chars: 20 })).toMatchObject({
      text: 'line 1\nline 2\n',
      meta: { truncated: true, preview_degraded: true, degraded_by: ['max_preview_chars'] },
    })
  })

  it('cuts a line only when it is longer than a page', async () => {
    const request = { mode: 'file', target: 'long.txt', max_preview_chars: 200 }
    const { text, pages } = await allPages(bench, request)
    expect(text).toBe(`short\n${'x'.repeat(500)}\nlast\n`)
    expect(pages.map((page) => [page.text?.length, page.location.line, page.location.end_line])).toEqual([
      [6, 1, 1],
      [200, 2, 2],
      [200, 2, 2],
      [106, 2, 3],
    ])
  })

  it('shrinks a limit that is too large', async () => {
    await using small = openWorkbench(repository.dir, { limits: { pageLines: 3 } })
    expect(await small.ask({ mode: 'file', target: 'src/ten.txt', limit: 5 })).toMatchObject({
      text: 'line 1\nline 2\nline 3\n',
      meta: { truncated: true, preview_degraded: true, degraded_by: ['limit'] },
    })
  })

  it('has a hard cap that max_preview_chars cannot lift', async () => {
    await using small = openWorkbench(repository.dir, { limits: { pageChars: 16 } })
    const answer = await small.ask({ mode: 'file', target: 'src/ten.txt', max_preview_chars: 1_000_000 })
    expect(answer).toMatchObject({ text: 'line 1\nline 2\n', meta: { degraded_by: ['max_preview_chars'] } })
  })

  it('gives only meta when asked for no preview', async () => {
    const answer = await bench.ask({ mode: 'file', target: 'src/ten.txt', preview_mode: 'none' })
    expect(answer).not.toHaveProperty('text')
    expect(answer).toMatchObject({ location: { line: 1, end_line: 10 }, meta: { token_estimate: 0, total_lines: 10 } })
  })

  it('pages without a preview like with one', async () => {
    const request = { mode: 'file', target: 'src/ten.txt', preview_mode: 'none', limit: 4 }
    const first = await bench.ask({ ...request, offset: 3 })
    expect(first).toMatchObject({ location: { line: 4, end_line: 7 }, meta: { truncated: true, total_lines: 10 } })
    const { next_cursor: cursor } = first.meta
    expect(await bench.ask({ ...request, cursor })).toMatchObject({ location: { line: 8, end_line: 10 } })
    expect((await bench.ask({ ...request, cursor, preview_mode: 'snippet' })).text).toBe('line 8\nline 9\nline 10\n')
    expect((await bench.ask({ ...request, offset: 6 })).meta).not.toHaveProperty('next_cursor')
  })

  it.each([
    ['empty.txt', '', 0],
    ['one.txt', 'no newline', 1],
    ['crlf.txt', 'a\r\nb\r\n', 2],
    ['bom.txt', '\ufefffirst\n', 1],
  ])('gives %s exactly', async (target, text, lines) => {
    const answer = await bench.ask({ mode: 'file', target })
    expect(answer.text).toBe(text)
    expect(answer.meta.total_lines).toBe(lines)
    expect(answer.meta).not.toHaveProperty('not_utf8')
  })

  it('flags what is not UTF-8', async () => {
    const answer = await bench.ask({ mode: 'file', target: 'latin1.txt' })
    expect(answer).toMatchObject({ text: 'a\ufffd\nb\n', meta: { not_utf8: true, total_lines: 2 } })
  })

  it.each([
    ['binary.bin', 'binary_file', 'binary.bin is binary (3 bytes). Only text can be read.'],
    [
      'link.txt',
      'is_symlink',
      'link.txt is a symbolic link to src/ten.txt. Links are not followed: read the file it leads to.',
    ],
    ['vendor/lib', 'is_submodule', 'vendor/lib is a submodule, a repository of its own. Read inside it.'],
    [
      'vendor/lib/a.c',
      'is_submodule',
      'vendor/lib/a.c is behind vendor/lib, a submodule, a repository of its own. Read inside it.',
    ],
    ['src', 'is_folder', 'src is a folder. Name a file in it, for example src/gone.txt, src/ten.txt.'],
    [
      'src/tne.txt',
      'file_not_found',
      'File not found: src/tne.txt. Does it exist at WORKTREE? Nearest paths: src/gone.txt, src/ten.txt, one.txt',
    ],
    [
      'lib/ten.txt',
      'file_not_found',
      'File not found: lib/ten.txt. Does it exist at WORKTREE? Nearest paths: src/ten.txt',
    ],
  ])('refuses %s', async (target, code, message) => {
    expect(await bench.errorOf({ mode: 'file', target })).toMatchObject({ code, message })
  })

  it('refuses what is too large', async () => {
    await using small = openWorkbench(repository.dir, { limits: { fileBytes: 50 } })
    expect(await small.errorOf({ mode: 'file', target: 'src/ten.txt' })).toMatchObject({
      code: 'file_too_large',
      message: 'src/ten.txt has 71 bytes, more than the 50 that are read.',
      data: { path: 'src/ten.txt', size: 71 },
    })
  })

  it('tells a cursor of other bytes, of another request and of nothing at all', async () => {
    await repository.write({ 'changing.txt': TEN })
    const request = { mode: 'file', target: 'changing.txt', limit: 4 }
    const cursor = (await bench.ask(request)).meta.next_cursor
    expect(await bench.errorOf({ ...request, target: 'src/ten.txt', cursor })).toMatchObject({ code: 'stale_cursor' })
    await repository.write({ 'changing.txt': `more\n${TEN}` })
    expect(await bench.errorOf({ ...request, cursor })).toMatchObject({
      code: 'stale_cursor',
      message:
        'The cursor is from another request, or what it was reading has changed since. Start over without cursor, or with offset=4 to go on at about the same place.',
      data: { cursor, offset: 4 },
    })
    await repository.write({ 'changing.txt': TEN })
    expect((await bench.ask({ ...request, cursor })).text).toContain('line 5\n')
    const forged = cursor!.replace('c1.4.0', 'c1.400.0')
    for (const wrong of ['x', 'c1.1.1', forged, cursor!.replace('.0.', '.90.')]) {
      expect(await bench.errorOf({ ...request, cursor: wrong })).toMatchObject({
        code: 'INVALID_ARGS',
        message: `cursor must be meta.next_cursor of a read; got ${JSON.stringify(wrong)}.`,
      })
    }
    await repository.remove('changing.txt')
  })

  it('reads what is committed where there is no working tree', async () => {
    await using bare = await createFixtureRepository({ bare: true })
    await using inBare = openWorkbench(bare.dir)
    expect(await inBare.errorOf({ mode: 'file', target: 'a' })).toMatchObject({
      code: 'revision_not_found',
      message: 'HEAD names no commit: nothing is committed yet.',
    })
    await bare.commitFiles('One', { 'a.txt': 'one\n' })
    expect(await inBare.ask({ mode: 'file', target: 'a.txt' })).toMatchObject({ text: 'one\n', meta: { at: 'HEAD' } })
    const preview = { mode: 'diff_preview', target: 'a.txt', content: 'two\n' }
    expect((await inBare.ask(preview)).meta).toMatchObject({ against: 'HEAD', added_lines: 1, removed_lines: 1 })
    expect((await inBare.errorOf({ ...preview, against: 'WORKTREE' })).code).toBe('unsupported')
  })
})

describe('snippet', () => {
  const ask = (more: object): ReturnType<Workbench['ask']> =>
    bench.ask({ mode: 'snippet', target: 'src/ten.txt', ...more })

  it('gives lines, both ends included', async () => {
    expect(await ask({ start_line: 3, end_line: 4 })).toMatchObject({
      text: 'line 3\nline 4\n',
      location: { line: 3, end_line: 4 },
      meta: { total_lines: 2, truncated: false },
    })
    expect((await ask({ start_line: 10 })).text).toBe('line 10\n')
  })

  it('adds lines around, as far as there are any', async () => {
    expect(await ask({ start_line: 2, context_lines: 3 })).toMatchObject({ location: { line: 1, end_line: 5 } })
    expect(await ask({ start_line: 9, context_lines: 3 })).toMatchObject({ location: { line: 6, end_line: 10 } })
  })

  it('ends with the file, and says so', async () => {
    expect(await ask({ start_line: 9, end_line: 99 })).toMatchObject({
      text: 'line 9\nline 10\n',
      meta: { end_line_clamped: true },
    })
    expect((await ask({ start_line: 9, end_line: 10, context_lines: 5 })).meta).not.toHaveProperty('end_line_clamped')
  })

  it('refuses to begin behind the file', async () => {
    expect(await bench.errorOf({ mode: 'snippet', target: 'src/ten.txt', start_line: 11 })).toMatchObject({
      code: 'lines_out_of_bounds',
      message: 'start_line 11 is past the end: src/ten.txt has 10 lines.',
    })
    expect(await bench.errorOf({ mode: 'snippet', target: 'empty.txt', start_line: 1 })).toMatchObject({
      code: 'lines_out_of_bounds',
      message: 'start_line 1 is past the end: empty.txt has 0 lines.',
    })
  })

  it('is paged like a file', async () => {
    const request = { mode: 'snippet', target: 'src/ten.txt', start_line: 2, end_line: 8, limit: 3 }
    const { text, pages } = await allPages(bench, request)
    expect(text).toBe(TEN.split('\n').slice(1, 8).join('\n') + '\n')
    expect(pages.map(({ location }) => [location.line, location.end_line])).toEqual([
      [2, 4],
      [5, 7],
      [8, 8],
    ])
  })
})

describe('diff_preview', () => {
  it('shows what is not committed', async () => {
    await repository.write({ 'src/ten.txt': TEN.replace('line 5\n', 'line five\n') })
    const answer = await bench.ask({ mode: 'diff_preview', target: 'src/ten.txt' })
    expect(answer).toMatchObject({
      text: await gitDiff('src/ten.txt'),
      location: { file: 'src/ten.txt', line: 5, end_line: 5 },
      meta: {
        at: 'WORKTREE',
        against: 'HEAD',
        against_commit: await repository.head(),
        compared: 'current',
        changed: true,
        added_lines: 1,
        removed_lines: 1,
      },
    })
    await repository.git('add', 'src/ten.txt')
    const staged = await bench.ask({ mode: 'diff_preview', target: 'src/ten.txt', against: 'INDEX' })
    expect(staged).toMatchObject({ text: '', location: { line: null }, meta: { changed: false, against: 'INDEX' } })
    expect(staged.meta).not.toHaveProperty('against_commit')
    await repository.git('reset', '-q', '--hard')
  })

  it('compares with any commit', async () => {
    await repository.write({ 'src/ten.txt': `${TEN}line 11\n` })
    for (const against of [`commit:${first}`, 'commit:HEAD~1', `commit:${first.slice(0, 8)}`, 'commit:main']) {
      const { meta } = await bench.ask({ mode: 'diff_preview', target: 'src/ten.txt', against })
      expect(meta).toMatchObject({ against, added_lines: 1, removed_lines: 0 })
    }
    expect(
      await bench.errorOf({ mode: 'diff_preview', target: 'src/ten.txt', against: 'commit:nowhere' }),
    ).toMatchObject({
      code: 'revision_not_found',
      message: 'No commit is called "nowhere". Give a branch, a tag or a commit id.',
    })
    await repository.git('reset', '-q', '--hard')
  })

  it('previews content without writing it', async () => {
    const content = TEN.replace('line 1\n', '')
    const answer = await bench.ask({ mode: 'diff_preview', target: 'src/ten.txt', content })
    expect(answer).toMatchObject({
      text: '--- a/src/ten.txt\n+++ b/src/ten.txt\n@@ -1,4 +1,3 @@\n-line 1\n line 2\n line 3\n line 4\n',
      meta: { against: 'WORKTREE', compared: 'content', added_lines: 0, removed_lines: 1 },
    })
    expect(await repository.git('status', '--porcelain', '--ignore-submodules')).toBe('')
  })

  it('previews a file that is not there yet, and one that would go empty', async () => {
    expect(await bench.ask({ mode: 'diff_preview', target: 'src/new.txt', content: 'a\nb' })).toMatchObject({
      text: '--- /dev/null\n+++ b/src/new.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n',
      location: { line: 1, end_line: 2 },
    })
    expect(await bench.ask({ mode: 'diff_preview', target: 'one.txt', content: '' })).toMatchObject({
      text: '--- a/one.txt\n+++ b/one.txt\n@@ -1,1 +0,0 @@\n-no newline\n\\ No newline at end of file\n',
      location: { line: null, end_line: null },
    })
  })

  it('shows a file that was removed', async () => {
    await repository.remove('src/gone.txt')
    expect(await bench.ask({ mode: 'diff_preview', target: 'src/gone.txt' })).toMatchObject({
      text: '--- a/src/gone.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-was here\n',
      location: { line: null, end_line: null },
      meta: { added_lines: 0, removed_lines: 1 },
    })
    await repository.git('reset', '-q', '--hard')
  })

  it('applies edits one after the other to the file as it is', async () => {
    const edits = [
      { old_text: 'line 2\n', new_text: 'two\n' },
      { old_text: 'two\nline 3', new_text: 'two\nthree' },
    ]
    const answer = await bench.ask({ mode: 'diff_preview', target: 'src/ten.txt', edits })
    expect(answer.text).toContain('-line 2\n-line 3\n+two\n+three\n')
    await repository.write({ 'src/ten.txt': `zero\n${TEN}` })
    const against = await bench.ask({ mode: 'diff_preview', target: 'src/ten.txt', edits, against: 'HEAD' })
    expect(against.text).toContain('+zero\n line 1\n-line 2\n-line 3\n+two\n+three\n')
    await repository.git('reset', '-q', '--hard')
  })

  it.each([
    [
      'src/ten.txt',
      [{ old_text: 'line 1', new_text: '' }],
      'ambiguous_edit',
      'edits[0].old_text stands in src/ten.txt more than once, on lines 1 and 10. Add lines around it until it stands there once.',
    ],
    [
      'src/ten.txt',
      [{ old_text: 'line  2', new_text: '' }],
      'edit_not_found',
      'edits[0].old_text does not stand in src/ten.txt: "line  2". It has to be equal to the last character, white space included.',
    ],
    [
      'src/ten.txt',
      [
        { old_text: 'line 2\n', new_text: '' },
        { old_text: 'line 2\n', new_text: '' },
      ],
      'edit_not_found',
      'edits[1].old_text does not stand in src/ten.txt after the edits before it: "line 2\\n". It has to be equal to the last character, white space included.',
    ],
    [
      'crlf.txt',
      [{ old_text: 'a\nb', new_text: 'c' }],
      'edit_not_found',
      'edits[0].old_text does not stand in crlf.txt: "a\\nb". The file has CRLF line endings: write \\r\\n.',
    ],
    [
      'binary.bin',
      [{ old_text: 'a', new_text: 'c' }],
      'binary_file',
      'binary.bin is binary (3 bytes). Only text can be edited.',
    ],
  ])('refuses an edit of %s that does not fit: %j', async (target, edits, code, message) => {
    expect(await bench.errorOf({ mode: 'diff_preview', target, edits })).toMatchObject({ code, message })
  })

  it('refuses what is nowhere, and edits of what is not there', async () => {
    const edits = [{ old_text: 'a', new_text: 'b' }]
    expect((await bench.errorOf({ mode: 'diff_preview', target: 'nowhere' })).code).toBe('file_not_found')
    expect((await bench.errorOf({ mode: 'diff_preview', target: 'nowhere', edits })).code).toBe('file_not_found')
    expect((await bench.errorOf({ mode: 'diff_preview', target: 'src', content: '' })).code).toBe('is_folder')
    expect(await bench.errorOf({ mode: 'diff_preview', target: 'README.md/a', content: '' })).toMatchObject({
      code: 'file_not_found',
      message: 'File not found: README.md/a: README.md is a file, not a folder.',
    })
  })

  it('says that binary files differ', async () => {
    const request = { mode: 'diff_preview', target: 'binary.bin' }
    expect(await bench.ask(request)).toMatchObject({ text: '', meta: { binary: true, changed: false } })
    await writeFile(join(repository.dir, 'binary.bin'), Uint8Array.from([1, 0, 3]))
    expect(await bench.ask(request)).toMatchObject({
      text: 'Binary files a/binary.bin and b/binary.bin differ\n',
      location: { line: null, end_line: null },
      meta: { binary: true, changed: true, added_lines: 0 },
    })
    await repository.git('reset', '-q', '--hard')
  })

  it('stops looking for the shortest diff, and says so', async () => {
    await using small = openWorkbench(repository.dir, { limits: { diffEdits: 2, diffBytes: 1_000 } })
    const content = TEN.replace('line 3', 'three').replace('line 7', 'seven')
    const answer = await small.ask({ mode: 'diff_preview', target: 'src/ten.txt', content })
    expect(answer.meta).toMatchObject({
      preview_degraded: true,
      degraded_by: ['diff'],
      added_lines: 5,
      removed_lines: 5,
    })
    expect(answer.location).toMatchObject({ line: 3, end_line: 7 })
    expect(
      await small.errorOf({ mode: 'diff_preview', target: 'src/ten.txt', content: 'x'.repeat(2000) }),
    ).toMatchObject({
      code: 'file_too_large',
      message: 'The two sides of src/ten.txt have 2071 bytes, more than the 1000 that are compared.',
    })
  })

  it('is paged by lines of the diff', async () => {
    const content = TEN.replaceAll('line', 'row')
    const request = { mode: 'diff_preview', target: 'src/ten.txt', content, limit: 6 }
    const whole = await bench.ask({ ...request, limit: 100 })
    const { text, pages } = await allPages(bench, request)
    expect(text).toBe(whole.text)
    expect(pages).toHaveLength(4)
    expect(await bench.errorOf({ ...request, content: TEN, cursor: pages[0]!.meta.next_cursor })).toMatchObject({
      code: 'stale_cursor',
    })
  })

  /** The diff from the `---` line on, as real git prints it. */
  async function gitDiff(path: string): Promise<string> {
    const diff = await repository.git('diff', '--no-ext-diff', 'HEAD', '--', path)
    return diff.slice(diff.indexOf('--- ')).replace(/^(@@ .*? @@).*$/gm, '$1') + '\n'
  }
})

describe('every read', () => {
  it('can be aborted', async () => {
    const reader = createSourceReader({ git: bench.git, ast: bench.ast })
    const signal = AbortSignal.abort()
    const requests = [
      { mode: 'file', target: 'src/ten.txt' },
      { mode: 'symbol', target: 'x' },
      { mode: 'snippet', target: 'src/ten.txt', start_line: 1 },
      { mode: 'diff_preview', target: 'src/ten.txt' },
    ]
    for (const request of requests) {
      expect((await reader.read(request, { signal }))._unsafeUnwrapErr().code).toBe('aborted')
    }
  })

  it('turns what a seam throws into an error', async () => {
    const git = { ...bench.git, describe: () => { throw new Error('broken seam') } } // prettier-ignore
    const reader = createSourceReader({ git, ast: createLineParser() })
    expect((await reader.read({ mode: 'file', target: 'a' }))._unsafeUnwrapErr()).toMatchObject({
      code: 'internal_error',
      message: 'The git backend git-cli failed in describe: broken seam.',
    })
  })

  it('survives a request that throws when it is looked at', async () => {
    const request = { mode: 'file', get target() { throw new Error('no target') } } // prettier-ignore
    expect((await bench.errorOf(request)).code).toBe('internal_error')
  })

  it('stays out of a submodule that is only staged', async () => {
    await repository.submodule('staged/lib', first)
    await repository.write({ 'staged/lib/inner.c': 'int x;\n', 'staged/own.c': 'int y;\n' })
    expect((await bench.errorOf({ mode: 'file', target: 'staged/lib/inner.c' })).code).toBe('is_submodule')
    expect((await bench.ask({ mode: 'file', target: 'staged/own.c' })).text).toBe('int y;\n')
    await repository.remove('staged')
    await repository.git('reset', '-q', '--hard')
  })

  it('counts tokens with the counter it is given', async () => {
    const tokens = { name: 'letters', count: (text: string) => text.length }
    const reader = createSourceReader({ git: bench.git, ast: bench.ast, tokens })
    const answer = await reader.read({ mode: 'file', target: 'one.txt' })
    expect(answer._unsafeUnwrap().meta.token_estimate).toBe('no newline'.length)
  })
})
