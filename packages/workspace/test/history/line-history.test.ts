import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import {
  createLineHistoryReader,
  createMemoryStorage,
  type CacheStorage,
  type GitBackend,
  type LineHistory,
  type LineHistoryRequest,
} from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import { createFixtureRepository, createMemoryGit, type FixtureRepository } from '@chronicle/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { logByGit } from './log-by-git.ts'

const ast = createTreeSitterParser()
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function fixture(): Promise<FixtureRepository> {
  const repository = await createFixtureRepository()
  closing.push(() => repository.dispose())
  return repository
}

function openGit(repository: FixtureRepository): GitBackend {
  const git = createGitCli({ dir: repository.dir })
  closing.push(() => git.close())
  return git
}

/** Returns the source of a four-line function. */
function unit(name: string, first: string, second = 'finish'): string {
  return `export function ${name}(input: string): void {\n  ${first}(input.trim())\n  ${second}(input.length)\n}\n`
}

const OTHER = unit('other', 'prepareOther', 'finishOther')

/** Returns the lines of a unit in the working tree, as the parser finds them, and their history. */
async function historyOf(
  repository: FixtureRepository,
  path: string,
  name: string,
  more: Partial<LineHistoryRequest> & { readonly git?: GitBackend; readonly storage?: CacheStorage } = {},
): Promise<LineHistory & { readonly descriptions: readonly string[]; readonly lines: LineRange }> {
  const { git = openGit(repository), storage = createMemoryStorage(), ...request } = more
  const head = (await git.resolve('HEAD'))._unsafeUnwrap() as CommitId
  const file = (await git.readFile('WORKTREE', path as RepoPath))._unsafeUnwrap()
  const text = new TextDecoder().decode(file?.bytes)
  const outline = (await ast.outline({ path: path as RepoPath, text }))._unsafeUnwrap()
  const lines = outline.units.find((each) => each.name === name)?.lines ?? { start: 1, end: 1 }
  const read = createLineHistoryReader({ git, ast, storage })
  const asked = { at: 'WORKTREE', head, path: path as RepoPath, lines, name, ...request } as const
  const history = (await read(asked))._unsafeUnwrap()
  const descriptions: string[] = []
  for (const { before, commit, path: there, name: unitName } of history.revisions) {
    const subject = await repository.git('show', '-s', '--format=%s', commit)
    descriptions.push(`${subject}: ${there} ${unitName}${before === undefined ? '' : ` by ${before.by}`}`)
  }
  return { ...history, descriptions, lines }
}

