import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, renderAnswer } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { correctionsRef, DEFAULT_NOTES_REF, type CommitId, type LookupOutput } from '@chronicle/schema'
import { lookupOutputSchema } from '@chronicle/schema/validate'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { testNote, WRITTEN_WITH_COMMIT } from '../test-note.ts'

const FILE = 'src/pool.ts'
const source = (size: number): string =>
  `export class Pool {\n  open(): number {\n    return ${size}\n  }\n\n  close(): void {\n    this.open()\n  }\n}\n`
const open = { file: FILE, ast_anchor: { type: 'method', name: 'Pool::open' }, lines: { start: 2, end: 4 } }
const constraint = (text: string): object => ({ constraints: [{ text, source: 'author' }] })

const commits: CommitId[] = []

const repository = await createFixtureRepository()
await repository.write({
  [FILE]: source(0),
  'src/user.ts': 'export function use(): void {}\n',
  'src/old.ts': 'export function gone(): void {}\n',
})
commits.push(await repository.commit('Start'))
// Every commit rewrites the same line, so that no line of the commits in the middle is left. Their constraints are
// still returned; the rest is only in the history.
for (let size = 1; size <= 8; size++) {
  commits.push(await repository.commitFiles(`Size ${size}`, { [FILE]: source(size) }))
}
await repository.remove('src/old.ts')
await repository.commit('Remove')
for (const [size, commit] of commits.entries()) {
  const regions: object[] = [
    {
      ...open,
      intent: `Room for ${size}.`,
      reasoning: `Since ${size} were asked for. `.repeat(9),
      ...(size === 0 || size > 6 ? constraint(`At most ${size}.`) : {}),
    },
  ]
  if (size === 0) regions.push(...others())
  await note(
    commit,
    regions,
    size === 0 ? { cross_cutting: [{ description: 'As the docs say.', regions: [FILE, 'docs'] }] } : {},
  )
}
const git = createGitCli({ dir: repository.dir })
const queries = createQueries({ git, ast: createTreeSitterParser() })
afterAll(async () => {
  await git.close()
  await repository.dispose()
})

function others(): readonly object[] {
  const relies = (file: string, name: string): object => ({
    ...{ file, ast_anchor: { type: 'function', name }, lines: { start: 1, end: 1 }, intent: 'Uses a pool.' },
    semantic_dependencies: [{ file: FILE, anchor: 'Pool::open', nature: `${name} counts on it` }],
  })
  return [relies('src/user.ts', 'use'), relies('src/old.ts', 'gone')]
}

async function note(commit: CommitId, regions: readonly object[], more: object): Promise<void> {
  await repository.note(commit, testNote(commit, regions, { ...WRITTEN_WITH_COMMIT, ...more }))
}

async function lookup(more: object = {}): Promise<LookupOutput> {
  const output = (await queries.lookup({ file: FILE, anchor: 'Pool::open', ...more }))._unsafeUnwrap()
  expect(lookupOutputSchema.safeParse(output).error).toBeUndefined()
  return output
}

