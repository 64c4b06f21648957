import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import {
  createQueries,
  createReadPipeline,
  formatMarkdown,
  renderAnswer,
  renderSarif,
  type ReadPipeline,
} from '@chronicle/core'
import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, ReadOutput, SummaryOutput } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const RULE = 'Imports no app.'

let repository: FixtureRepository
let git: GitBackend
let pipeline: ReadPipeline

beforeEach(async () => {
  repository = await createFixtureRepository()
  const first = await repository.commitFiles('First', {
    'src/a.ts': 'export const a = 1\nexport const most = 2\n',
    'src/deep/b.ts': 'export const b = "b"\n',
    'other/c.ts': 'export const c = true\n',
  })
  const rule = { file: 'src/', intent: 'App', constraints: [{ text: RULE, source: 'author' }] }
  await repository.note(first, testNote(first, [rule]))
  git = createGitCli({ dir: repository.dir })
  pipeline = createReadPipeline({ git, ast: createTreeSitterParser() })
})
afterEach(async () => {
  await git.close()
  await repository.dispose()
})

async function read(file: string): Promise<ReadOutput> {
  return (await pipeline.execute({ files: [file] }))._unsafeUnwrap()
}

async function rulesOf(file: string): Promise<readonly string[]> {
  return (await read(file)).regions.flatMap(({ constraints }) => constraints.map(({ text }) => text))
}

async function rename(...moves: readonly (readonly [string, string])[]): Promise<void> {
  for (const [from, to] of moves) await repository.rename(from, to)
  await repository.stage()
  await repository.commit('Rename')
}

