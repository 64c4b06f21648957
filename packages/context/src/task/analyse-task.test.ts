import { anyCodePoint, processorTime, taskArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseTask } from './analyse-task.ts'
import { knownConcepts } from './known-concepts.ts'
import { queryTerms } from './query-terms.ts'

describe('paths of a task', () => {
  it.each([
    ['See src/auth/handler.ts for it.', 'src/auth/handler.ts'],
    ['`./lib/view.js` is wrong', './lib/view.js'],
    ['components/Auth.tsx, at the top', 'components/Auth.tsx'],
    ['rename auth.py', 'auth.py'],
    ['ümläut.ts and src/größe.ts fail', 'ümläut.ts'],
    ['ümläut.ts and src/größe.ts fail', 'src/größe.ts'],
    ['请修改src/config.ts文件', 'src/config.ts'],
    ['在config.ts中', 'config.ts'],
    ['the file .eslintrc.js', '.eslintrc.js'],
    ['--config=../tools/lint.yml', '../tools/lint.yml'],
    ['in *.test.js or index.ts', 'index.ts'],
    ['(tests/test_basic.py)', 'tests/test_basic.py'],
    ['**src/flask/wrappers.py** and *lib/a.js*', 'src/flask/wrappers.py'],
    ['**src/flask/wrappers.py** and *lib/a.js*', 'lib/a.js'],
    ['[handler](https://github.com/o/r/blob/main/src/handler.go#L12-L20)', 'src/handler.go'],
    ['node_modules/@scope/pkg/lib/a.js breaks', 'node_modules/@scope/pkg/lib/a.js'],
  ])('of "%s" hold %s', (task, path) => {
    expect(analyseTask(task).file_hints).toContain(path)
  })

  it('are not those of hidden comments', () => {
    const { file_hints: hints, symbol_hints: symbols } = analyseTask(
      'Ignore equal entries\n\n<!-- Before filing read CONTRIBUTING.md and src/mod3.ts and try helper_7 -->\n\nIn src/a.ts.',
    )
    expect(hints).toEqual(['src/a.ts'])
    expect(symbols).toEqual([])
  })

  it('are not addresses, nor ends of sentences', () => {
    const { file_hints: hints } = analyseTask('See https://example.com/docs/page.html and src/a.ts. Then stop.')
    expect(hints).toEqual(['src/a.ts'])
  })
})

describe('symbols of a task', () => {
  it('are identifiers that look like names, in ticks, or called', () => {
    const { symbol_hints: symbols } = analyseTask(
      'AuthHandler.validate() ignores max_age, `secure` and __init__, says follow_redirects',
    )
    expect(symbols).toEqual(expect.arrayContaining(['AuthHandler', 'validate', 'max_age', 'secure', '__init__']))
  })

  it.each([
    ['修复parseConfig函数中的错误', 'parseConfig'],
    ['関数fetchUser()を直す', 'fetchUser'],
  ])('end where a sentence without spaces goes on: %s', (task, symbol) => {
    expect(analyseTask(task).symbol_hints).toEqual([symbol])
  })

  it('are no words of prose', () => {
    expect(analyseTask('The session is lost when a user logs out twice').symbol_hints).toEqual([])
  })
})