describe('lookup', () => {
  it('carries what the single queries say', async () => {
    const output = await lookup()
    const read = (await queries.read({ files: [FILE], anchor: 'Pool::open' }))._unsafeUnwrap()
    const deps = (await queries.deps({ file: FILE, anchor: 'Pool::open' }))._unsafeUnwrap()
    const history = (await queries.history({ file: FILE, anchor: 'Pool::open', limit: 99 }))._unsafeUnwrap()
    expect(output.regions).toEqual(read.regions)
    expect(output.dependents).toEqual(deps.dependents)
    expect(output.cross_cutting).toEqual(deps.cross_cutting)
    expect(output.resolved).toEqual(read.resolved)
    expect(output.dependents.map(({ from_file, gone }) => [from_file, gone])).toEqual([
      ['src/user.ts', undefined],
      ['src/old.ts', 'file'],
    ])
    const readIntents = new Set(read.regions.map(({ intent }) => intent))
    const rest = history.steps.filter(({ intent }) => !readIntents.has(intent))
    expect(output.history).toEqual(rest.slice(-5))
    expect(output.history).toHaveLength(5)
    expect(output.stats).toEqual({ regions: read.regions.length, dependents: 2, history_steps: 5, open_corrections: 0 })
  })

  it('puts what is doubted first, and leaves out what was settled', async () => {
    const last = commits.at(-1) as CommitId
    const ref = correctionsRef(DEFAULT_NOTES_REF)
    const by = { reason: 'The broker holds 16.', author: 'Ada <ada@example.com>', timestamp: '2024-02-01T00:00:00Z' }
    const corrections = [
      { correction_type: 'flag', file: FILE, anchor: 'Pool::open', ...by },
      { correction_type: 'amend', field: 'constraints', target_value: 'At most 8.', replacement: 'At most 16.', ...by },
      { correction_type: 'remove', field: 'constraints', target_value: 'Never said.', ...by },
    ]
    const lines = corrections.map((each) => JSON.stringify({ $schema: 'chronicle-correction/v1', ...each }))
    await repository.note(last, `${lines.join('\n')}\n`, ref)
    const output = await lookup()
    expect(output.regions.flatMap(({ constraints }) => constraints.map(({ text }) => text))).toContain('At most 16.')
    const byType = [...output.open_corrections].sort((a, b) => (a.correction_type < b.correction_type ? -1 : 1))
    expect(byType).toEqual([
      { commit: last, file: FILE, anchor: 'Pool::open', correction_type: 'flag', ...by },
      {
        ...{ commit: last, file: FILE, anchor: 'Pool::open', correction_type: 'remove', field: 'constraints' },
        ...{ target_value: 'Never said.', ...by },
      },
    ])
    const text = renderAnswer(output, 'markdown')
    expect(text.indexOf('**Open corrections:**')).toBeLessThan(text.indexOf('## '))
    expect(text).toContain(
      `- ${FILE} — Pool::open (${last.slice(0, 7)}): flag: The broker holds 16. (Ada <ada@example.com>, 2024-02-01)`,
    )
    await repository.git('update-ref', '-d', ref)
  })

  it('gives up reasoning and earlier steps before rules, and says what it withheld', async () => {
    const whole = await lookup()
    const size = (output: LookupOutput): number => Math.ceil(Buffer.byteLength(renderAnswer(output, 'markdown')) / 4)
    expect(whole.history[0]).toHaveProperty('reasoning')
    const first = await lookup({ maxTokens: size(whole) - 20 })
    expect(first.history).toHaveLength(5)
    expect(first.history[0]).not.toHaveProperty('reasoning')
    expect(first.trimmed?.withheld_fields).toEqual(['history.reasoning'])
    const small = await lookup({ maxTokens: 200 })
    expect([small.history, small.trimmed?.withheld['history']]).toEqual([[], 5])
    expect(small.regions.length).toBeGreaterThan(0)
    expect(small.regions[0]?.constraints).toEqual(
      whole.regions.find(({ commit }) => commit === small.regions[0]?.commit)?.constraints,
    )
    expect(small.trimmed?.remedy).toEqual({ option: 'maxTokens', value: expect.any(Number) as number })
    expect(size(small)).toBeLessThanOrEqual(200)
    expect((await lookup({ maxTokens: 1 })).trimmed).toMatchObject({ over_budget: true })
  })

  it('is about a whole file, any state of it, and says when nothing is recorded', async () => {
    const file = await lookup({ anchor: undefined })
    expect(file.regions.length).toBeGreaterThan(0)
    const before = await lookup({ at: commits[2] })
    expect(before.query).toMatchObject({ at: commits[2], commit: commits[2] })
    expect(before.regions.map(({ intent }) => intent)).not.toContain('Room for 8.')
    await repository.commitFiles('New', { 'new.ts': 'export {}\n' })
    const nothing = (await queries.lookup({ file: 'new.ts' }))._unsafeUnwrap()
    expect(renderAnswer(nothing, 'markdown')).toContain('no record. The lookup succeeded; no annotation is about it.')
  })

  it('fails where the budget is none', async () => {
    const error = (await queries.lookup({ file: FILE, maxTokens: -1 }))._unsafeUnwrapErr()
    expect(error.code).toBe('invalid_query')
    expect(error.message).toContain('The token budget -1 is not a whole number of 1 or more.')
  })
})
