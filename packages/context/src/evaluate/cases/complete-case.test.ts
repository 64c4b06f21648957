import { codedError, type AstParser } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { errAsync, type RepoPath } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { ast } from '../../../test/open-scene.ts'
import { completeCase } from './complete-case.ts'
import type { EvaluationCase } from './evaluation-case.ts'

const [source, text, link] = ['src/a.py', 'notes.txt', 'link.py'] as RepoPath[] as [RepoPath, RepoPath, RepoPath]

const fixture = await createFixtureRepository()
await fixture.write({
  [source]: 'import os\n\nclass A:\n    x = 1\n\n    def f(self):\n        return 1\n\ndef g():\n    return 2\n',
  [text]: 'one\ntwo\n',
  [link]: { symlink: source },
})
await fixture.commit('base')
const git = createGitCli({ dir: fixture.dir })
const patch = `--- a/src/a.py
+++ b/src/a.py
@@ -1,1 +1,1 @@
-import os
+import sys
@@ -7,1 +7,1 @@
-        return 1
+        return 3
--- a/notes.txt
+++ b/notes.txt
@@ -2,0 +3 @@
+three
`
const plain: EvaluationCase = {
  id: 'x',
  repository: 'r',
  base: 'HEAD',
  task: 't',
  goldFiles: [source, text],
  patch,
  source: 'issue',
}

afterAll(async () => {
  await git.close()
  await fixture.dispose()
})

describe('completeCase', () => {
  it('derives lines and units from the patch', async () => {
    const complete = (await completeCase(plain, { git, ast }))._unsafeUnwrap()
    expect(complete.base).toBe(await fixture.head())
    expect(complete.goldLines).toEqual({
      [source]: [
        { start: 1, end: 1 },
        { start: 7, end: 7 },
      ],
      [text]: [{ start: 2, end: 2 }],
    })
    expect(complete.goldSymbols).toEqual([{ path: source, name: 'A::f', lines: { start: 6, end: 7 } }])
    expect(complete.goldTexts.get(text)).toEqual(['one', 'two', ''])
  })

  it('keeps what the case states, and adds the lines of its symbols', async () => {
    const goldSymbols = [{ name: 'g' }, { path: source, name: 'nowhere' }]
    const stated = { ...plain, goldSymbols, goldLines: { [source]: [{ start: 4, end: 4 }] } }
    const complete = (await completeCase(stated, { git, ast }))._unsafeUnwrap()
    expect(complete.goldSymbols).toEqual([
      { path: source, name: 'g', lines: { start: 9, end: 10 } },
      { path: source, name: 'nowhere' },
    ])
    expect(complete.goldLines).toEqual(stated.goldLines)
  })

  it('leaves out what is no file at the base', async () => {
    const goldFiles = [link, source, 'gone.py' as RepoPath]
    expect((await completeCase({ ...plain, goldFiles }, { git, ast }))._unsafeUnwrap().goldFiles).toEqual([source])
  })

  it.each([
    [{ goldFiles: [] }, 'case_not_usable'],
    [{ goldFiles: [link] }, 'case_not_usable'],
    [{ base: 'no-such-branch' }, 'case_not_usable'],
    [{ patch: 'words' }, 'invalid_patch'],
  ])('cannot use %j', async (change, code) => {
    expect((await completeCase({ ...plain, ...change }, { git, ast }))._unsafeUnwrapErr().code).toBe(code)
  })

  it('does not take a parser that fails for a file without units', async () => {
    const failing: AstParser = { ...ast, outline: () => errAsync(codedError('grammar_failed', 'It broke.')) }
    expect((await completeCase(plain, { git, ast: failing }))._unsafeUnwrapErr().code).toBe('grammar_failed')
  })
})
