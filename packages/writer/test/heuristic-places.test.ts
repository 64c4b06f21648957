import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { countCoChanges } from '../src/heuristic/co-change.ts'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { fileRole } from '@chronicle/core/text'
import { commitContext, type TestCommit } from './commit-context.ts'
import { annotate, unit } from './heuristic-annotation.ts'

const BEFORE = 'open() {\n  a\n}\nclose() {\n  b\n}\n'
const AFTER = 'open() {\n  aa\n}\nclose() {\n  bb\n  cc\n  dd\n}\n'
const HUNKS = [
  { old: { start: 2, count: 1 }, new: { start: 2, count: 1 } },
  { old: { start: 5, count: 1 }, new: { start: 5, count: 3 } },
]
const UNITS = { 'src/a.ts': [unit('open', 1, 3), unit('close', 4, 8)] }

async function regionsOf(made: TestCommit): Promise<readonly (string | undefined)[]> {
  const { regions = [] } = (await annotate(made)) ?? {}
  return regions.map(({ file, ast_anchor }) => `${file}${ast_anchor === undefined ? '' : `:${ast_anchor.name}`}`)
}

describe('a reason stands', () => {
  const files = { 'src/a.ts': { before: BEFORE, after: AFTER, hunks: HUNKS } }
  const because = 'The peer is slow, because it scans each thread.'
  const message = `Wait for the peer\n\n${because}`

  it('at the unit with most of the changes', async () => {
    expect(await regionsOf({ message, files, units: UNITS })).toEqual(['src/a.ts:close'])
  })

  it('at the unit that it names, or else the subject', async () => {
    const named = 'Wait for the peer\n\nThe peer is slow in `open`, because it scans each thread.'
    expect(await regionsOf({ message: named, files, units: UNITS })).toEqual(['src/a.ts:open'])
    expect(await regionsOf({ message: `Wait in open()\n\n${because}`, files, units: UNITS })).toEqual(['src/a.ts:open'])
  })

  it('at no unit that an option is called like', async () => {
    const option = 'Wait for the peer\n\nThe peer is slow with `-o/--open`, because it scans each thread.'
    expect(await regionsOf({ message: option, files, units: UNITS })).toEqual(['src/a.ts:close'])
  })

  it('at the unit around new code, and not at the one below it', async () => {
    const units = { 'src/a.ts': [unit('outer', 1, 8), unit('outer::inner', 5, 7)] }
    const after = 'outer() {\n  if (a) {\n    b\n  }\n  inner() {\n    c\n  }\n}\n'
    const before = 'outer() {\n  inner() {\n    c\n  }\n}\n'
    const hunks = [{ old: { start: 1, count: 0 }, new: { start: 2, count: 3 } }]
    const made = { message, files: { 'src/a.ts': { before, after, hunks } }, units }
    expect(await regionsOf(made)).toEqual(['src/a.ts:outer'])
  })

  it('at the unit that calls a new one, unless it has a word on that', async () => {
    const units = { 'src/a.ts': [unit('sendAll', 1, 3), unit('lockTable', 4, 8)] }
    const before = 'sendAll() {\n  a\n}\n'
    const after = 'sendAll() {\n  lockTable()\n}\nlockTable() {\n  b\n  c\n  d\n}\n'
    const hunks = [
      { old: { start: 2, count: 1 }, new: { start: 2, count: 1 } },
      { old: { start: 3, count: 0 }, new: { start: 4, count: 5 } },
    ]
    const files = { 'src/a.ts': { before, after, hunks } }
    expect(await regionsOf({ message, files, units })).toEqual(['src/a.ts:sendAll'])
    const locks = `Use a lock for the peer\n\n${because}`
    expect(await regionsOf({ message: locks, files, units })).toEqual(['src/a.ts:lockTable'])
  })

  it('at no unit that is called like the project, unless it is marked as code', async () => {
    const units = { 'src/wait/a.ts': [unit('Wait', 1, 8), unit('Wait::open', 1, 3), unit('Wait::close', 4, 8)] }
    const made = { files: { 'src/wait/a.ts': { before: BEFORE, after: AFTER, hunks: HUNKS } }, units }
    const of = (name: string): string => `Go on\n\nThe peer of ${name} is slow, because it scans each thread.`
    expect(await regionsOf({ message: of('Wait'), ...made })).toEqual(['src/wait/a.ts:Wait::close'])
    expect(await regionsOf({ message: of('`Wait`'), ...made })).toEqual(['src/wait/a.ts:Wait'])
  })

  it('at no line beside one that went', async () => {
    const hunks = [{ old: { start: 2, count: 1 }, new: { start: 1, count: 0 } }]
    const files = { 'setup.cfg': { before: 'a\nb\nc\n', after: 'a\nc\n', hunks } }
    const annotation = await annotate({ message, files })
    expect(annotation?.regions).toHaveLength(1)
    expect(annotation?.regions[0]?.lines).toBeUndefined()
  })

  it('at the file that it names', async () => {
    const two = {
      'src/a.ts': { before: 'a\n', after: 'aa\nbb\ncc\ndd\n' },
      'src/b.ts': { before: 'b\n', after: 'bb\n' },
    }
    const named = 'Wait for the peer\n\nb.ts waits because the peer scans each thread.'
    expect(await regionsOf({ message: named, files: two })).toEqual(['src/b.ts'])
  })

  it('at the commit as a whole where it is about many places', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`src/f${index}.ts`, { before: 'a\n', after: 'b\n' }]),
    )
    expect(await regionsOf({ message, files: many })).toEqual(['undefined'])
  })

  it('at the class that all changed units are in', async () => {
    const units = { 'src/a.ts': [unit('Pool', 1, 8, 'class'), unit('Pool::open', 1, 3), unit('Pool::close', 4, 8)] }
    const hunks = [
      { old: { start: 2, count: 1 }, new: { start: 2, count: 1 } },
      { old: { start: 5, count: 1 }, new: { start: 5, count: 1 } },
    ]
    const even = { 'src/a.ts': { before: BEFORE, after: AFTER, hunks } }
    expect(await regionsOf({ message, files: even, units })).toEqual(['src/a.ts:Pool'])
  })

  it('once, and what it says of another unit by name stands there, with a link', async () => {
    const both = `Wait in close()\n\n${because}\n\nThe lock must be held in \`open\`.`
    const annotation = await annotate({ message: both, files, units: UNITS })
    const [main, other] = annotation?.regions ?? []
    expect(annotation?.regions).toHaveLength(2)
    expect(main).toMatchObject({ ast_anchor: { name: 'close' }, intent: 'Wait in close()' })
    expect(main?.constraints.map(({ text }) => text)).toEqual(['The lock must be held in `open`.'])
    expect(other).toMatchObject({
      ast_anchor: { name: 'open' },
      intent: 'The lock must be held in `open`.',
      related_annotations: [{ commit: annotation?.commit, anchor: 'src/a.ts:close' }],
    })
  })

  it('not on another unit with words from the middle of a paragraph', async () => {
    const long = `${because} ${because} First, the lock must be held in \`open\`.`
    const annotation = await annotate({ message: `Wait in close()\n\n${long}`, files, units: UNITS })
    expect(annotation?.regions.map(({ ast_anchor: at }) => at?.name)).toEqual(['close'])
  })

  it('not on another unit with words that say only what this commit does', async () => {
    const moves = `Wait in close()\n\n${because} It holds all of them, because nobody else may write.\n\nThis moves the lock to \`open\`, because it is slow.`
    const annotation = await annotate({ message: moves, files, units: UNITS })
    expect(annotation?.regions.map(({ ast_anchor: at }) => at?.name)).toEqual(['close'])
  })

  it('with links to the commits that it names', async () => {
    const fixing = `${message}\n\nFixes: 0123abc4 ("Scan it")`
    const annotation = await annotate({ message: fixing, files, units: UNITS })
    expect(annotation?.regions[0]?.related_annotations).toEqual([
      { commit: '0123abc4', anchor: 'close', relationship: 'fixes' },
    ])
  })

  it('at a test where only tests changed', async () => {
    const only = { 'test/a.test.ts': { before: 'a\n', after: 'b\n' } }
    expect(await regionsOf({ message, files: only })).toEqual(['test/a.test.ts'])
    const both = { ...only, 'src/a.ts': { before: 'a\n', after: 'b\n' } }
    expect(await regionsOf({ message, files: both })).toEqual(['src/a.ts'])
  })

  it('on the commit where it names a file of which little changed, and not the one of which most did', async () => {
    const lines = (word: string): string => Array.from({ length: 9 }, (_, index) => `${word}: ${index}\n`).join('')
    const ci = { '.github/workflows/ci.yml': { before: lines('a'), after: lines('b') } }
    const ignored = `Test it elsewhere\n\n${because} Lists go to .gitignore.`
    const both = { ...ci, '.gitignore': { before: 'a\n', after: 'a\nb\n' } }
    expect(await regionsOf({ message: ignored, files: both })).toEqual(['undefined'])
    const only = { '.gitignore': { before: 'a\n', after: 'b\nc\n' }, '.github/a.yml': { before: 'a\n', after: 'b\n' } }
    expect(await regionsOf({ message: ignored, files: only })).toEqual(['.gitignore'])
  })

  it('at what changed besides code that was only moved, unless most of it was', async () => {
    const body = Array.from({ length: 8 }, (_, index) => `  step${index}()\n`).join('')
    const moves = (edits: number): TestCommit => {
      const run = (word: string): string =>
        `run() {\n${Array.from({ length: edits }, (_, n) => `  ${word}${n}()\n`).join('')}}\n`
      const before = `all() {\n${body}}\n${run('old')}`
      const after = `all() {\n  steps()\n}\n${run('now')}steps() {\n${body}}\n`
      const hunks = [
        { old: { start: 2, count: 8 }, new: { start: 2, count: 1 } },
        { old: { start: 12, count: edits }, new: { start: 5, count: edits } },
        { old: { start: edits + 12, count: 0 }, new: { start: edits + 6, count: 10 } },
      ]
      const units = [unit('all', 1, 3), unit('run', 4, edits + 5), unit('steps', edits + 6, edits + 15)]
      return { message, files: { 'src/a.ts': { before, after, hunks } }, units: { 'src/a.ts': units } }
    }
    expect(await regionsOf(moves(12))).toEqual(['src/a.ts:run'])
    expect(await regionsOf(moves(3))).toEqual(['src/a.ts'])
  })

  it('at the list of dependencies where it is about these and most of the change is there', async () => {
    const list = { 'Cargo.toml': { before: 'a = 1\nb = 1\nc = 1\n', after: 'a = 2\nb = 2\nc = 2\n' } }
    const code = { 'src/a.ts': { before: 'a\n', after: 'b\n' } }
    const deps = `deps: update wind\n\n${because}`
    expect(await regionsOf({ message: deps, files: { ...list, ...code } })).toEqual(['Cargo.toml'])
    expect(await regionsOf({ message, files: { ...list, ...code } })).toEqual(['src/a.ts'])
  })

  it('at the lines around all changes in a file without units, if they are few', async () => {
    const linesOf = async (starts: readonly number[], path: string): Promise<unknown> => {
      const texts = Array.from({ length: 90 }, (_, index) => `line ${index}`)
      const after = texts.map((text, index) => (starts.includes(index + 1) ? `${text} changed` : text)).join('\n')
      const hunks = starts.map((start) => ({ old: { start, count: 1 }, new: { start, count: 1 } }))
      const { regions = [] } =
        (await annotate({ message, files: { [path]: { before: texts.join('\n'), after, hunks } } })) ?? {}
      return regions.map(({ lines }) => lines)
    }
    for (const path of ['src/a.ts', 'Makefile', 'docs/a.md']) {
      expect(await linesOf([9], path)).toEqual([{ start: 9, end: 9 }])
      expect(await linesOf([9, 14, 30], path)).toEqual([{ start: 9, end: 30 }])
      expect(await linesOf([9, 60], path)).toEqual([undefined])
    }
  })

  it('at a list of versions where nothing else changed', async () => {
    const lock = { 'Cargo.lock': { before: 'a\n', after: 'b\n' } }
    const held = 'Hold wind at 0.3.4\n\nTerminals are not found with later ones, because it changed its types.'
    const faster = 'Update wind\n\nIt is faster now, because it reads more at once. Searches take half of the time.'
    expect(await regionsOf({ message: faster, files: lock })).toEqual(['Cargo.lock'])
    expect(await regionsOf({ message: held, files: lock })).toEqual(['Cargo.lock'])
    const both = { ...lock, 'docs/a.md': { before: 'a\n', after: 'b\n' } }
    expect(await regionsOf({ message: held, files: both })).toEqual(['undefined'])
  })

  it('at none of several units with one name, unless the text says whose it is', async () => {
    const units = { 'src/a.ts': [unit('App::render', 1, 3), unit('Page::render', 4, 8)] }
    const even = HUNKS.map(({ old, new: { start } }) => ({ old, new: { start, count: 1 } }))
    const two = { 'src/a.ts': { before: BEFORE, after: AFTER, hunks: even } }
    expect(await regionsOf({ message: `Wait in render()\n\n${because}`, files: two, units })).toEqual(['src/a.ts'])
    expect(await regionsOf({ message: `Wait in App.render()\n\n${because}`, files: two, units })).toEqual([
      'src/a.ts:App::render',
    ])
  })

  it('at the one file that changed where it is none of code, and on the commit where several did', async () => {
    const list = { 'CHANGES.md': { before: 'a\n', after: 'b\n' } }
    expect(await regionsOf({ message, files: list })).toEqual(['CHANGES.md'])
    const comment = { 'src/a.ts': { before: 'a\n', after: '// one more word\na\n' } }
    expect(await regionsOf({ message, files: comment })).toEqual(['src/a.ts'])
    expect(await regionsOf({ message, files: { ...list, ...comment } })).toEqual(['undefined'])
    expect(await regionsOf({ message: 'Name the stores', files: { ...list, ...comment } })).toEqual([])
  })
})

