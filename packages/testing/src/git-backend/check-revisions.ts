import type { FileRevision } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { FIXTURE_EPOCH, type FixtureRepository } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { ODD_PATHS } from './check-files.ts'
import { numbered, shallowClone, withHistory } from './contract-histories.ts'
import { requireRevisions, valueOf, type Check, type ContractTools } from './contract-tools.ts'
import { revisionsFromGitLog, type GitLogRevision } from './revisions-from-git-log.ts'

type Tools = Pick<ContractTools, 'open' | 'requires'>

/** Checks the history of one file. */
export function checkRevisions(check: Check): void {
  check('lists edits and the commit that added the file, each with its blobs', async (tools) => {
    const repository = await tools.fixture()
    const first = await repository.commitFiles('First', { 'a.txt': 'one\n', other: 'x\n' })
    await repository.commitFiles('Elsewhere', { other: 'y\n' })
    const third = await repository.commitFiles('Edit', { 'a.txt': 'two\n' })
    const [one, two] = [await repository.blobId(first, 'a.txt'), await repository.blobId(third, 'a.txt')]
    expect(await revisionsOf(tools, repository, 'a.txt')).toEqual([
      {
        commit: third,
        parents: [await repository.git('rev-parse', `${third}^`)],
        committedAt: FIXTURE_EPOCH + 2 * 3600,
        path: 'a.txt',
        blob: two,
        previousBlob: one,
      },
      { commit: first, parents: [], committedAt: FIXTURE_EPOCH, path: 'a.txt', blob: one },
    ])
  })

  check('has no revisions of what never was a file', async (tools) => {
    const repository = await tools.fixture()
    const first = await repository.commitFiles('First', { 'src/a.txt': 'a\n' })
    await repository.submodule('module', first)
    await repository.git('commit', '--quiet', '-m', 'Submodule')
    for (const path of [
      'nothing',
      'src',
      'src/',
      'src/a.txt/b',
      'module',
      '',
      '..',
      '/',
      '*',
      'src/*',
      '.git/config',
    ]) {
      expect([path, await revisionsOf(tools, repository, path)]).toEqual([path, []])
    }
  })

  check('follows a file through its names', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Add a', { a: numbered(1, 20), decoy: numbered(50, 60) })
    await repository.rename('a', 'src/b')
    await repository.commit('Rename to b')
    await repository.commitFiles('Edit b', { 'src/b': numbered(1, 20, 3) })
    await repository.rename('src/b', 'a')
    await repository.commit('Rename back')
    await repository.rename('a', 'c')
    await repository.commitFiles('Rename to c, with an edit', { c: numbered(1, 20, 7) })
    await repository.rename('c', 'd')
    await repository.commit('Rename to d')
    const found = await revisionsOf(tools, repository, 'd')
    expect(await describeRevisions(repository, found)).toEqual([
      'Rename to d: c → d',
      'Rename to c, with an edit: a → c',
      'Rename back: src/b → a',
      'Edit b: src/b',
      'Rename to b: a → src/b',
      'Add a: + a',
    ])
    expect(found.map(plain)).toEqual(await revisionsFromGitLog(repository, 'd'))
    const gone = await revisionsOf(tools, repository, 'a')
    expect((await describeRevisions(repository, gone)).slice(0, 2)).toEqual([
      'Rename to c, with an edit: a → c, gone',
      'Rename back: src/b → a',
    ])
    expect(gone.slice(1)).toEqual(found.slice(2))
  })

  check('follows each part of a file that became a folder of its name', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Add tool', { tool: numbered(1, 20) })
    await repository.remove('tool')
    await repository.commitFiles('Split', { 'tool/like it': numbered(1, 20, 3), 'tool/less so': numbered(1, 24, 7) })
    for (const path of ['tool/like it', 'tool/less so']) {
      const found = await revisionsOf(tools, repository, path)
      expect(await describeRevisions(repository, found)).toEqual([`Split: tool → ${path}`, 'Add tool: + tool'])
      expect(found.map(plain)).toEqual(await revisionsFromGitLog(repository, path))
    }
  })

  check('leaves out an earlier file of a name that another file took', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('First', { old: numbered(1, 20), name: numbered(30, 50) })
    await repository.commitFiles('Edit the earlier file', { name: numbered(30, 50, 35) })
    await repository.remove('name')
    await repository.commit('Delete the earlier file')
    await repository.rename('old', 'name')
    await repository.commit('Take the name')
    await repository.commitFiles('Edit', { name: numbered(1, 20, 5) })
    const found = await revisionsOf(tools, repository, 'name')
    expect(await describeRevisions(repository, found)).toEqual([
      'Edit: name',
      'Take the name: old → name',
      'First: + old',
    ])
    expect(found.map(plain)).toEqual(await revisionsFromGitLog(repository, 'name'))
  })

  check('lists a deletion, and what came before it under the same name', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Add', { a: numbered(1, 5), other: 'x\n' })
    await repository.remove('a')
    await repository.commit('Delete')
    expect(await describeFileRevisions(tools, repository, 'a')).toEqual(['Delete: − a', 'Add: + a'])
    await repository.commitFiles('Add again', { a: numbered(30, 40) })
    const again = await revisionsOf(tools, repository, 'a')
    expect(await describeRevisions(repository, again)).toEqual(['Add again: + a', 'Delete: − a', 'Add: + a'])
    expect(again[1]).not.toHaveProperty('blob')
    expect(again.map(plain)).toEqual(await revisionsFromGitLog(repository, 'a'))
  })

  check('takes two files that changed places for edits of both', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Add', { a: numbered(1, 20), b: numbered(50, 70) })
    await repository.commitFiles('Swap', { b: numbered(1, 20), a: numbered(50, 70) })
    expect(await describeFileRevisions(tools, repository, 'a')).toEqual(['Swap: a', 'Add: + a'])
    expect(await describeFileRevisions(tools, repository, 'b')).toEqual(['Swap: b', 'Add: + b'])
  })

  check('follows a file that became a folder, and a folder that became a file', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Add', { name: numbered(1, 20) })
    await repository.rename('name', 'kept')
    await repository.rename('kept', 'name/index')
    await repository.commitFiles('Make a folder of it', { 'name/other': numbered(30, 50) })
    await repository.write({ 'name/index': numbered(1, 20, 9), 'name/other': numbered(30, 50, 35) })
    await repository.commit('Edit in the folder')
    const inFolder = ['Edit in the folder: name/index', 'Make a folder of it: name → name/index', 'Add: + name']
    expect(await describeFileRevisions(tools, repository, 'name/index')).toEqual(inFolder)
    expect(await describeFileRevisions(tools, repository, 'name')).toEqual([
      'Make a folder of it: name → name/index, gone',
      'Add: + name',
    ])
    await repository.rename('name/index', 'kept')
    await repository.remove('name')
    await repository.rename('kept', 'name')
    await repository.commit('Make a file of it')
    expect(await describeFileRevisions(tools, repository, 'name')).toEqual([
      'Make a file of it: name/index → name',
      ...inFolder,
    ])
  })

  check('follows both files that one was split into, and says where most of it went', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Add', { whole: numbered(1, 100), other: 'x\n' })
    await repository.remove('whole')
    await repository.commitFiles('Split', { large: numbered(1, 80), small: numbered(40, 100) })
    for (const name of ['large', 'small']) {
      const found = await revisionsOf(tools, repository, name)
      expect(await describeRevisions(repository, found)).toEqual([`Split: whole → ${name}`, 'Add: + whole'])
    }
    expect(await describeFileRevisions(tools, repository, 'whole')).toEqual([
      'Split: whole → large, gone',
      'Add: + whole',
    ])
  })

  check('leaves out merges that took a file over, and lists those that made it', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('Base', { a: numbered(1, 30), conflict: 'base\n', stays: 'x\n' })
    await repository.branch('topic')
    const ours = await repository.commitFiles('Ours', { a: numbered(1, 30, 2), conflict: 'ours\n' })
    await repository.checkout('topic')
    await repository.commitFiles('Theirs', { a: numbered(1, 30, 28), conflict: 'theirs\n', added: numbered(60, 80) })
    await repository.checkout('main')
    const merge = await repository.merge('topic', 'Merge', { resolve: () => repository.write({ conflict: 'both\n' }) })
    expect(await describeFileRevisions(tools, repository, 'added')).toEqual(['Theirs: + added'])
    expect(await describeFileRevisions(tools, repository, 'stays')).toEqual(['Base: + stays'])
    for (const name of ['a', 'conflict']) {
      const [made, ...rest] = await revisionsOf(tools, repository, name)
      expect(made).toMatchObject({ commit: merge, previousBlob: await repository.blobId(ours, name) })
      expect(made?.parents).toHaveLength(2)
      expect(await describeRevisions(repository, rest)).toEqual([`Theirs: ${name}`, `Ours: ${name}`, `Base: + ${name}`])
    }
  })

  check('follows each side of a merge under the name that the file has there', async (tools) => {
    for (const renameOn of ['main', 'topic']) {
      const repository = await tools.fixture()
      await repository.commitFiles('Base', { old: numbered(1, 30), stays: 'x\n' })
      await repository.branch('topic')
      await repository.checkout(renameOn)
      await repository.rename('old', 'new')
      await repository.commit('Rename')
      await repository.checkout(renameOn === 'main' ? 'topic' : 'main')
      await repository.commitFiles('Edit under the old name', { old: numbered(1, 30, 17) })
      await repository.checkout('main')
      await repository.merge('topic', 'Merge')
      await repository.commitFiles('Edit', { new: numbered(1, 29, 17) })
      expect(await describeFileRevisions(tools, repository, 'new')).toEqual([
        'Edit: new',
        // The merge is compared with its first parent, which either did the rename or did not.
        renameOn === 'main' ? 'Merge: new' : 'Merge: old → new',
        'Edit under the old name: old',
        'Rename: old → new',
        'Base: + old',
      ])
    }
  })

  check('follows odd paths, links and modes', async (tools) => {
    const repository = await tools.fixture()
    const names = [...ODD_PATHS, 'e'.repeat(40), ':100644 100644 a b M']
    await repository.write(Object.fromEntries(names.map((name, index) => [name, numbered(index * 99, index * 99 + 9)])))
    await repository.commit('Add')
    for (const [index, name] of names.entries()) await repository.rename(name, `moved/${index}`)
    await repository.commit('Away')
    for (const [index, name] of names.entries()) await repository.rename(`moved/${index}`, name)
    await repository.commit('Back')
    for (const [index, name] of names.entries()) {
      const lines = [`Back: moved/${index} → ${name}`, `Away: ${name} → moved/${index}`, `Add: + ${name}`]
      expect(await describeFileRevisions(tools, repository, name)).toEqual(lines)
    }
    await repository.commitFiles('Add a program', { plain: { executable: numbered(1, 9) } })
    await repository.git('update-index', '--chmod=-x', 'plain')
    await repository.git('commit', '--quiet', '-m', 'Mode')
    await repository.git('checkout', '--quiet', '--', 'plain')
    await repository.commitFiles('Link', { plain: { symlink: 'elsewhere' } })
    const [link, mode, add] = await revisionsOf(tools, repository, 'plain')
    expect(
      await describeRevisions(
        repository,
        [link, mode, add].filter((one) => one !== undefined),
      ),
    ).toEqual(['Link: plain', 'Mode: plain', 'Add a program: + plain'])
    expect(mode?.blob).toBe(mode?.previousBlob)
  })

  check('begins at the edge of a shallow clone', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('First', { a: numbered(1, 9) })
    const second = await repository.commitFiles('Second', { a: numbered(1, 9, 2) })
    await repository.rename('a', 'b')
    const third = await repository.commit('Third')
    const { fileRevisions } = requireRevisions(await tools.open(await shallowClone(repository)), tools)
    const found = await valueOf(fileRevisions({ from: third, path: 'b' as RepoPath }))
    expect(found.map(({ commit, parents }) => ({ commit, parents }))).toEqual([
      { commit: third, parents: [second] },
      { commit: second, parents: [] },
    ])
    expect(found[1]).not.toHaveProperty('previousBlob')
  })

  check('lists all revisions since a time, and need not list older ones', async (tools) => {
    const repository = await tools.fixture()
    for (let index = 0; index < 6; index++) {
      if (index === 3) await repository.rename('a', 'b')
      await repository.commitFiles(`Commit ${index}`, { [index < 3 ? 'a' : 'b']: numbered(1, 20, index) })
    }
    const from = await repository.head()
    const { fileRevisions } = requireRevisions(await tools.open(repository.dir), tools)
    const all = await valueOf(fileRevisions({ from, path: 'b' as RepoPath }))
    expect(all).toHaveLength(6)
    for (const since of [0, 5, ...all.flatMap(({ committedAt }) => [committedAt, committedAt + 1]), 2e9]) {
      const found = await valueOf(fileRevisions({ from, path: 'b' as RepoPath, since }))
      const recent = ({ committedAt }: FileRevision): boolean => committedAt >= since
      expect([since, found.filter(recent)]).toEqual([since, all.filter(recent)])
    }
  })

  check('follows files of generated histories without merges as git log --follow does', async (tools) => {
    requireRevisions(await tools.open((await tools.fixture()).dir), tools)
    await fc.assert(
      fc.asyncProperty(historyArbitrary({ merges: false }), (plan) =>
        withHistory(tools, plan, async ({ repository, paths }) => {
          const empty = await repository.git('hash-object', '-t', 'blob', '/dev/null')
          for (const path of paths) {
            const found = await revisionsOf(tools, repository, path)
            // To git, an empty file is also a copy of any other empty file.
            if (found.some(({ blob }) => blob === empty)) continue
            expect(found.map(plain)).toEqual(await revisionsFromGitLog(repository, path))
          }
        }),
      ),
      { numRuns: 12, seed: 20_240_104 },
    )
  })

  check('lists the commits of git log in generated histories without renames', async (tools) => {
    requireRevisions(await tools.open((await tools.fixture()).dir), tools)
    const plans = historyArbitrary({ renames: false, maxCommits: 16 })
    await fc.assert(
      fc.asyncProperty(plans, (plan) =>
        withHistory(tools, plan, async ({ repository, paths }) => {
          for (const path of paths) {
            const found = (await revisionsOf(tools, repository, path)).filter((one) => one.previousPath === undefined)
            const listed = new Set((await repository.git('log', '--format=%H', '--', `:(literal)${path}`)).split('\n'))
            for (const { commit } of found) expect(listed).toContain(commit)
            if (found.every(({ renamedTo }) => renamedTo === undefined)) expect(found).toHaveLength(listed.size)
          }
        }),
      ),
      { numRuns: 12, seed: 20_240_105 },
    )
  })

  check('has every commit that blame names in generated histories, and true blobs', async (tools) => {
    requireRevisions(await tools.open((await tools.fixture()).dir), tools)
    await fc.assert(
      fc.asyncProperty(historyArbitrary({ maxCommits: 16 }), (plan) =>
        withHistory(tools, plan, async ({ repository, paths }) => {
          for (const path of paths) {
            const found = await revisionsOf(tools, repository, path)
            const commits = found.map(({ commit, path: name }) => JSON.stringify([commit, name]))
            expect(new Set(commits).size).toBe(commits.length)
            expect(found).toEqual(found.toSorted((a, b) => b.committedAt - a.committedAt))
            for (const named of await blamedByGit(repository, path)) expect(commits).toContain(named)
            for (const { commit, path: name, blob, parents, previousPath = name, previousBlob } of found) {
              expect(await blobAt(repository, commit, name)).toBe(blob)
              if (parents[0] !== undefined)
                expect(await blobAt(repository, parents[0], previousPath)).toBe(previousBlob)
            }
          }
        }),
      ),
      { numRuns: 8, seed: 20_240_106 },
    )
  })
}

