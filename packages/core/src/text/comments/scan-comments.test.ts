import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentSyntax } from './comment-syntax.ts'
import { scanComments } from './scan-comments.ts'

function commentsOf(path: string, text: string): readonly string[] {
  const syntax = commentSyntax(path)
  return syntax === undefined ? [] : scanComments(text, syntax).map((comment) => comment.text.join('|').trim())
}

describe('comments of a text', () => {
  it.each<[string, string, readonly string[]]>([
    ['a.js', 'f("// no", \'/* no */\', `// no`) // yes', ['yes']],
    ['a.js', 'x = a.replace(/\\/\\/ "/g, b) // yes', ['yes']],
    ['a.ts', '// one\n// two\n\n// three', ['one|two', 'three']],
    ['a.ts', '/**\n * one\n * two\n */\nf()', ['|one|two|']],
    ['a.js', 'const s = "it\\"s // no" // yes', ['yes']],
    ['a.go', 's := `// no\n// no`\n// yes', ['yes']],
    ['a.rs', 'fn f<\'a>(x: &\'a str) { \'"\' } // yes\nr#"// no"#;\n"// no\n// no" /// doc', ['yes', 'doc']],
    ['a.py', 's = "# no"\nt = """\n# no\n"""\ndef f():\n    """Yes."""\n    # too', ['Yes.', 'too']],
    ['a.sh', '#!/bin/sh\necho a#b # yes', ['yes']],
    ['a.yml', 'a: "# no"\n# yes', ['yes']],
    ['a.html', '<!-- yes -->\n<p>// no</p>', ['yes']],
    ['a.sql', "select '-- no' -- yes", ['yes']],
    ['a.txt', '// no', []],
    ['Makefile', '# yes', ['yes']],
  ])('%s: %j', (path, text, expected) => {
    expect(commentsOf(path, text)).toEqual(expected)
  })

  it('may have any number of spaces and marks', () => {
    const blank = ' '.repeat(300_000)
    const stars = '*'.repeat(300_000)
    expect(commentsOf('a.js', `// a${blank}b`)).toEqual([`a${blank}b`])
    expect(commentsOf('a.js', `// a${blank}*/${blank}`)).toEqual(['a'])
    expect(commentsOf('a.js', `// a${stars}b`)).toEqual([`a${stars}b`])
  })

  it('are no docstrings after any number of blank lines', () => {
    const texts = `y${'\n'.repeat(390)}y"""a"""\n`.repeat(4000)
    expect(commentsOf('a.py', texts)).toEqual([])
  })

  it.each([
    ['"""a"""', true],
    ['\n  r"""a"""', true],
    ['x\n\n"""a"""', true],
    ['def f():\n  """a"""', true],
    ['def f(): # why\n  """a"""', true],
    ['x = 1\n"""a"""', false],
    ['x = """a"""', false],
    ['f(\n"""a"""', false],
  ])('of Python are statements of their own: %j', (text, isComment) => {
    expect(commentsOf('a.py', text).includes('a')).toBe(isComment)
  })

  it('are found in any text, within its lines and in order', () => {
    const piece = fc.constantFrom(
      '//',
      '/*',
      '*/',
      '"',
      "'",
      '`',
      '\\',
      '\n',
      '#',
      '"""',
      'a',
      ' ',
      'r#"',
      '/',
      '[',
      '<!--',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom('a.js', 'a.py', 'a.rs', 'a.go', 'a.sh', 'a.html'),
        (pieces, path) => {
          const text = pieces.join('')
          const syntax = commentSyntax(path)
          const lines = text.split('\n').length
          let end = 0
          for (const comment of syntax === undefined ? [] : scanComments(text, syntax)) {
            expect(comment.start).toBeGreaterThanOrEqual(Math.max(1, end))
            expect(comment.end).toBeGreaterThanOrEqual(comment.start)
            expect(comment.end).toBeLessThanOrEqual(lines)
            end = comment.end
          }
        },
      ),
    )
  })
})
