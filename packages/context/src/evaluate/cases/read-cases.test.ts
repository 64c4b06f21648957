import { describe, expect, it } from 'vitest'
import { readEvaluationCases } from './read-cases.ts'

const PATCH = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -3,2 +3,2 @@ class A:
 x
-y
+z
diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1 +1 @@
-y
+z
diff --git a/src/new.py b/src/new.py
new file mode 100644
--- /dev/null
+++ b/src/new.py
@@ -0,0 +1 @@
+z
`
const issue = { instance_id: 'o__r-1', repo: 'o/r', base_commit: 'abc', problem_statement: 'It crashes.', patch: PATCH }
const base = { id: 'o__r-1', repository: 'o/r', base: 'abc', task: 'It crashes.', patch: PATCH, source: 'issue' }

function read(...records: readonly unknown[]) {
  return readEvaluationCases(records.map((record) => JSON.stringify(record)).join('\n'))
}

describe('readEvaluationCases', () => {
  it('reads cases that somebody wrote', () => {
    const record = {
      task: 'fix the login',
      expected_files: ['./src/a.py', 'tests/test_a.py'],
      expected_symbols: ['Login.validate'],
      repo_path: '/srv/r',
    }
    expect(read(record)._unsafeUnwrap()).toEqual([
      {
        id: expect.stringMatching(/^written-/) as string,
        repository: '/srv/r',
        base: 'HEAD',
        task: 'fix the login',
        goldFiles: ['src/a.py', 'tests/test_a.py'],
        goldSymbols: [{ name: 'Login::validate' }],
        source: 'written',
      },
    ])
  })

  it('reads tasks over bundles', () => {
    const record = { id: 't', bundle: 'r.bundle', base: 'abc', task: 'do', patch: PATCH, files: ['src/a.py'] }
    const cases = read({ ...record, source: 'mined' }, { ...record, id: 'u', source: 'swe-bench' })._unsafeUnwrap()
    expect(cases).toMatchObject([
      { id: 't', repository: 'r', goldFiles: ['src/a.py'], source: 'mined' },
      { id: 'u', source: 'issue' },
    ])
  })

  it('takes the source files that the patch of an SWE-bench record changes for gold', () => {
    expect(read({ ...issue, test_patch: 'x', hints_text: '' })._unsafeUnwrap()).toEqual([
      { ...base, goldFiles: ['src/a.py'] },
    ])
  })

  it.each([
    { edit_functions: ['src/b.py:B.run', 'src/b.py:f'] },
    { edit_functions: "['src/b.py:B.run', 'src/b.py:f']" },
  ])('reads the functions of Loc-Bench: $edit_functions', ({ edit_functions }) => {
    const goldSymbols = [
      { path: 'src/b.py', name: 'B::run' },
      { path: 'src/b.py', name: 'f' },
    ]
    expect(read({ ...issue, edit_functions })._unsafeUnwrap()).toEqual([
      { ...base, goldFiles: ['src/b.py'], goldSymbols },
    ])
  })

  it('takes other files where the patch changes no source, and none where it only adds files', () => {
    const [changed = '', added = ''] = PATCH.split('diff --git a/src/new.py')
    const docs = changed.replaceAll('src/a.py', 'docs/a.rst')
    const cases = read(
      { ...issue, patch: docs },
      { ...issue, instance_id: 'b', patch: `diff --git a/src/new.py${added}` },
    )._unsafeUnwrap()
    expect(cases.map(({ goldFiles }) => goldFiles)).toEqual([['docs/a.rst', 'tests/test_a.py'], []])
  })

  it('takes the files of the patch where Loc-Bench has no functions', () => {
    expect(read({ ...issue, edit_functions: [] })._unsafeUnwrap()).toMatchObject([{ goldFiles: ['src/a.py'] }])
  })

  it('reads the context that people marked for ContextBench', () => {
    const gold_context = JSON.stringify([
      { file: '/testbed/src/b.py', start_line: 8, end_line: 9, content: '' },
      { file: 'src/a.py', start_line: 3, end_line: 5, content: '' },
      { file: 'src/b.py', start_line: 1, end_line: 7, content: '' },
    ])
    expect(read({ ...issue, gold_context })._unsafeUnwrap()).toEqual([
      {
        ...base,
        goldFiles: ['src/b.py', 'src/a.py'],
        goldLines: { 'src/b.py': [{ start: 1, end: 9 }], 'src/a.py': [{ start: 3, end: 5 }] },
      },
    ])
  })

  it('reads what mining wrote', () => {
    const mined = {
      ...base,
      source: 'mined',
      goldFiles: ['src/a.py'],
      goldSymbols: [{ path: 'src/a.py', name: 'A::x', lines: { start: 1, end: 9 } }],
      goldLines: { 'src/a.py': [{ start: 4, end: 4 }] },
    }
    expect(read(mined)._unsafeUnwrap()).toEqual([mined])
  })

  it('reads arrays and single objects', () => {
    expect(
      readEvaluationCases(JSON.stringify([issue, { ...issue, instance_id: 'b' }], null, 2))._unsafeUnwrap(),
    ).toHaveLength(2)
    expect(readEvaluationCases(JSON.stringify(issue, null, 2))._unsafeUnwrap()).toHaveLength(1)
  })

  it('lists every problem with its line', () => {
    const text = `[
  ${JSON.stringify(issue)},
  { "instance_id": "b", "problem_statement": " ",
    "repo": 3 },
  { broken },
  ${JSON.stringify(issue)}, { "strange": true }
]`
    const error = readEvaluationCases(text, { file: 'cases.json' })._unsafeUnwrapErr()
    expect(error.code).toBe('invalid_evaluation_cases')
    expect(error.data?.['problems']).toEqual([
      { line: 3, problem: 'repo must be a text that is not empty; it is a number (swe-bench)' },
      { line: 3, problem: 'base_commit must be a text that is not empty; it is missing (swe-bench)' },
      { line: 3, problem: 'problem_statement must be a text that is not empty; it is " " (swe-bench)' },
      { line: 3, problem: 'patch must be a text that is not empty; it is missing (swe-bench)' },
      { line: 5, problem: expect.stringMatching(/^not JSON: /) as string },
      { line: 6, problem: 'id o__r-1 is that of line 2' },
      { line: 6, problem: 'its fields are those of no known format' },
    ])
    expect(error.message).toMatch(/^7 problems in cases\.json: line 3: repo must be .*; and 2 more\.$/)
  })

  it('says which formats are known', () => {
    const error = read({ question: 'why?' })._unsafeUnwrapErr()
    expect(error).toMatchObject({ code: 'unknown_case_format', data: { lines: [1] } })
    for (const name of ['expected-context', 'task-lines', 'swe-bench', 'loc-bench', 'context-bench']) {
      expect(error.message).toContain(`${name} (`)
    }
  })

  it.each(['', '[]', 'PAR1\0', '[', '{"a":', '[1]', 'null'])('refuses %j', (text) => {
    expect(readEvaluationCases(text)._unsafeUnwrapErr().code).toBe('invalid_evaluation_cases')
  })
})
