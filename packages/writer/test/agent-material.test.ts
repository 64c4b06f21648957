import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createNotesIndex, createNotesSource } from '@chronicle/core'
import { codedError, type ModelRequest } from '@chronicle/core/contracts'
import { errAsync, okAsync, type CommitId } from '@chronicle/schema'
import type { ModelAnswer, ScriptedModel } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import type { AnnotationWriter } from '../src/annotation-writer.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { CLIENT, GOOD_EMISSION, heartbeatCommit, POOL } from './agent-commit.ts'
import { contextOf, useRepositories } from './gather-scope.ts'
import { PASSWORD_REDACTOR } from './password-redactor.ts'
import { ask, calling, emit, examine, json, nothing, openingsOf, resultsOf, SUMMARY } from './scripted-agent.ts'

const { fixture, open } = useRepositories()

const RULE = 'The pool must never close a socket that missed only one heartbeat.'
const ruled = (): CommitContext =>
  heartbeatCommit({
    message: `Send heartbeats\n\nThe cloud broker silently drops idle connections, which devices behind NAT notice only hours later. ${RULE}\n`,
  })
/** Returns the block of this name in the first request. */
function blockOf(model: ScriptedModel, name: string): string | undefined {
  return new RegExp(`<data-\\d+ from="${name}">\\n([^]*?)\\n</data`, 'u').exec(openingsOf(model)[0] ?? '')?.[1]
}

describe('what rules find in a commit', () => {
  it.each([true, false])('is given to the model with its citation (tools: %s)', async (tools) => {
    const answer = tools ? [emit(GOOD_EMISSION), SUMMARY] : [json({ annotations: [GOOD_EMISSION] })]
    const { model } = await examine(answer, ruled(), { finder: createHeuristicWriter(), tools })
    const found = blockOf(model, 'found by rules') ?? ''
    expect(found).toContain(`must hold: ${RULE}`)
    expect(found).toMatch(/evidence commit_message: ".*only one heartbeat\."/u)
  })

  it('can be cited as it stands, and what is made of it is held to the same rules', async () => {
    const cite = ({ messages: [first] }: ModelRequest): ModelAnswer => {
      const opening = first?.role === 'user' ? first.text : ''
      const quote = /evidence commit_message: ("(?:[^"\\]|\\.)*")/u.exec(opening)?.[1]
      return emit({
        file: POOL,
        lines: { start: 1, end: 1 },
        intent: 'Sockets outlive one lost heartbeat, so that a slow network is not taken for a dead device.',
        constraints: [
          { text: RULE, source: 'inferred' },
          { text: RULE, source: 'author' },
        ],
        evidence: [{ kind: 'commit_message', quote: JSON.parse(quote ?? '""') as string }],
      })
    }
    const { outcome } = await examine([cite, SUMMARY], ruled(), { finder: createHeuristicWriter() })
    expect(outcome.annotation?.regions).toMatchObject([
      { file: POOL, constraints: [{ text: RULE, source: 'inferred' }], evidence: [{ kind: 'commit_message' }] },
    ])
    // The commit message is not author context, whoever wrote it.
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['constraint_not_from_author'])
  })

  it('is that of the part which is asked about', async () => {
    const rule = (unit: string): string => `// ${unit} must never be called before the broker has answered.\n`
    const files = Object.fromEntries(
      ['a', 'b'].map((name) => [
        `src/${name}.ts`,
        { after: `${rule(name)}${Array.from({ length: 300 }, (_, line) => `${name}(${line})\n`).join('')}` },
      ]),
    )
    const context = heartbeatCommit({ files })
    const limits = { maxChangedLines: 310, linesInPart: 305 }
    const steps = Array.from({ length: 4 }, () => nothing())
    const { model } = await examine(steps, context, { finder: createHeuristicWriter(), limits })
    const openings = openingsOf(model)
    expect(openings.length).toBeGreaterThan(1)
    for (const text of openings) {
      for (const name of ['a', 'b']) {
        expect(text.includes(`${name} must never be called`), text).toBe(text.includes(`src/${name}.ts: added`))
      }
    }
  })

  it('is found in the texts without secrets', async () => {
    const seen: string[] = []
    const finder: AnnotationWriter = {
      name: 'finder',
      write: ({ commit }) => {
        seen.push(commit.message)
        return okAsync({ diagnostics: [] })
      },
    }
    const context = heartbeatCommit({ message: 'Send heartbeats\n\nIt must log in with hunter2.\n' })
    const evidence = [{ kind: 'diff_hunk', file: CLIENT, quote: 'The broker drops idle connections' }]
    await examine([emit({ ...GOOD_EMISSION, evidence }), SUMMARY], context, { redactor: PASSWORD_REDACTOR, finder })
    expect(seen).toEqual(['Send heartbeats\n\nIt must log in with [REDACTED:password].\n'])
  })

  it('is not missed where looking for it fails, and an interruption is one', async () => {
    const failing = (code: 'git_failed' | 'aborted'): AnnotationWriter => ({
      name: 'finder',
      write: () => errAsync(codedError(code, 'Not today.')),
    })
    const { model, outcome } = await examine([emit(GOOD_EMISSION), SUMMARY], ruled(), { finder: failing('git_failed') })
    expect(blockOf(model, 'found by rules')).toBeUndefined()
    expect(outcome.annotation?.regions).toHaveLength(1)
    const aborted = await ask([], ruled(), { finder: failing('aborted') })
    expect(aborted.error?.code).toBe('aborted')
  })
})