describe('a reason does not stand at a unit of which only documentation changed', () => {
  const before = 'def send(self):\n    \"\"\"Shoudl send.\"\"\"\n    self.go()\n\ndef close(self):\n    self.end()\n'
  const documented = before.replace('Shoudl', 'Should')
  const units = { 'src/a.py': [unit('send', 1, 3), unit('close', 5, 6)] }
  const because = 'The peer is slow, because it scans each thread.'
  const tests = { before: 'def test_it():\n    pass\n', after: 'def test_it():\n    proxies()\n' }
  const of = (after: string, subject = 'Wait for the peer', more = {}): Promise<readonly (string | undefined)[]> =>
    regionsOf({ message: `${subject}\n\n${because}`, files: { 'src/a.py': { before, after }, ...more }, units })

  it('but at the one whose code changed', async () => {
    const after = documented.replace('self.end()', 'self.finish()')
    const hunks = [2, 6].map((start) => ({ old: { start, count: 1 }, new: { start, count: 1 } }))
    const files = { 'src/a.py': { before, after, hunks } }
    expect(await regionsOf({ message: `Wait\n\n${because}`, files, units })).toEqual(['src/a.py:close'])
  })

  it('but at the tests, or else the file', async () => {
    expect(await of(documented, 'Wait for the peer', { 'tests/test_a.py': tests })).toEqual(['tests/test_a.py'])
    expect(await of(documented)).toEqual(['src/a.py'])
    expect(await of(before.replace('self.go()', 'self.go()  # Now.'))).toEqual(['src/a.py'])
  })

  it('unless the message names it', async () => {
    expect(await of(documented, 'Say what send() does', { 'tests/test_a.py': tests })).toEqual(['src/a.py:send'])
  })

  it('but at the file where a unit beside it went, also if that was the last line', async () => {
    const file = { before: before.trimEnd(), after: before.slice(0, before.indexOf('\n\n')) + '\n' }
    const hunks = [{ old: { start: 3, count: 4 }, new: { start: 3, count: 1 } }]
    const message = `Wait for the peer\n\n${because}`
    const at = (one: typeof hunks): Promise<readonly (string | undefined)[]> =>
      regionsOf({
        message,
        files: { 'src/a.py': { ...file, hunks: one } },
        units: { 'src/a.py': [unit('send', 1, 3)] },
      })
    expect(await at(hunks)).toEqual(['src/a.py'])
    expect(await at([{ old: { start: 4, count: 3 }, new: { start: 3, count: 0 } }])).toEqual(['src/a.py'])
  })

  it('with a subject alone, unless that names it', async () => {
    const reason = 'Say more, because the peer scans each of its threads'
    const files = { 'src/a.py': { before, after: documented } }
    expect(await regionsOf({ message: reason, files, units })).toEqual([])
    expect(await regionsOf({ message: `send(): ${reason}`, files, units })).toEqual(['src/a.py:send'])
  })

  it('where a comment is new, which then speaks for itself', async () => {
    const after = before.replace('    self.go()', '    # The lock must be held by the caller here.\n    self.go()')
    const longer = { 'src/a.py': [unit('send', 1, 4)] }
    const intentOf = async (changed: string): Promise<string | undefined> =>
      (
        await annotate({
          message: 'Wait for slow peers',
          files: { 'src/a.py': { before, after: changed } },
          units: longer,
        })
      )?.regions[0]?.intent
    expect(await intentOf(after)).toBe('The lock must be held by the caller here.')
    expect(await intentOf(after.replace('self.go()', 'self.go(1)'))).toBe('Wait for slow peers')
  })
})

