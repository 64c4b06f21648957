import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePatch } from './parse-patch.ts'

function touched(...lines: readonly string[]) {
  return parsePatch(['--- a/f', '+++ b/f', ...lines].join('\n'))._unsafeUnwrap()[0]?.touched
}

describe('parsePatch', () => {
  it('takes changed and deleted lines at the old file', () => {
    expect(touched('@@ -10,5 +10,4 @@ f', ' a', '-b', '-c', '+d', ' e', ' f')).toEqual([{ start: 11, end: 12 }])
  })

  it('puts lines that only come in at the line before', () => {
    expect(touched('@@ -10,2 +10,4 @@', ' a', '+b', '+c', ' d')).toEqual([{ start: 10, end: 10 }])
    expect(touched('@@ -7,0 +8,2 @@', '+b', '+c')).toEqual([{ start: 7, end: 7 }])
    expect(touched('@@ -0,0 +1 @@', '+b')).toEqual([])
    expect(touched('@@ -1 +1,2 @@', '+b', ' a')).toEqual([])
  })

  it('reads a patch that was trimmed', () => {
    expect(touched('@@ -4,4 +4,3 @@', ' a', '-b', ' c')).toEqual([{ start: 5, end: 5 }])
  })

  it('knows one run of changes from two', () => {
    expect(touched('@@ -1,5 +1,4 @@', '-a', ' b', ' c', '-d', '+e', ' f')).toEqual([
      { start: 1, end: 1 },
      { start: 4, end: 4 },
    ])
    expect(touched('@@ -1,3 +1,3 @@', '+x', '-a', '+y', ' b', '-c', '\\ No newline at end of file', '+c')).toEqual([
      { start: 1, end: 1 },
      { start: 3, end: 3 },
    ])
  })

  it('reads lines of code that look like headers', () => {
    expect(touched('@@ -1,3 +1,2 @@', ' a', '--- a/x', '-++ b/x', '+@@ -1 +1 @@')).toEqual([{ start: 2, end: 3 }])
  })

  it('tells added, deleted, renamed, copied and binary files', () => {
    const patch = [
      'diff --git a/new b/new',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/new',
      '@@ -0,0 +1 @@',
      '+a',
      'diff --git a/gone b/gone',
      'deleted file mode 100644',
      '--- a/gone',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-a',
      'diff --git a/old name b/new name',
      'similarity index 100%',
      'rename from old name',
      'rename to new name',
      'diff --git a/from b/to',
      'copy from from',
      'copy to to',
      'diff --git a/p.png b/p.png',
      'Binary files a/p.png and b/p.png differ',
      'diff --git "a/\\303\\244 \\"" "b/\\303\\244 \\""',
      'old mode 100644',
      'new mode 100755',
      '--',
      '2.39.5',
    ].join('\n')
    expect(parsePatch(patch)._unsafeUnwrap()).toEqual([
      { newPath: 'new', touched: [] },
      { oldPath: 'gone', touched: [{ start: 1, end: 1 }] },
      { oldPath: 'old name', newPath: 'new name', touched: [] },
      { newPath: 'to', touched: [] },
      { oldPath: 'p.png', newPath: 'p.png', touched: [] },
      { oldPath: 'ä "', newPath: 'ä "', touched: [] },
    ])
  })

  it('reads what diff -u writes', () => {
    const patch = '--- x/f.c\t2024-01-01 00:00:00\n+++ x/f.c\t2024-01-02 00:00:00\n@@ -2 +2 @@\n-a\n+b\n'
    const two = parsePatch(patch + patch.replaceAll('f.c', 'g.c'))._unsafeUnwrap()
    expect(two.map(({ oldPath, touched }) => [oldPath, touched])).toEqual([
      ['x/f.c', [{ start: 2, end: 2 }]],
      ['x/g.c', [{ start: 2, end: 2 }]],
    ])
  })

  it.each([
    ['', 1],
    ['just words', 1],
    ['--- a/f\n+++ b/f\n@@ -1,3 +1 @@\n-a', 3],
    ['--- a/f\n+++ b/f\n@@ -1,9 +1,8 @@\n-a', 3],
    ['--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n-b\n+c\n', 3],
    ['--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n?b', 3],
  ])('refuses %j', (patch, line) => {
    expect(parsePatch(patch)._unsafeUnwrapErr()).toMatchObject({ code: 'invalid_patch', data: { line } })
  })

  it('never throws', () => {
    const line = fc.constantFrom(
      '--- a/f',
      '+++ b/f',
      '@@ -1,2 +3 @@',
      '-a',
      '+a',
      ' a',
      '',
      'diff --git a/f b/f',
      '\\ x',
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        parsePatch(lines.join('\n')).isOk()
      }),
    )
  })
})
