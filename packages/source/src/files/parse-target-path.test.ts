import { describe, expect, it } from 'vitest'
import { parseTargetPath } from './parse-target-path.ts'

function parse(text: string): string {
  return parseTargetPath(text).match(
    (path) => path,
    (error) => error.message,
  )
}

describe('parseTargetPath', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts/', 'src/a.ts'],
    ['.gitignore', '.gitignore'],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
    ['a..b/..c/d..', 'a..b/..c/d..'],
    ['[...slug].tsx', '[...slug].tsx'],
    ['with space/ü/ファイル.ts', 'with space/ü/ファイル.ts'],
    ['new\nline', 'new\nline'],
    ['Foo::Bar.3pm', 'Foo::Bar.3pm'],
    ['-dash', '-dash'],
    [':(glob)**', ':(glob)**'],
    ['family-👨‍👩‍👧.png', 'family-👨‍👩‍👧.png'],
    ['~/notes', '~/notes'],
    ['%2e%2e/a', '%2e%2e/a'],
    ['trailing space ', 'trailing space '],
  ])('takes %j', (text, path) => {
    expect(parse(text)).toBe(path)
  })

  it.each([
    ['..', 'it holds `..`, or what may be taken for it'],
    ['a/../b', 'it holds `..`, or what may be taken for it'],
    ['/a', 'it is absolute'],
    ['C:a', 'it names a drive'],
    ['file:///a', 'it is a URL'],
    ['a\\b', 'it holds `\\`'],
    ['a\0b', 'it holds a NUL character'],
    ['a\udfff', 'it holds half of a surrogate pair'],
    ['.git/config', "it leads into git's own folder"],
    ['a/. /b', 'it holds a name of dots and spaces'],
    ['a/b:$DATA', 'it names a stream of a file'],
    ['\u200b/etc', 'it looks absolute'],
    ['Ｃ:/a', 'it looks like a drive'],
    ['a/\u200b./b', 'it holds what may be taken for `.`'],
    ['./', 'it names no file'],
    ['x/'.repeat(300), 'it has more than 250 folders'],
    ['x'.repeat(5000), 'it has more than 4096 characters'],
  ])('refuses %j', (text, reason) => {
    expect(parse(text)).toMatch(
      /^Not a path in the repository: .*\. Write it relative to the repository root, with `\/`\.$/s,
    )
    expect(parse(text)).toContain(`: ${reason}. `)
  })
})
