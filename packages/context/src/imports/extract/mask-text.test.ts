import { processorTime } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskText } from './mask-text.ts'
import * as syntax from './text-syntax.ts'

const SYNTAXES = Object.entries(syntax)

describe('a masked text', () => {
  it('has no comments and only the quotes of strings', () => {
    expect(maskText('a "b\\"c" // d\ne', syntax.javascript)).toBe('a "\0\0\0\0"     \ne')
    expect(maskText("x = '''a\nb''' # c", syntax.python)).toBe("x = '''\0\n\0'''    ")
  })

  it('has the length and the lines of the text, whatever the text is', () => {
    const pieces = fc.constantFrom(
      ...[
        '"',
        "'",
        '`',
        '/',
        '*',
        '/*',
        '*/',
        '//',
        '#',
        '\\',
        '\n',
        '\r\n',
        '${',
        '{',
        '}',
        '"""',
        "'''",
        'r#"',
        '"#',
      ],
      ...['<<EOF', 'EOF', '@"', 'R"x(', ')x"', '?>', '<?', '=begin', '=end', 'a', ' ', 'use b;'],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), fc.constantFrom(...SYNTAXES), (parts, [, language]) => {
        const text = parts.join('')
        const masked = maskText(text, language)
        expect(masked.length).toBe(text.length)
        expect(masked.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(SYNTAXES)('takes linear time in %s for openers that nothing closes', (_name, language) => {
    for (const opener of ['"', "'", '`', '/*', '/', '<<EOF\n', '@"', 'R"x(', 'r#"', '"""', '${', '{`']) {
      const text = opener.repeat(50_000)
      expect(
        processorTime(() => maskText(text, language)),
        opener,
      ).toBeLessThan(1000)
    }
  })
})