describe('the line history of a unit', () => {
  it('is what changed it, with its lines and the share of the change', async () => {
    const repository = await fixture()
    await repository.commitFiles('Add', { 'a.ts': `${OTHER}\n${unit('unit', 'one')}` })
    await repository.commitFiles('Change the other', { 'a.ts': `${unit('other', 'else')}\n${unit('unit', 'one')}` })
    await repository.write({ 'a.ts': `// A line above.\n${unit('other', 'two')}\n${unit('unit', 'two')}` })
    await repository.commit('Change both')
    const { revisions, descriptions, uncommitted, unseen } = await historyOf(repository, 'a.ts', 'unit')
    expect(descriptions).toEqual(['Change both: a.ts unit by lines', 'Add: a.ts unit'])
    expect([uncommitted, unseen]).toEqual([undefined, undefined])
    expect(revisions[0]).toMatchObject({
      ...{ lines: { start: 7, end: 10 }, changed: [{ start: 8, end: 8 }], merge: false },
      before: { path: 'a.ts', lines: { start: 6, end: 9 }, name: 'unit', by: 'lines' },
      changes: { inLines: 2, inFile: 5 },
    })
    expect(revisions[1]).toMatchObject({ lines: { start: 6, end: 9 }, changes: { inLines: 4, inFile: 9 } })
    expect(revisions[1]).not.toHaveProperty('before')
  })

  it('does not go on with the neighbours that one edit changed together with it, as git does', async () => {
    const repository = await fixture()
    const file = (neighbour: string, own: string): string =>
      `export const before = 1\n${unit('neighbour', 'first', neighbour)}${unit('unit', own)}`
    await repository.commitFiles('Add', { 'a.ts': file('one', 'one') })
    await repository.commitFiles('Change the neighbour', { 'a.ts': file('two', 'one') })
    const together = unit('neighbour', 'first', 'three').replace('}\n', '} // end\n') + unit('unit', 'three')
    await repository.write({ 'a.ts': `export const before = 1\n${together.replace('unit(input', 'unit(\n  input')}` })
    const both = await repository.commit('Change the end of one and the beginning of the other')
    const { lines, revisions, descriptions } = await historyOf(repository, 'a.ts', 'unit')
    expect(descriptions).toEqual([
      'Change the end of one and the beginning of the other: a.ts unit by name',
      'Add: a.ts unit',
    ])
    expect(revisions[0]).toMatchObject({ commit: both, before: { lines: { start: 6, end: 9 } } })
    expect(await logByGit(repository, 'a.ts', lines)).toHaveLength(3)
  })

  it('does not go on with a neighbour that one edit inside it took out', async () => {
    const repository = await fixture()
    const own = (line: string): string => `export function unit(input: string): void {\n${line}}\n`
    const neighbour = (line: string): string => `\nexport function neighbour(input: string): void {\n${line}}\n`
    const filler = '  first(input)\n  second(input)\n'
    await repository.commitFiles('Add', { 'a.ts': own('  one(input)\n') + neighbour(filler) })
    await repository.commitFiles('Change the neighbour', {
      'a.ts': own('  one(input)\n') + neighbour(`${filler}  x()\n`),
    })
    // The closing bracket that stays is the neighbour's for git.
    await repository.commitFiles('Take out', { 'a.ts': own('  other(input, neighbours)\n') })
    const { lines, descriptions } = await historyOf(repository, 'a.ts', 'unit')
    expect(descriptions).toEqual(['Take out: a.ts unit by name', 'Add: a.ts unit'])
    expect(await logByGit(repository, 'a.ts', lines)).toHaveLength(3)
  })

  it('does not go on with a method that one edit inside it took out, where the class was renamed too', async () => {
    const repository = await fixture()
    const own = (line: string): string => `  unit(input: string): void {\n${line}  }\n`
    const neighbour = (line: string): string => `\n  neighbour(input: string): void {\n${line}  }\n`
    const inClass = (name: string, body: string): string => `export class ${name} {\n${body}}\n`
    const filler = '    first(input)\n    second(input)\n'
    await repository.commitFiles('Add', { 'a.ts': inClass('Old', own('    one(input)\n') + neighbour(filler)) })
    await repository.commitFiles('Change the neighbour', {
      'a.ts': inClass('Old', own('    one(input)\n') + neighbour(`${filler}    x()\n`)),
    })
    await repository.commitFiles('Divide', { 'a.ts': inClass('New', own('    other(input, neighbours)\n')) })
    const { lines, descriptions } = await historyOf(repository, 'a.ts', 'New::unit')
    expect(descriptions).toEqual(['Divide: a.ts New::unit by name', 'Add: a.ts Old::unit'])
    expect(await logByGit(repository, 'a.ts', lines)).toHaveLength(3)
  })

  it('goes on with a neighbour that was merged into it', async () => {
    const repository = await fixture()
    const own = (body: string): string => `export function unit(input: string): void {\n${body}}\n`
    const parts = (line: string): string => `  third(input)\n  ${line}\n`
    const neighbour = (line: string): string => `\nfunction others(input: string): void {\n${parts(line)}}\n`
    await repository.commitFiles('Add', { 'a.ts': own('  others(input)\n') + neighbour('second(input)') })
    await repository.commitFiles('Change the neighbour', {
      'a.ts': own('  others(input)\n') + neighbour('second(input, 2)'),
    })
    await repository.commitFiles('Merge', {
      'a.ts': own(`  if (input) {\n  ${parts('second(input, 2)').replaceAll('\n  ', '\n    ')}  }\n`),
    })
    const { descriptions } = await historyOf(repository, 'a.ts', 'unit')
    expect(descriptions.map((each) => each.split(':')[0])).toEqual(['Merge', 'Change the neighbour', 'Add'])
  })

  it('goes on where the unit came from, and not with one that only looks like it', async () => {
    const repository = await fixture()
    const error = (name: string): string =>
      `export class ${name} extends Failure {\n  constructor(failure: Error, request: Request) {\n    super(failure.message, failure, request)\n    this.stack = failure.stack\n  }\n}\n`
    await repository.commitFiles('Add one', { 'a.ts': error('ReadError') })
    await repository.commitFiles('Add the other', { 'a.ts': `${error('ReadError')}\n${error('SendError')}` })
    await repository.commitFiles('Move', {
      'a.ts': 'export const a = 1\n',
      'b.ts': `${error('SendError')}\n${error('ReadError')}`,
    })
    const { descriptions } = await historyOf(repository, 'b.ts', 'SendError')
    expect(descriptions).toEqual(['Move: b.ts SendError by move', 'Add the other: a.ts SendError'])
  })

  it('follows a unit alone through a change of white space everywhere', async () => {
    const repository = await fixture()
    await repository.commitFiles('Add', { 'a.ts': `${OTHER}\n${unit('unit', 'one')}` })
    await repository.commitFiles('Change the other', { 'a.ts': `${unit('other', 'two')}\n${unit('unit', 'one')}` })
    const indented = `${unit('other', 'two')}\n${unit('unit', 'one')}`.replace(/\n(?=.)/gu, '\n\t').replace(/^/u, '\t')
    await repository.commitFiles('Indent everything', { 'a.ts': indented.replace('\n\n', '\n \n') })
    const { lines, descriptions } = await historyOf(repository, 'a.ts', 'unit')
    expect(descriptions).toEqual(['Indent everything: a.ts unit by blanks', 'Add: a.ts unit'])
    expect(await logByGit(repository, 'a.ts', lines)).toHaveLength(3)
  })

  it('follows a unit through new names of it and of its file', async () => {
    const repository = await fixture()
    await repository.commitFiles('Add', { 'a.ts': `${OTHER}\n${unit('former', 'one')}` })
    await repository.rename('a.ts', 'src/b.ts')
    await repository.commit('Rename the file')
    const renamed = `// Said of the other.\n${unit('other', 'changed', 'changed')}${unit('unit', 'one')}`
    await repository.commitFiles('Rename the unit', { 'src/b.ts': renamed })
    const { revisions, descriptions } = await historyOf(repository, 'src/b.ts', 'unit')
    expect(descriptions[0]).toMatch(/^Rename the unit: src\/b.ts unit by /u)
    expect(descriptions[1]).toMatch(/^Add: a.ts /u)
    expect(revisions).toHaveLength(2)
  })

  it.each([
    ['another file', false],
    ['another file, changed a little', true],
  ])('goes on where the unit came from %s', async (_, changed) => {
    const repository = await fixture()
    const long = unit('unit', 'one').replace('}\n', '  third(input)\n  fourth(input)\n  fifth(input)\n}\n')
    await repository.commitFiles('Add', { 'a.ts': `${OTHER}\n${long}`, 'b.ts': `${OTHER}\nexport const b = 1\n` })
    const edited = long.replace('third', 'thirdOne')
    await repository.commitFiles('Edit in the first file', { 'a.ts': `${OTHER}\n${edited}` })
    const moved = changed ? edited.replace('fifth', 'last') : edited
    await repository.commitFiles('Move', { 'a.ts': OTHER, 'b.ts': `${OTHER}\nexport const b = 1\n\n${moved}` })
    await repository.write({ 'b.ts': `${OTHER}\nexport const b = 1\n\n${moved.replace('finish', 'end')}` })
    await repository.commit('Edit in the second file')
    const { lines, revisions, descriptions } = await historyOf(repository, 'b.ts', 'unit')
    expect(descriptions).toEqual([
      'Edit in the second file: b.ts unit by lines',
      'Move: b.ts unit by move',
      'Edit in the first file: a.ts unit by lines',
      'Add: a.ts unit',
    ])
    expect(revisions[1]).toMatchObject({ before: { path: 'a.ts', lines: { start: 6, end: 12 }, name: 'unit' } })
    expect(await logByGit(repository, 'b.ts', lines)).toHaveLength(2)
  })

  it('goes on where the unit came from another place of the file, and not where it was copied from', async () => {
    const repository = await fixture()
    const filler = Array.from({ length: 12 }, (_, line) => `export const filler${line} = ${line}\n`).join('')
    await repository.commitFiles('Add', { 'a.ts': `${unit('unit', 'one')}${filler}` })
    await repository.commitFiles('Move down', { 'a.ts': `${filler}${unit('unit', 'one')}` })
    await repository.commitFiles('Copy', { 'b.ts': unit('unit', 'one') })
    expect((await historyOf(repository, 'a.ts', 'unit')).descriptions).toEqual([
      'Move down: a.ts unit by move',
      'Add: a.ts unit',
    ])
    expect((await historyOf(repository, 'b.ts', 'unit')).descriptions).toEqual(['Copy: b.ts unit'])
  })

  it('begins with what is not committed, and goes on with the lines as they are committed', async () => {
    const repository = await fixture()
    await repository.commitFiles('Add', { 'a.ts': `${OTHER}\n${unit('unit', 'one')}` })
    await repository.write({ 'a.ts': `// Above.\n\n${OTHER}\n${unit('unit', 'edited')}` })
    const edited = await historyOf(repository, 'a.ts', 'unit')
    expect(edited.uncommitted).toEqual({ changed: [{ start: 9, end: 9 }] })
    expect(edited.descriptions).toEqual(['Add: a.ts unit'])
    await repository.write({ 'new.ts': unit('unit', 'one') })
    const added = await historyOf(repository, 'new.ts', 'unit')
    expect(added).toMatchObject({ revisions: [], uncommitted: { changed: [{ start: 1, end: 4 }] } })
  })

  it('has the commits of a branch that was merged, and no merge that took the unit as it was there', async () => {
    const repository = await fixture()
    await repository.commitFiles('Add', { 'a.ts': `${OTHER}\n${unit('unit', 'one')}` })
    await repository.branch('topic')
    await repository.commitFiles('Change the other', { 'a.ts': `${unit('other', 'two')}\n${unit('unit', 'one')}` })
    await repository.checkout('topic')
    await repository.commitFiles('Change the unit', { 'a.ts': `${OTHER}\n${unit('unit', 'two')}` })
    await repository.checkout('main')
    await repository.merge('topic', 'Merge')
    const descriptions = ['Change the unit: a.ts unit by lines', 'Add: a.ts unit']
    expect((await historyOf(repository, 'a.ts', 'unit')).descriptions).toEqual(descriptions)
  })
})