describe('a comment stands', () => {
  it('at the innermost unit around it, or the one right below it', async () => {
    const after =
      '// The pool must be drained before exit.\nopen() {\n  a\n  // The lock must be held by the caller here.\n  b\n}\n'
    const hunks = [
      { old: { start: 0, count: 0 }, new: { start: 1, count: 1 } },
      { old: { start: 2, count: 0 }, new: { start: 4, count: 1 } },
    ]
    const annotation = await annotate({
      message: 'Open it later on',
      files: { 'src/a.ts': { before: 'open() {\n  a\n  b\n}\n', after, hunks } },
      units: { 'src/a.ts': [unit('open', 2, 6)] },
    })
    expect(annotation?.regions).toMatchObject([
      {
        ast_anchor: { name: 'open' },
        lines: { start: 2, end: 6 },
        constraints: [{}, {}],
        intent: 'The pool must be drained before exit.',
      },
    ])
  })
})

it('a comment that says why the code leaves is no rule', async () => {
  const commented = (line: string): Promise<readonly (string | undefined)[]> => {
    const after = `open() {\n  // Don't call the others, because it is not kept.\n  ${line}\n}\n`
    const hunks = [{ old: { start: 1, count: 0 }, new: { start: 2, count: 2 } }]
    const files = { 'src/a.ts': { before: 'open() {\n}\n', after, hunks } }
    const units = { 'src/a.ts': [unit('open', 1, 4)] }
    return regionsOf({ message: 'Open it later on', files, units })
  }
  expect(await commented('return')).toEqual([])
  expect(await commented('call()')).toEqual(['src/a.ts:open'])
})