async function revisionsOf(
  tools: Tools,
  repository: FixtureRepository,
  path: string,
): Promise<readonly FileRevision[]> {
  const backend = await tools.open(repository.dir)
  const { fileRevisions } = requireRevisions(backend, tools)
  const revisions = await valueOf(fileRevisions({ from: await repository.head(), path: path as RepoPath }))
  await backend.close()
  return revisions
}

/** Returns the revisions of a file, one line each. */
async function describeFileRevisions(
  tools: Tools,
  repository: FixtureRepository,
  path: string,
): Promise<readonly string[]> {
  return describeRevisions(repository, await revisionsOf(tools, repository, path))
}

/** Formats each revision as one line: the subject, and what happened to the file. */
async function describeRevisions(
  repository: FixtureRepository,
  revisions: readonly FileRevision[],
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { commit, path, blob, previousBlob, previousPath, renamedTo } of revisions) {
    const subject = await repository.git('log', '-1', '--format=%s', commit)
    const arrow =
      renamedTo === undefined
        ? previousPath === undefined
          ? path
          : `${previousPath} → ${path}`
        : `${path} → ${renamedTo}, gone`
    const sign = previousBlob === undefined ? '+ ' : blob === undefined && renamedTo === undefined ? '− ' : ''
    lines.push(`${subject}: ${sign}${arrow}`)
  }
  return lines
}