describe('files that cannot be shown', () => {
  it.each([true, false])('are listed as such (tools: %s)', async (tools) => {
    const repository = await fixture()
    await repository.commitFiles('Begin', { 'src/a.ts': 'export const a = 1\n' })
    const id = await repository.commitFiles('Read the table at start', {
      'src/a.ts': '// The table is read at start.\nexport const a = 2\n',
      'logo.png': new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
      'table.csv': 'a,b\n'.repeat(3000),
    })
    const context = await contextOf(open(repository.dir), id, { maxFileBytes: 4096 })
    const steps = [tools ? nothing() : json({ nothing_to_record: 'Plain.' })]
    const { model } = await examine(steps, context, { tools })
    expect(blockOf(model, 'changed files')).toBe('src/a.ts: modified, +2 -1')
    expect(blockOf(model, 'changed files without text to look at')).toMatch(
      /^logo\.png: added, binary: cannot be shown, \+0 -0\ntable\.csv: added, too large to be shown, \+3000 -0$/u,
    )
  })
})

describe('get_recent_annotations', () => {
  const REGION = {
    intent: 'Closes what nobody uses.',
    reasoning: 'Sockets cost memory.',
    constraints: [{ text: 'Never the last one.', source: 'author' }],
    rejected_alternatives: [{ approach: 'A timer', reason: 'It drifts' }],
    semantic_dependencies: [{ file: 'src/b.ts', anchor: 'beat', nature: 'beats every minute' }],
    risk_notes: 'Slow networks.',
    tags: ['net'],
  }

  it('answers the whole annotation, also of a file that is gone or goes with the commit', async () => {
    const repository = await fixture()
    const first = await repository.commitFiles('Begin', {
      'src/gone.ts': 'export const pool = 1\n',
      'src/b.ts': 'export const beat = 1\n',
    })
    await repository.note(first, {
      ...{ $schema: 'chronicle/v1', timestamp: '2024-01-01T00:00:00Z', summary: 'Pool sockets' },
      ...{ context_level: 'enhanced', task: 'T-7' },
      regions: [
        { file: 'src/gone.ts', ast_anchor: { unit_type: 'const', name: 'pool' }, ...REGION },
        { file: 'src/b.ts', intent: 'Beats for the pool.' },
      ],
      cross_cutting: [{ description: 'One interval for both', regions: ['src/gone.ts:pool', 'src/b.ts'] }],
    })
    await repository.remove('src/gone.ts')
    const deleted = await repository.commit('Delete the pool')
    const later = await repository.commitFiles('Beat twice', { 'src/b.ts': 'export const beat = 2\n' })
    const git = open(repository.dir)
    const seams = {
      ...{ index: createNotesIndex({ git }), recorded: createNotesSource({ git }) },
      ast: createTreeSitterParser(),
    }
    for (const commit of [deleted, later] as readonly CommitId[]) {
      const context = await contextOf(git, commit, {}, seams)
      const asking = calling('get_recent_annotations', { file: 'src/gone.ts' })
      const { model } = await examine([asking, nothing()], context)
      expect(resultsOf(model)[0]?.text).toBe(
        [
          '<data-1 from="annotations of src/gone.ts">',
          `${first}: Pool sockets`,
          '  task: T-7',
          '  pool: Closes what nobody uses.',
          '    reasoning: Sockets cost memory.',
          '    must hold (author): Never the last one.',
          '    rejected: A timer (It drifts)',
          '    relies on: src/b.ts:beat (beats every minute)',
          '    risk: Slow networks.',
          '    tags: net',
          '  src/b.ts: Beats for the pool.',
          '  must change together: src/gone.ts:pool, src/b.ts: One interval for both',
          '</data-1>',
        ].join('\n'),
      )
    }
  })

  it('shows earlier annotations as corrected, and none that was retracted', async () => {
    const repository = await fixture()
    const correct = (commit: CommitId, type: string, more: object): Promise<unknown> =>
      repository.note(
        commit,
        `${JSON.stringify({
          ...{ $schema: 'chronicle-correction/v1', correction_type: type, reason: 'Wrong.', author: 'A <a@b>' },
          ...{ timestamp: '2024-02-01T00:00:00Z', ...more },
        })}\n`,
        'refs/notes/chronicle-corrections',
      )
    const commits: CommitId[] = []
    for (const name of ['Retracted', 'Kept']) {
      const commit = await repository.commitFiles(name, { 'src/a.ts': `export const a = '${name}'\n` })
      const regions = [{ file: 'src/a.ts', lines: { start: 1, end: 1 }, intent: `${name}.`, tags: ['one', 'two'] }]
      await repository.note(commit, {
        ...{
          $schema: 'chronicle/v1',
          commit,
          timestamp: '2024-01-01T00:00:00Z',
          summary: `${name} summary`,
          regions,
        },
      })
      commits.push(commit)
    }
    const [retracted, kept] = commits as [CommitId, CommitId]
    await correct(retracted, 'retract', {})
    const later = await repository.commitFiles('Later', { 'src/a.ts': 'export const a = 3\n' })
    const git = open(repository.dir)
    const seams = { index: createNotesIndex({ git }), recorded: createNotesSource({ git }) }
    const context = await contextOf(git, later, {}, seams)
    const { model } = await examine([calling('get_recent_annotations', { file: 'src/a.ts' }), nothing()], context)
    const shown = resultsOf(model)[0]?.text
    expect(shown).toContain(`${kept}: Kept summary`)
    expect(shown).not.toContain('Retracted')
  })
})