describe('the role of a file', () => {
  it.each<[string, string]>([
    ['src/a.ts', 'code'],
    ['crates/core/main.rs', 'code'],
    ['Cargo.toml', 'config'],
    ['.github/workflows/ci.yml', 'config'],
    ['tests/a.rs', 'test'],
    ['a_test.go', 'test'],
    ['test_a.py', 'test'],
    ['src/a.spec.ts', 'test'],
    ['t/helper.sh', 'test'],
    ['t/t0001-init.sh', 'test'],
    ['src/__tests__/a.js', 'test'],
    ['spec/a_spec.rb', 'test'],
    ['src/main/LatestTest.java', 'test'],
    ['src/main/Latest.java', 'code'],
    ['App.Tests/A.cs', 'test'],
    ['pkg/http_test.go', 'test'],
    ['src/contest.py', 'code'],
    ['scripts/release', 'code'],
    ['scripts/LICENSE', 'none'],
    ['src/testable.ts', 'code'],
    ['node_modules/a/index.js', 'none'],
    ['tests/fixtures/a.json', 'none'],
    ['yarn.lock', 'none'],
    ['go.sum', 'none'],
    ['go.mod', 'config'],
    ['README.md', 'none'],
    ['History.md', 'none'],
    ['a.min.js', 'none'],
    ['a.pb.go', 'none'],
    ['locales/de.json', 'none'],
    ['src/locales/de.ts', 'none'],
    ['src/locale/format.ts', 'code'],
    ['src/history.ts', 'code'],
    ['pkg/test_helpers.go', 'code'],
    ['src/lang/en.yml', 'none'],
    ['LICENSE', 'none'],
    ['themes/basic/page.html', 'code'],
    ['app/views/users/show.html.erb', 'code'],
    ['docs/themes/page.html', 'none'],
    ['index.html', 'none'],
    ['requirements.txt', 'config'],
    ['requirements/dev.txt', 'config'],
    ['.ci-requirements.txt', 'config'],
    ['notes.txt', 'none'],
    ['CMakeLists.txt', 'config'],
    ['docs/requirements.txt', 'none'],
    ['themes/basic.css_t', 'code'],
    ['texinputs/Makefile_t', 'config'],
    ['templates/latex/table.tex_t', 'code'],
    ['tests/roots/table.tex_t', 'test'],
    ['docs/table.tex_t', 'none'],
  ])('%s: %s', (path, role) => {
    expect(fileRole(path)).toBe(role)
  })
})