/** Returns a revision in the form of `git log --follow`. */
function plain({ commit, path, blob, previousBlob, previousPath }: FileRevision): GitLogRevision {
  return { commit, path, previousPath: previousPath ?? path, blob, previousBlob }
}

async function blobAt(repository: FixtureRepository, commit: CommitId, path: string): Promise<string | undefined> {
  const args = ['ls-tree', '-z', '--full-tree', commit, '--', `${path}`]
  const entry = (await repository.gitBytes(args, { environment: { GIT_LITERAL_PATHSPECS: '1' } })).toString('utf8')
  return / blob ([0-9a-f]+)\t/.exec(entry)?.[1]
}

/** Returns the commits and paths that `git blame` finds for the lines of a file. */
async function blamedByGit(repository: FixtureRepository, path: string): Promise<readonly string[]> {
  const porcelain = await repository.git('blame', '--line-porcelain', 'HEAD', '--', path)
  const named = new Set<string>()
  let commit = ''
  for (const line of porcelain.split('\n')) {
    commit = /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? commit
    const name = /^filename (.*)$/.exec(line)?.[1]
    // Names that git quotes as in C are skipped here and tested elsewhere.
    if (name !== undefined && !name.startsWith('"')) named.add(JSON.stringify([commit, name]))
  }
  return [...named]
}
