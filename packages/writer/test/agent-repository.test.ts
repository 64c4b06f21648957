import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createGitCli } from '@chronicle/git-cli'
import { readNote, writeNote, type CommitId } from '@chronicle/schema'
import { afterAll, describe, expect, it, test } from 'vitest'
import { verifyEvidence } from '../src/evidence/verify-evidence.ts'
import { gatherCommit } from '../src/gather/gather-commits.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { contextOf, useRepositories } from './gather-scope.ts'
import { examine, nothing, resultsOf } from './scripted-agent.ts'

const { fixture, open } = useRepositories()

describe('a commit in a repository', () => {
  it('is examined, annotated and read back', async () => {
    const repository = await fixture()
    await repository.commitFiles('Begin', {
      'src/session.py': 'class Session:\n    def load(self, token):\n        return decode(token, self.key)\n',
      'README.md': '# Sessions\n',
      'old.txt': 'gone\n',
    })
    await repository.remove('old.txt')
    const commit = await repository.commitFiles('Accept the last key\n\nRotation logged everybody out at midnight.', {
      'src/session.py':
        'class Session:\n    def load(self, token):\n        # Tokens of the last key stay valid for a day: clients refresh at night.\n' +
        '        return decode(token, self.key) or decode(token, self.last_key)\n',
      'logo.png': new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
      'deploy.cfgx': 'ttl 86400\n',
    })
    const context = await contextOf(open(repository.dir), commit, {}, { ast: createTreeSitterParser() })
    const { model, outcome } = await examine(
      [
        {
          calls: [
            { name: 'get_diff', input: {} },
            { name: 'get_ast_outline', input: { path: 'src/session.py' } },
            { name: 'get_ast_outline', input: { path: 'deploy.cfgx' } },
            { name: 'get_file_content', input: { path: 'README.md' } },
            { name: 'get_file_content', input: { path: 'logo.png' } },
            { name: 'get_file_content', input: { path: 'old.txt' } },
          ],
        },
        {
          calls: [
            {
              name: 'emit_annotation',
              input: {
                file: 'src/session.py',
                ast_anchor: { name: 'load' },
                intent: 'Nobody is logged out when keys rotate at midnight.',
                constraints: [{ text: 'The former key has to outlive the nightly refresh.', source: 'author' }],
                evidence: [
                  {
                    kind: 'file_lines',
                    file: 'src/session.py',
                    quote: 'stay valid for a day: clients refresh at night',
                  },
                  { kind: 'commit_message', quote: 'Rotation logged everybody out at midnight.' },
                ],
              },
            },
            {
              name: 'emit_annotation',
              input: {
                file: 'deploy.cfgx',
                lines: { start: 1, end: 1 },
                intent: 'One day, since clients refresh their tokens nightly.',
                evidence: [{ kind: 'diff_hunk', file: 'deploy.cfgx', quote: 'ttl 86400' }],
              },
            },
          ],
        },
        { text: 'Summary: Rotation of keys no longer logs everybody out.' },
      ],
      context,
    )
    const results = resultsOf(model, 1)
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false, true, true])
    expect(results[0]?.text).toContain('+3|         # Tokens of the last key stay valid')
    // There is nothing to record about a binary file.
    expect(results[0]?.text).not.toContain('logo.png')
    expect(results[0]?.text).toContain('-1| gone')
    expect(results[1]?.text).toMatch(/2-4 (?:method|function) Session::load/)
    expect(results[2]?.text).toContain('has no outline')
    const annotation = outcome.annotation
    if (annotation === undefined) throw new Error(outcome.nothing)
    expect(annotation.regions).toMatchObject([
      { file: 'deploy.cfgx', lines: { start: 1, end: 1 } },
      {
        file: 'src/session.py',
        ast_anchor: { name: 'Session::load' },
        lines: { start: 2, end: 4 },
        constraints: [],
      },
    ])
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['constraint_not_from_author'])
    await repository.note(commit, writeNote(annotation))
    const stored = await repository.gitBytes(['notes', '--ref=chronicle', 'show', commit])
    expect(readNote(stored, { commit }).annotation?.regions).toEqual(annotation.regions)
  })
})

const BUNDLES = process.env['CHRONICLE_BUNDLES'] ?? join(import.meta.dirname, '../../../../shared/data')
const bundles = existsSync(BUNDLES)
  ? readdirSync(BUNDLES).filter((name) => /^(?:express|flask|got)\.bundle$/u.test(name))
  : []
if (bundles.length === 0) process.stderr.write(`No real commits are examined: there are no bundles in ${BUNDLES}.\n`)

/** Cites the first long added line of each file, and the commit message. */
function citeEverything(context: CommitContext): readonly { readonly name: string; readonly input: object }[] {
  return context.files.flatMap((file) => {
    const hunk = file.hunks.find(({ new: now }) => now.count > 0)
    const quote = file.after?.lines.slice((hunk?.new.start ?? 1) - 1).find((line) => line.trim().length > 6)
    if (hunk === undefined || quote === undefined) return []
    const lines = { start: hunk.new.start, end: hunk.new.start + hunk.new.count - 1 }
    const evidence = [
      { kind: 'file_lines', file: file.path, quote },
      { kind: 'diff_hunk', file: file.path, lines },
      { kind: 'commit_message', quote: context.commit.message.trim().split('\n')[0] },
    ]
    const intent = 'Zebras graze quietly whenever moonlight reaches the meadow.'
    return [{ name: 'emit_annotation', input: { file: file.path, lines, intent, evidence } }]
  })
}

describe.skipIf(bundles.length === 0)('real commits', () => {
  const dir = mkdtempSync(join(tmpdir(), 'chronicle-agent-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  test.each(bundles)('of %s are shown and annotated, and every citation is found', async (bundle) => {
    const clone = join(dir, bundle)
    execFileSync('git', ['clone', '-q', '--bare', join(BUNDLES, bundle), clone])
    const ids = execFileSync('git', ['log', '--all', '--no-merges', '--format=%H', '-n', '12', '--skip', '40'], {
      cwd: clone,
    })
      .toString()
      .split('\n')
      .filter((id) => id !== '') as CommitId[]
    expect(ids).toHaveLength(12)
    const git = createGitCli({ dir: clone })
    const ast = createTreeSitterParser()
    let regions = 0
    for (const id of ids) {
      const { context } = (await gatherCommit({ git, ast }, id))._unsafeUnwrap()
      if (context === undefined) continue
      const look = context.files.flatMap(({ path }) => [
        { name: 'get_diff_for_file', input: { path } },
        { name: 'get_ast_outline', input: { path } },
      ])
      const steps = [
        { calls: [{ name: 'get_diff', input: {} }, { name: 'get_commit_info', input: {} }, ...look.slice(0, 6)] },
        { calls: citeEverything(context).slice(0, 20) },
        ...Array.from({ length: 40 }, () => nothing()),
      ]
      const { annotation, diagnostics } = (await examine(steps, context)).outcome
      expect(diagnostics.filter(({ code }) => code === 'annotation_refused')).toEqual([])
      for (const region of annotation?.regions ?? []) {
        regions++
        for (const each of region.evidence) {
          expect((await verifyEvidence(each, context))._unsafeUnwrap()).toEqual({ found: true })
        }
      }
    }
    await git.close()
    expect(regions).toBeGreaterThan(8)
  })
})