describe('a rule of a folder', () => {
  it('stands apart from the rules of the folders around it', async () => {
    const head = (await repository.git('rev-parse', 'HEAD')) as CommitId
    const rules = ['src/', 'src/deep/'].map((file) => ({
      ...{ file, intent: 'App', constraints: [{ text: `Rule of ${file}`, source: 'author' }] },
    }))
    await repository.note(head, testNote(head, rules))
    const { regions } = await read('src/deep/b.ts')
    expect(
      regions.map(({ constraints, recorded_file }) => [recorded_file, constraints.map(({ text }) => text)]),
    ).toEqual(
      expect.arrayContaining([
        ['src/', ['Rule of src/']],
        ['src/deep/', ['Rule of src/deep/']],
      ]),
    )
    expect(regions).toHaveLength(2)
  })

  it('is part of the summary of the folder, of those around it and of what is below it', async () => {
    const queries = createQueries({ git, ast: createTreeSitterParser() })
    const summary = async (file: string): Promise<SummaryOutput> => (await queries.summary({ file }))._unsafeUnwrap()
    const own = await summary('src')
    expect(own.units.map(({ constraints, file }) => [file, ...constraints.map(({ text }) => text)])).toEqual([
      ['src/', RULE],
    ])
    expect(own.stats).toMatchObject({ annotated_files: 0, gone_units: 0 })
    expect(renderAnswer(own, 'markdown')).toContain('the folder: App')
    await rename(['src', 'lib'])
    for (const below of ['lib/deep/b.ts', 'lib/a.ts']) {
      expect((await summary(below)).units.map(({ file, intent }) => [file, intent])).toEqual([['lib/', 'App']])
    }
    const unit = (await queries.summary({ file: 'lib/a.ts', anchor: 'most' }))._unsafeUnwrap()
    expect(renderAnswer(unit, 'markdown')).toContain(`- rule for lib/: App\n  - must: ${RULE}\n`)
    expect((await queries.summary({ file: 'lib/a.ts', sources: ['history'] }))._unsafeUnwrap().units).toEqual([])
    expect((await summary('other')).units).toEqual([])
    await repository.write({ 'lib/a.ts': 'export const a = 3\n' })
    const checked = (await queries.check({}))._unsafeUnwrap()
    expect(checked.findings.map(({ folder }) => folder)).toEqual(['lib/'])
    expect(renderAnswer(checked, 'markdown')).toContain('## lib/\nrule for lib/a.ts\n')
    expect(renderSarif(checked)).toContain('(rule for lib/)')
    expect((await summary('')).units.map(({ file }) => file)).toEqual(['lib/'])
    expect((await summary('lib')).stats.gone_units).toBe(0)
  })

  it('answers for a file that is not committed yet', async () => {
    await repository.write({ 'src/new.ts': 'export const fresh = 1\n', 'other/new.ts': '' })
    const output = await read('src/new.ts')
    expect(output.regions.map(({ about, file }) => [about, file])).toEqual([['folder', 'src/new.ts']])
    expect(output.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'file_not_committed: src/new.ts is not committed yet; what is recorded about its folders was read.',
    ])
    const anchored = await pipeline.execute({ files: ['src/new.ts'], anchor: 'fresh' })
    expect(anchored._unsafeUnwrap().regions.map(({ intent }) => intent)).toEqual(['App'])
    const queries = createQueries({ git, ast: createTreeSitterParser() })
    await repository.stage()
    const looked = (await queries.lookup({ file: 'src/new.ts', at: 'INDEX' }))._unsafeUnwrap()
    expect(looked.regions.map(({ intent }) => intent)).toEqual(['App'])
    // Nothing that is recorded could apply to this file.
    const missing = (await pipeline.execute({ files: ['other/new.ts'] }))._unsafeUnwrapErr()
    expect(missing.message).toContain('is not committed yet')
  })

  it('holds under the name that the folder has now, for new files too', async () => {
    await rename(['src', 'lib'])
    await repository.commitFiles('New', { 'lib/new.ts': 'export const fresh = 1\n' })
    for (const file of ['lib/a.ts', 'lib/deep/b.ts', 'lib/new.ts']) expect(await rulesOf(file)).toEqual([RULE])
    expect(await rulesOf('other/c.ts')).toEqual([])
    const output = await read('lib/a.ts')
    expect(output.regions[0]).toMatchObject({ about: 'folder', file: 'lib/a.ts', recorded_file: 'src/' })
    expect(formatMarkdown(output)).toContain('rule for its folder, recorded for src/')
    await rename(['lib', 'packages/core'])
    expect(await rulesOf('packages/core/new.ts')).toEqual([RULE])
  })

  it('is told of a change under the new name, under the id that it had', async () => {
    const queries = createQueries({ git, ast: createTreeSitterParser() })
    const check = async (file: string): Promise<readonly (readonly [string, string, string])[]> => {
      await repository.write({ [file]: 'export const a = 4\nexport const most = 2\n' })
      const checked = await queries.check({ change: { kind: 'worktree' } })
      await repository.git('checkout', '--quiet', '.')
      return checked._unsafeUnwrap().findings.map(({ file: path, id, text }) => [id, path, text])
    }
    const [[id] = ['']] = await check('src/a.ts')
    await rename(['src', 'lib'])
    expect(await check('lib/a.ts')).toEqual([[id, 'lib/a.ts', RULE]])
  })

  it('is told with the folder that the changed file is in, also where the old name exists again', async () => {
    const queries = createQueries({ git, ast: createTreeSitterParser() })
    await rename(['src', 'lib'])
    await repository.write({ 'src/new.ts': 'export const fresh = 1\n' })
    await repository.stage()
    const checked = (await queries.check({ change: { kind: 'staged' } }))._unsafeUnwrap()
    expect(checked.findings.map(({ file, folder }) => [file, folder])).toEqual([['src/new.ts', 'src/']])
    expect(renderAnswer(checked, 'markdown')).toContain('rule for src/new.ts')
  })

  it('holds where a file was edited so much that git sees no rename', async () => {
    await repository.rename('src', 'lib')
    await repository.write({ 'lib/deep/b.ts': 'import nothing from "elsewhere"\n\nnothing()\n' })
    await rename()
    expect(await rulesOf('lib/deep/b.ts')).toEqual([RULE])
  })

  it('does not follow files into a folder that was there', async () => {
    await rename(['src/a.ts', 'other/a.ts'], ['src/deep', 'other/deep'])
    expect(await rulesOf('other/a.ts')).toEqual([])
    expect(await rulesOf('other/c.ts')).toEqual([])
  })

  it('does not follow files that went to several folders', async () => {
    await rename(['src/a.ts', 'one/a.ts'], ['src/deep', 'two/deep'])
    expect(await rulesOf('one/a.ts')).toEqual([])
    expect(await rulesOf('two/deep/b.ts')).toEqual([])
  })
})
