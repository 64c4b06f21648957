import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, createReadPipeline, type Queries } from '@chronicle/core'
import type { GitBackend } from '@chronicle/core/contracts'
import { openRecorded } from '@chronicle/core/review'
import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const KEEP = "export function keep(): string {\n  return 'kept as it was'\n}\n"
const MEAN = `export function mean(list: number[]): number {
  const sum = list.reduce((a, b) => a + b, 0)
  return sum / list.length
}
`
const OTHER = 'export function other(): number {\n  return 1\n}\n'

let repository: FixtureRepository
let git: GitBackend
let queries: Queries

beforeEach(async () => {
  repository = await createFixtureRepository()
  const first = await repository.commitFiles('First', {
    'a.ts': `${KEEP}\n${MEAN}`,
    'b.ts': OTHER,
    'user.ts': 'export function user(): number {\n  return mean([1])\n}\n',
  })
  const mean = { file: 'a.ts', ast_anchor: { type: 'function', name: 'mean' }, lines: { start: 5, end: 8 } }
  const user = { file: 'user.ts', ast_anchor: { type: 'function', name: 'user' }, intent: 'Uses it.' }
  const regions = [
    { ...mean, intent: 'Averages.', constraints: [{ text: 'The list has an entry.', source: 'author' }] },
    { ...user, semantic_dependencies: [{ file: 'a.ts', anchor: 'mean', nature: 'never NaN' }] },
  ]
  await repository.note(first, testNote(first, regions))
  git = createGitCli({ dir: repository.dir })
  queries = createQueries({ git, ast: createTreeSitterParser() })
})
afterEach(async () => {
  await git.close()
  await repository.dispose()
})

async function dependentsOf(file: string, anchor?: string): Promise<readonly string[]> {
  const query = anchor === undefined ? { file } : { file, anchor }
  return (await queries.deps(query))._unsafeUnwrap().dependents.map(({ nature }) => nature)
}

async function constraintsOf(file: string, anchor: string): Promise<readonly string[]> {
  const read = createReadPipeline({ git, ast: createTreeSitterParser() })
  const found = await read.execute({ files: [file], anchor, sources: ['notes'] })
  return found._unsafeUnwrap().regions.flatMap(({ constraints }) => constraints.map(({ text }) => text))
}

async function stepsOf(file: string, anchor?: string): Promise<readonly string[]> {
  const query = anchor === undefined ? { file } : { file, anchor }
  const found = await queries.history({ ...query, sources: ['notes'] })
  return found._unsafeUnwrap().steps.map(({ intent }) => intent ?? '')
}

describe('a unit that was moved to another file', () => {
  it('has its dependents and its history there', async () => {
    await repository.commitFiles('Move', { 'a.ts': KEEP, 'b.ts': `${OTHER}\n${MEAN}` })
    expect(await dependentsOf('b.ts', 'mean')).toEqual(['never NaN'])
    expect(await dependentsOf('b.ts')).toEqual(['never NaN'])
    expect(await dependentsOf('b.ts', 'other')).toEqual([])
    expect(await stepsOf('b.ts', 'mean')).toEqual(['Averages.'])
    expect(await stepsOf('b.ts')).toEqual(['Averages.'])
    expect(await stepsOf('b.ts', 'other')).toEqual([])
  })

  it('is found after its file was renamed before the move', async () => {
    await repository.rename('a.ts', 'z.ts')
    await repository.commit('Rename')
    await repository.commitFiles('Move', { 'z.ts': KEEP, 'b.ts': `${OTHER}\n${MEAN}` })
    expect(await constraintsOf('b.ts', 'mean')).toEqual(['The list has an entry.'])
    expect(await dependentsOf('b.ts', 'mean')).toEqual(['never NaN'])
    expect(await dependentsOf('b.ts', 'other')).toEqual([])
    expect(await stepsOf('b.ts', 'mean')).toEqual(['Averages.'])
    expect(await constraintsOf('z.ts', 'keep')).toEqual([])
  })

  it('is found after it was moved through another file', async () => {
    await repository.commitFiles('Move', { 'a.ts': KEEP, 'c.ts': `${OTHER}\n${MEAN}` })
    await repository.commitFiles('Move on', { 'c.ts': OTHER, 'b.ts': `${OTHER}\n${MEAN}` })
    expect(await constraintsOf('b.ts', 'mean')).toEqual(['The list has an entry.'])
    expect(await dependentsOf('b.ts', 'mean')).toEqual(['never NaN'])
    expect(await constraintsOf('c.ts', 'other')).toEqual([])
  })

  it('is checked in the file that it was moved to, under names that the first one had', async () => {
    await repository.rename('a.ts', 'z.ts')
    await repository.commit('Rename')
    await repository.commitFiles('Move', { 'z.ts': KEEP, 'b.ts': `${OTHER}\n${MEAN}` })
    await repository.commitFiles('Edit', { 'b.ts': `${OTHER}\n${MEAN.replace('sum /', '1 + sum /')}` })
    const checked = await queries.check({ change: { kind: 'range', to: 'HEAD' } })
    const texts = checked._unsafeUnwrap().findings.map(({ text }) => text)
    expect(texts.sort()).toEqual(['The list has an entry.', 'never NaN'])
  })

  it('is where a review looks for it', async () => {
    await repository.commitFiles('Move', { 'a.ts': KEEP, 'b.ts': `${OTHER}\n${MEAN}` })
    await repository.commitFiles('Move on', { 'b.ts': OTHER, 'c.ts': MEAN })
    const recorded = (await openRecorded({ git, ast: createTreeSitterParser() }))._unsafeUnwrap()
    expect((await recorded.unitNow('mean', 'a.ts'))._unsafeUnwrap()).toBe('c.ts')
    expect((await recorded.unitNow('keep', 'a.ts'))._unsafeUnwrap()).toBeUndefined()
    expect((await recorded.unitNow('gone', 'a.ts'))._unsafeUnwrap()).toBeUndefined()
  })

  it('is not one of its name that stands in another file, too', async () => {
    await repository.commitFiles('Copy', { 'a.ts': `${KEEP}// edited\n\n${MEAN}`, 'b.ts': `${OTHER}\n${MEAN}` })
    expect(await dependentsOf('b.ts', 'mean')).toEqual([])
    expect(await stepsOf('b.ts', 'mean')).toEqual([])
  })
})
