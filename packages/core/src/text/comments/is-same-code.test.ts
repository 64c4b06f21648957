import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeLines } from './code-lines.ts'
import { isSameCode } from './is-same-code.ts'

const differ = (path: string, before: string, after: string): boolean =>
  !isSameCode(codeLines(path, before), codeLines(path, after))

describe('a change of blanks and comments alone', () => {
  it.each<[string, string, string]>([
    ['a.ts', 'const a = 1', '  const  a=1 // one'],
    ['a.ts', 'f(a, b)', 'f( a,b )  '],
    ['a.ts', 'f()', '/* why\n so */\nf()\n\n'],
    ['a.ts', '// old words', '// new words'],
    ['a.ts', 'f()\r\ng()', 'f()\ng()'],
    ['a.rs', "fn f<'a>(x: &'a str) {}", "fn f<'a>( x: &'a str ) {} // x"],
    ['a.py', 'x = f(1)  # one', 'x=f(1)'],
    ['a.py', 'def f():\n    """Old."""\n    pass', 'def f():\n    """New."""\n\n    pass'],
    ['a.sh', 'a=b', '  a=b # c'],
    ['a.css', '.a .b { c: d }', '  .a  .b { c: d } /* e */'],
    ['a.c', '#define f (x)', '#define f (x) /* y */'],
    ['a.txt', 'words', 'words  \n'],
  ])('%s: %j is %j', (path, before, after) => {
    expect(differ(path, before, after)).toBe(false)
    expect(differ(path, after, before)).toBe(false)
  })

  it.each<[string, string, string]>([
    ['a.ts', 'const a = 1', 'const a = 2'],
    ['a.ts', 'const a', 'consta'],
    ['a.ts', 'a + +b', 'a ++b'],
    ['a.ts', "f('a b')", "f('ab')"],
    ['a.ts', 'f(`a\n\nb`)', 'f(`a\nb`)'],
    ['a.ts', 'return a', 'return\na'],
    ['a.ts', "f('// a')", "f('// b')"],
    ['a.ts', 'f()', '// f()'],
    ['a.py', 'if a:\n    b()\nc()', 'if a:\n    b()\n    c()'],
    ['a.py', 's = """a"""', 's = """b"""'],
    ['Makefile', 'all:\n\techo', 'all:\n    echo'],
    ['a.sh', 'a=b', 'a = b'],
    ['a.css', '.a .b {}', '.a.b {}'],
    ['a.c', '#define f (x)', '#define f(x)'],
    ['a.txt', '  words', 'words'],
    ['a.txt', '// a', '// b'],
  ])('%s: %j is not %j', (path, before, after) => {
    expect(differ(path, before, after)).toBe(true)
    expect(differ(path, after, before)).toBe(true)
  })

  it('leaves a line of code for each line of any text', () => {
    const piece = fc.constantFrom('//', '/*', '*/', '"', "'", '`', '\n', '#', '"""', 'a', ' ', 'r#"', '/', '<!--', '--')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom('a.js', 'a.py', 'a.rs', 'a.go', 'a.sh', 'a.html', 'a.hs', 'a'),
        (pieces, path) => {
          const text = pieces.join('')
          expect(codeLines(path, text)).toHaveLength(text.split('\n').length)
          expect(differ(path, text, `\n\n${text}`)).toBe(false)
        },
      ),
    )
  })
})