describe('a reason for what is no code', () => {
  const explained =
    'Renames are lost because git compares whole files. We tried to move and edit them at once, and it failed.'

  it('stands on the page that it explains', async () => {
    const files = { 'docs/guide.md': { before: 'a\n', after: 'b\n' }, 'CHANGELOG.md': { before: 'a\n', after: 'b\n' } }
    expect(await regionsOf({ message: `Say how to move files\n\n${explained}`, files })).toEqual(['docs/guide.md'])
    expect(
      await regionsOf({ message: 'Say how to move files\n\nNames of its chapters are shorter now.', files }),
    ).toEqual([])
  })

  it('stands on the commit that only moves files', async () => {
    const moved = { 'src/a.ts': { before: 'a()\n', after: 'a()\n', hunks: [], oldPath: 'a.ts' } }
    expect(await regionsOf({ message: `Move the source\n\n${explained}`, files: moved })).toEqual(['undefined'])
  })
})

describe('files that change together', () => {
  const a = 'src/a.ts' as RepoPath
  const b = 'src/b.ts' as RepoPath
  const made: TestCommit = {
    message: 'Wait for the peer\n\nThe peer in a.ts is slow, because it scans each thread.',
    files: { [a]: { before: 'a\n', after: 'b\n' }, [b]: { before: 'a\n', after: 'b\n' } },
  }
  const concerns = async (history: readonly (readonly RepoPath[])[]): Promise<readonly unknown[] | undefined> => {
    const count = countCoChanges(history)
    const writer = createHeuristicWriter({ coChanges: async (path) => count(path) })
    return (await writer.write(commitContext(made)))._unsafeUnwrap().annotation?.cross_cutting
  }

  it('are a concern where they did so often enough, with the numbers', async () => {
    expect(await concerns([[a, b], [a, b], [a, b], [a, b], [a], [b]])).toEqual([
      {
        description:
          'Until then, 4 of 5 commits that changed src/a.ts changed src/b.ts too, and 4 of 5 the other way round.',
        regions: [a, b],
        nature: 'co-change',
        tags: [],
      },
    ])
  })

  it('are none where one of them changes often without the other', async () => {
    const together = [a, b]
    expect(await concerns([together, together, together, together, [b], [b], [b]])).toEqual([])
    expect(await concerns([together, together, together, together, [a], [a], [a]])).toEqual([])
  })

  it('are none where it was three times, or less than three of five', async () => {
    expect(
      await concerns([
        [a, b],
        [a, b],
        [a, b],
      ]),
    ).toEqual([])
    expect(await concerns([[a, b], [a, b], [a, b], [a, b], [a], [a], [a]])).toEqual([])
  })

  it('are not counted in commits that change everything', () => {
    const wide = [a, b, ...Array.from({ length: 30 }, (_, index) => `src/${index}.ts` as RepoPath)]
    expect(countCoChanges([wide])(a)).toEqual([])
  })
})
