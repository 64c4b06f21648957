import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createNotesIndex } from '@chronicle/core'
import { codedError, type Redactor } from '@chronicle/core/contracts'
import { errAsync, okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { scriptedModel, type ModelTurn, type ScriptedModel } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import type { AnnotationWriter, WriterOutcome } from '../src/annotation-writer.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { createAgentWriter, type AgentWriterOptions } from '../src/agent/create-agent-writer.ts'
import { gatherCommit } from '../src/gather/gather-commits.ts'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { CLIENT, GOOD, heartbeatCommit, POOL } from './agent-commit.ts'
import { useRepositories } from './gather-scope.ts'

const { fixture, open } = useRepositories()

const RULE = 'The pool must never close a socket that missed only one heartbeat.'
const ruled = (): CommitContext =>
  heartbeatCommit({
    message: `Send heartbeats\n\nThe cloud broker silently drops idle connections, which devices behind NAT notice only hours later. ${RULE}\n`,
  })
const DONE: ModelTurn = { text: 'Summary: Keeps connections alive.' }
const emit = (input: unknown): ModelTurn => ({ calls: [{ name: 'emit_annotation', input }] })

async function ask(
  context: CommitContext,
  options: Partial<AgentWriterOptions> = {},
  steps: readonly ModelTurn[] = [emit(GOOD), DONE],
  tools = true,
): Promise<{ readonly model: ScriptedModel; readonly outcome: WriterOutcome }> {
  const model = scriptedModel(steps, { tools })
  const written = await createAgentWriter({ model, ...options }).write(context)
  if (written.isErr()) throw new Error(JSON.stringify(written.error))
  return { model, outcome: written.value }
}

/** What stands under a heading of the first request. */
function blockOf(model: ScriptedModel, name: string): string | undefined {
  const [message] = model.requests[0]?.messages ?? []
  const text = message?.role === 'user' ? message.text : ''
  return new RegExp(`<data-\\d+ from="${name}">\\n([^]*?)\\n</data`, 'u').exec(text)?.[1]
}

describe('what rules find in a commit', () => {
  it.each([true, false])('is given to the model with its citation (tools: %s)', async (tools) => {
    const answer = tools ? [emit(GOOD), DONE] : [{ text: JSON.stringify({ annotations: [GOOD] }) }]
    const { model } = await ask(ruled(), { finder: createHeuristicWriter() }, answer, tools)
    const found = blockOf(model, 'found by rules') ?? ''
    expect(found).toContain(`must hold: ${RULE}`)
    expect(found).toMatch(/evidence commit_message: ".*only one heartbeat\."/u)
  })

  it('can be cited as it stands, and what is made of it is held to the same rules', async () => {
    const cite = (model: { readonly messages: readonly unknown[] }): ModelTurn => {
      const quote = /evidence commit_message: ("(?:[^"\\]|\\.)*")/u.exec(
        (model.messages[0] as { readonly text: string }).text,
      )?.[1]
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
    const { outcome } = await ask(ruled(), { finder: createHeuristicWriter() }, [
      (request) => cite(request) as never,
      DONE,
    ])
    expect(outcome.annotation?.regions).toMatchObject([
      { file: POOL, constraints: [{ text: RULE, source: 'inferred' }], evidence: [{ kind: 'commit_message' }] },
    ])
    // The message is no author context: whoever wrote it.
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
    const nothing: ModelTurn = { calls: [{ name: 'nothing_to_record', input: { reason: 'Plain.' } }] }
    const context = heartbeatCommit({ files })
    const limits = { maxChangedLines: 310, linesInPart: 305 }
    const { model } = await ask(context, { finder: createHeuristicWriter(), limits }, [
      nothing,
      nothing,
      nothing,
      nothing,
    ])
    const opening = (index: number): string => {
      const [message] = model.requests[index]?.messages ?? []
      return message?.role === 'user' ? message.text : ''
    }
    const openings = model.requests.map((_, index) => opening(index))
    expect(openings.length).toBeGreaterThan(1)
    for (const text of openings) {
      for (const name of ['a', 'b']) {
        expect(text.includes(`${name} must never be called`), text).toBe(text.includes(`src/${name}.ts: added`))
      }
    }
  })

  it('is found in the texts without secrets', async () => {
    const redactor: Redactor = {
      name: 'word',
      redact: (texts) =>
        okAsync(texts.map((text) => ({ text: text.replaceAll('hunter2', '[REDACTED]'), secrets: [] }))),
    }
    const seen: string[] = []
    const finder: AnnotationWriter = {
      name: 'finder',
      write: ({ commit }) => {
        seen.push(commit.message)
        return okAsync({ diagnostics: [] })
      },
    }
    await ask(heartbeatCommit({ message: 'Send heartbeats\n\nIt must log in with hunter2.\n' }), { redactor, finder }, [
      emit({ ...GOOD, evidence: [{ kind: 'diff_hunk', file: CLIENT, quote: 'The broker drops idle connections' }] }),
      DONE,
    ])
    expect(seen).toEqual(['Send heartbeats\n\nIt must log in with [REDACTED].\n'])
  })

  it('is not missed where looking for it fails, and an interruption is one', async () => {
    const failing = (code: 'git_failed' | 'aborted'): AnnotationWriter => ({
      name: 'finder',
      write: () => errAsync(codedError(code, 'Not today.')),
    })
    const { model, outcome } = await ask(ruled(), { finder: failing('git_failed') })
    expect(blockOf(model, 'found by rules')).toBeUndefined()
    expect(outcome.annotation?.regions).toHaveLength(1)
    const aborted = await createAgentWriter({ model: scriptedModel([]), finder: failing('aborted') }).write(ruled())
    expect(aborted._unsafeUnwrapErr().code).toBe('aborted')
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
    const gathered = await gatherCommit({ git: open(repository.dir) }, id, { maxFileBytes: 4096 })
    const { context } = gathered._unsafeUnwrap()
    if (context === undefined) throw new Error('It was left out.')
    const nothing = { reason: 'Plain.' }
    const steps = tools
      ? [{ calls: [{ name: 'nothing_to_record', input: nothing }] }]
      : [{ text: JSON.stringify({ nothing_to_record: nothing.reason }) }]
    const { model } = await ask(context, {}, steps, tools)
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
    const seams = { git, index: createNotesIndex({ git }), ast: createTreeSitterParser() }
    for (const commit of [deleted, later] as readonly CommitId[]) {
      const { context } = (await gatherCommit(seams, commit))._unsafeUnwrap()
      if (context === undefined) throw new Error('It was left out.')
      const nothing = { name: 'nothing_to_record', input: { reason: 'Plain.' } }
      const { model } = await ask(context, {}, [
        { calls: [{ name: 'get_recent_annotations', input: { file: 'src/gone.ts' as RepoPath } }] },
        { calls: [nothing] },
      ])
      const results = model.requests[1]?.messages.at(-1)
      expect(results?.role === 'tool' ? results.results[0]?.text : undefined).toBe(
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
          '  must change together: src/b.ts, src/gone.ts:pool: One interval for both',
          '</data-1>',
        ].join('\n'),
      )
    }
  })
})
