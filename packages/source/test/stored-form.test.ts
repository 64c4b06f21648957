import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkbench, type Workbench } from './workbench.ts'

/*
 * The working tree is compared in the form that git stores: files that `git diff` calls unchanged are unchanged here.
 */
let repository: FixtureRepository
let bench: Workbench

beforeEach(async () => {
  repository = await createFixtureRepository()
  bench = openWorkbench(repository.dir)
})

afterEach(async () => {
  await bench.close()
  await repository.dispose()
})

const preview = (target: string, more: object = {}): ReturnType<Workbench['ask']> =>
  bench.ask({ mode: 'diff_preview', target, ...more })

/** Removes all files from the working tree and checks them out again, according to attributes and configuration. */
async function checkOutAgain(): Promise<void> {
  await repository.git('rm', '-rq', '--cached', '.')
  await repository.git('reset', '-q', '--hard')
  expect(await repository.git('status', '--porcelain')).toBe('')
}

describe('a clean tree has no change', () => {
  it.each([
    ['eol=crlf', '*.txt text eol=crlf\n', 'a\r\nb\r\n'],
    ['another encoding', '*.txt text working-tree-encoding=UTF-16LE\n', Buffer.from('a\nb\n', 'utf16le').toString()],
    ['a filter', '*.txt filter=shift\n', 'b\nc\n'],
  ])('under %s', async (_name, attributes, checkedOut) => {
    await repository.git('config', 'filter.shift.clean', 'tr b-z a-y')
    await repository.git('config', 'filter.shift.smudge', 'tr a-y b-z')
    await repository.commitFiles('One', { 'a.txt': 'a\nb\n' })
    await repository.write({ '.gitattributes': attributes })
    await repository.git('add', '.gitattributes')
    await repository.git('commit', '-qm', 'Two')
    await checkOutAgain()
    for (const against of ['HEAD', 'INDEX', 'WORKTREE', 'commit:HEAD~1']) {
      expect(await preview('a.txt', { against })).toMatchObject({ text: '', meta: { changed: false, added_lines: 0 } })
    }
    expect((await preview('a.txt', { content: checkedOut, against: 'HEAD' })).meta.changed).toBe(false)
  })

  it('where a file was committed with CRLF, which text=auto leaves alone', async () => {
    await repository.commitFiles('One', { 'a.txt': 'a\r\nb\r\n' })
    await repository.git('config', 'core.autocrlf', 'true')
    expect((await preview('a.txt')).meta.changed).toBe(false)
    await repository.write({ 'a.txt': 'a\r\nc\r\n' })
    const { text, meta } = await preview('a.txt')
    expect(text).toContain(' a\r\n-b\r\n+c\r\n')
    expect(meta).toMatchObject({ added_lines: 1, removed_lines: 1 })
  })
})

it('shows of a change under eol=crlf what git shows', async () => {
  await repository.commitFiles('One', { '.gitattributes': '*.txt text eol=crlf\n', 'a.txt': 'a\nb\nc\n' })
  await checkOutAgain()
  expect((await bench.ask({ mode: 'file', target: 'a.txt' })).text).toBe('a\r\nb\r\nc\r\n')
  const edits = [{ old_text: 'b\r\n', new_text: 'B\r\n' }]
  for (const against of ['HEAD', 'INDEX', 'WORKTREE']) {
    const { text, meta } = await preview('a.txt', { edits, against })
    expect(text).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n')
    expect(meta).toMatchObject({ changed: true, added_lines: 1, removed_lines: 1 })
  }
  expect((await preview('a.txt', { content: 'a\nb\nc\n' })).meta.changed).toBe(false)
  await repository.write({ 'a.txt': 'a\r\nB\r\nc\r\n' })
  const diff = await repository.git('diff', 'HEAD', '--', 'a.txt')
  expect((await preview('a.txt')).text).toBe(`${diff.slice(diff.indexOf('--- '))}\n`)
  expect((await preview('a.txt', { against: 'INDEX' })).text).toContain('-b\n+B\n')
})

describe('bytes that are not UTF-8', () => {
  const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))

  it('are a change when they differ', async () => {
    await repository.commitFiles('One', { 'a.txt': latin1('x\n\xe4\ny\n') })
    await repository.write({ 'a.txt': latin1('x\n\xf6\ny\n') })
    expect(await preview('a.txt')).toMatchObject({
      text: '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n x\n-\ufffd\n+\ufffd\n y\n',
      location: { line: 2, end_line: 2 },
      meta: { changed: true, added_lines: 1, removed_lines: 1, not_utf8: true },
    })
  })

  it('stay as they are around an edit, and beside what is UTF-8', async () => {
    await repository.commitFiles('One', { 'ünï.txt': latin1('\xe4\nb\n\xe4\n') })
    const edits = [{ old_text: 'b', new_text: 'ß→' }]
    expect((await preview('ünï.txt', { edits })).text).toBe(
      String.raw`--- "a/\303\274n\303\257.txt"` +
        '\n' +
        String.raw`+++ "b/\303\274n\303\257.txt"` +
        '\n@@ -1,3 +1,3 @@\n \ufffd\n-b\n+ß→\n \ufffd\n',
    )
    const wrong = [{ old_text: '\ufffd\nb', new_text: '' }]
    expect(await bench.errorOf({ mode: 'diff_preview', target: 'ünï.txt', edits: wrong })).toMatchObject({
      code: 'edit_not_found',
      message: expect.stringContaining('A \ufffd may stand for bytes that are not UTF-8') as string,
    })
  })
})

it.each(['cli', 'isomorphic'] as const)(
  'refuses to compare with the index of a bare repository (%s)',
  async (backend) => {
    await using bare = await createFixtureRepository({ bare: true })
    await bare.commitFiles('One', { 'a.txt': 'one\n' })
    await using inBare = openWorkbench(bare.dir, { backend })
    for (const against of ['INDEX', 'WORKTREE']) {
      for (const more of [{}, { content: 'two\n' }]) {
        expect(await inBare.errorOf({ mode: 'diff_preview', target: 'a.txt', against, ...more })).toMatchObject({
          code: 'unsupported',
          message: `A bare repository has no ${against === 'INDEX' ? 'index' : 'working tree'}. Compare with HEAD or commit:<rev>.`,
        })
      }
    }
  },
)