describe('the rest of a task', () => {
  it('has its errors: names, lines and quoted messages', () => {
    const { error_patterns: errors, phrases } = analyseTask(
      'Start fails\n\nValueError: there is nothing to report\nIt says "no such session here", ENOENT.',
    )
    expect(errors).toEqual(expect.arrayContaining(['ValueError', 'ENOENT', 'ValueError: there is nothing to report']))
    expect(phrases).toEqual(expect.arrayContaining(['there is nothing to report', 'no such session here']))
  })

  it('has quotations, which apostrophes do not open', () => {
    expect(analyseTask("If you'll see that it fails, I'd say so").phrases).toEqual([])
    expect(analyseTask("It says 'this won't do' again").phrases).toEqual(["this won't do"])
  })

  it('has the modules and the scope of its subject', () => {
    const query = analyseTask('fix(auth): flask.json.provider fails')
    expect(query.modules).toContain('flask.json.provider')
    expect(query.scope).toBe('auth')
    expect(analyseTask('fix: flask fails').scope).toBeUndefined()
  })

  it('has a module of the machine, but no list of them', () => {
    const about = (extensions: string): readonly string[] =>
      analyseTask(`Links are lost\n\nIn sphinx.util.nodes.\n\nSphinx extensions: ${extensions}\n`).modules
    expect(about('sphinx.ext.autodoc')).toEqual(['sphinx.util.nodes', 'sphinx.ext.autodoc'])
    expect(about('sphinx.ext.autodoc, sphinx.ext.intersphinx')).toEqual(['sphinx.util.nodes'])
    const form =
      "Links are lost\n\n### Sphinx extensions\n\n```python\n['sphinx.ext.autodoc', 'sphinx.ext.todo']\n```\n"
    expect(analyseTask(form).modules).toEqual([])
  })

  it('has the frames and paths of all its sections', () => {
    const task =
      'It fails\n\n### Environment\n\nLinux\n  File "a/b.py", line 3, in f\n\n### Additional context\n\nIn src/c.ts.\n'
    const { frames, file_hints: hints } = analyseTask(task)
    expect(frames).toHaveLength(1)
    expect(hints).toEqual(['src/c.ts'])
  })

  it('has keywords without words that every task has, those of the title first', () => {
    const { keywords } = analyseTask('Cookies expire early\n\nThe session of a user is gone.')
    expect(keywords.slice(0, 3)).toEqual(['Cookies', 'expire', 'early'])
    expect(keywords).toContain('session')
    for (const word of ['The', 'of', 'is']) expect(keywords).not.toContain(word)
  })

  it('has concepts that the repository knows, of which it says every word', () => {
    const metadata = [{ domain: 'Authentication', concepts: ['rate-limiting', 'LDAP'] }, { module: 'rate table' }]
    const { keywords } = analyseTask('authentication needs rate limiting')
    expect(knownConcepts(keywords, metadata)).toEqual(['authentication', 'rate limiting'])
  })
})

describe('any task', () => {
  it('is taken apart, the same way each time', () => {
    fc.assert(
      fc.property(fc.oneof(taskArbitrary(), fc.string({ unit: anyCodePoint() })), (task) => {
        expect(analyseTask(task)).toEqual(analyseTask(task))
        expect([...queryTerms(task)]).toEqual([...queryTerms(task)])
        expect(queryTerms(task).size).toBeLessThanOrEqual(120)
      }),
    )
  })

  it.each(
    [
      'a',
      'a/',
      'a.',
      'a-',
      '.',
      'a_',
      '`',
      '"',
      "'",
      '(',
      ' ',
      '\n',
      '<!--',
      '```\n',
      'http://',
      'aB',
      '#1 ',
      '**',
      '- ',
    ].map((unit) => [JSON.stringify(unit), unit.repeat(60_000 / unit.length)]),
  )('of 60,000 characters of %s takes little time', (_, task) => {
    expect(processorTime(() => [analyseTask(task), queryTerms(task)])).toBeLessThan(2_000)
  })
})

describe('terms of a task', () => {
  it('are weighed most in the title and least in code', () => {
    const terms = queryTerms('cookie\n\nsession\n\n```\nredirect\n```\n')
    const [title = 0, prose = 0, code = 0] = ['cooki', 'session', 'redirect'].map((term) => terms.get(term))
    expect(title).toBeGreaterThan(prose)
    expect(prose).toBeGreaterThan(code)
    expect(code).toBeGreaterThan(0)
  })

  it('are weighed no more than in the title where a log repeats them', () => {
    const terms = queryTerms(`Broken cookie\n\n\`\`\`\n${'session/redirect.rst\n'.repeat(200)}\`\`\`\n`)
    expect(terms.get('session')).toBe(terms.get('cooki'))
  })
})

it.each([
  ['Resolve more\n\n## File extensions\n\nAccept .mts in src/resolve.ts\n', ['src/resolve.ts']],
  ['Fix it\n\n## Platform layer\n\nIn platform.ts it fails\n', ['platform.ts']],
  ['Fix it\n\n## Environment\n\nSee src/env.ts\n', ['src/env.ts']],
  ['<!-- Read CONTRIBUTING.md\nand src/mod3.ts -->\nFix it in src/a.ts', ['src/a.ts']],
])('the files that %j names', (task, files) => {
  expect(analyseTask(task).file_hints).toEqual(files)
})
