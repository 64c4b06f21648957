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