describe('the bounds of a line history', () => {
  async function manyEdits(count: number): Promise<FixtureRepository> {
    const repository = await fixture()
    for (let edit = 0; edit < count; edit++) {
      await repository.commitFiles(`Edit ${edit}`, { 'a.ts': `${OTHER}\n${unit('unit', `number${edit}`)}` })
    }
    return repository
  }

  it('ends after so many revisions of the file, and says how many there are', async () => {
    const repository = await manyEdits(6)
    const { descriptions, unseen } = await historyOf(repository, 'a.ts', 'unit', { maxRevisions: 2 })
    expect(descriptions).toEqual(['Edit 5: a.ts unit by lines', 'Edit 4: a.ts unit by lines'])
    expect(unseen).toEqual({ reason: 'limit', revisions: 4 })
  })

  it('keeps nothing that lacks the names of then for want of time, whenever that ends', async () => {
    const repository = await fixture()
    for (const [edit, name] of ['old', 'old', 'old', 'unit', 'unit', 'unit'].entries()) {
      await repository.commitFiles(`Edit ${edit}`, { 'a.ts': `${OTHER}\n${unit(name, `number${edit}`)}` })
    }
    const { descriptions } = await historyOf(repository, 'a.ts', 'unit')
    expect(descriptions.map((each) => each.split(' ')[3])).toEqual(['unit', 'unit', 'unit', 'old', 'old', 'old'])
    const git = openGit(repository)
    for (let last = 1; last <= 12; last++) {
      const over = new AbortController()
      let steps = 0
      const step = (): void => {
        if (++steps === last) over.abort()
      }
      const kept = createMemoryStorage()
      const storage: CacheStorage = {
        ...kept,
        write(key, value) {
          step()
          return kept.write(key, value)
        },
      }
      const slow: GitBackend = {
        ...git,
        readBlobs(blobs, options) {
          step()
          return git.readBlobs(blobs, options)
        },
      }
      const found = await historyOf(repository, 'a.ts', 'unit', { git: slow, until: over.signal, storage })
      if (found.unseen === undefined) expect(found.descriptions).toEqual(descriptions)
      else expect(found.unseen.reason).toBe('stopped')
      expect((await historyOf(repository, 'a.ts', 'unit', { storage: kept })).descriptions).toEqual(descriptions)
    }
  })

  it('ends when there is no time left, with what was found, and fails when it is aborted', async () => {
    const repository = await manyEdits(6)
    const git = openGit(repository)
    const over = new AbortController()
    let reads = 0
    const slow: GitBackend = {
      ...git,
      readBlobs(blobs, options) {
        if (++reads === 2) over.abort()
        return git.readBlobs(blobs, options)
      },
    }
    const storage = createMemoryStorage()
    const stopped = await historyOf(repository, 'a.ts', 'unit', { git: slow, until: over.signal, storage })
    expect(stopped.unseen?.reason).toBe('stopped')
    expect(stopped.revisions.length + (stopped.unseen?.revisions ?? 0)).toBe(6)
    expect((await historyOf(repository, 'a.ts', 'unit', { storage })).descriptions).toHaveLength(6)
    const none = await historyOf(repository, 'a.ts', 'unit', { until: AbortSignal.abort() })
    expect(none).toMatchObject({ revisions: [], unseen: { reason: 'stopped' } })
    const head = (await git.resolve('HEAD'))._unsafeUnwrap() as CommitId
    const read = createLineHistoryReader({ git })
    const asked = { at: { commit: head }, head, path: 'a.ts' as RepoPath, lines: { start: 6, end: 9 } }
    const failed = await read(asked, { signal: AbortSignal.abort() })
    expect(failed._unsafeUnwrapErr().code).toBe('aborted')
  })

  it('is known to the next process, also where the unit is edited and not committed', async () => {
    const repository = await manyEdits(6)
    const storage = createMemoryStorage()
    const first = await historyOf(repository, 'a.ts', 'unit', { storage })
    const git = openGit(repository)
    const asked: string[] = []
    const watched: GitBackend = {
      ...git,
      readBlobs: (blobs, options) => (asked.push(...blobs), git.readBlobs(blobs, options)),
      fileRevisions: (request, options) => (asked.push(request.path), git.fileRevisions!(request, options)),
    }
    expect((await historyOf(repository, 'a.ts', 'unit', { storage, git: watched })).revisions).toEqual(first.revisions)
    expect(asked).toEqual([])
    await repository.write({ 'a.ts': `// Above.\n${OTHER}\n${unit('unit', 'number5', 'edited')}` })
    const edited = await historyOf(repository, 'a.ts', 'unit', { storage, git: watched })
    expect(edited.revisions).toEqual(first.revisions)
    expect(edited.uncommitted).toEqual({ changed: [{ start: 9, end: 9 }] })
  })

  it('says that a shallow clone has no more', async () => {
    const repository = await manyEdits(3)
    const clone = await fixture()
    await clone.git('fetch', '--quiet', '--depth=2', `file://${repository.dir}`, 'main:refs/heads/cut')
    await clone.checkout('cut')
    const { descriptions, unseen } = await historyOf(clone, 'a.ts', 'unit')
    expect(descriptions).toEqual(['Edit 2: a.ts unit by lines', 'Edit 1: a.ts unit'])
    expect(unseen).toEqual({ reason: 'shallow', revisions: 0 })
  })

  it('does without the revisions of a file, over a backend that has none', async () => {
    const { commits, git } = createMemoryGit({
      commits: ['one', 'two', 'two', 'three'].map((first, number) => ({
        files: { 'a.ts': `${OTHER}\n${unit('unit', first)}`, other: String(number) },
      })),
    })
    const { fileRevisions: _, changedPaths: __, ...bare } = git
    const head = commits.at(-1) as CommitId
    const read = createLineHistoryReader({ git: bare, ast })
    const asked = { at: { commit: head }, head, path: 'a.ts' as RepoPath, lines: { start: 6, end: 9 }, name: 'unit' }
    const found = (await read(asked))._unsafeUnwrap()
    expect(found.revisions.map(({ commit }) => commit)).toEqual([commits[3], commits[1], commits[0]])
  })
})
