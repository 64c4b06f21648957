import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitChanges, FileChange, GitBackend } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { everyChange, numbered } from './check-diff.ts'
import { ODD_PATHS } from './check-files.ts'
import { withHistory } from './contract-histories.ts'
import { errorOf, valueOf, type Check } from './contract-tools.ts'
import { applyHunks, linesAt } from './apply-hunks.ts'

type ChangesOf = NonNullable<GitBackend['changesOf']>

const NOWHERE = 'd'.repeat(40) as CommitId

/** Checks what commits changed. */
export function checkChangesOf(check: Check): void {
  check('tells what every kind of change did, with blobs and kinds', async ({ fixture, open, requires }) => {
    const { repository, after } = await everyChange(fixture)
    const changesOf = requires(await open(repository.dir), 'changesOf')
    const [changes] = await valueOf(changesOf([after]))
    expect(changes?.commit).toBe(after)
    const entries = (changes?.files ?? []).map(({ status, kind, oldPath, newPath, binary, hunks }) => {
      return [newPath ?? oldPath ?? '', [status, kind, binary, hunks.length]] as const
    })
    expect(Object.fromEntries(entries)).toEqual({
      added: ['added', undefined, false, 1],
      binary: ['modified', undefined, true, 0],
      deleted: ['deleted', undefined, false, 1],
      edited: ['modified', undefined, false, 4],
      mode: ['modified', undefined, false, 0],
      module: ['modified', 'submodule', false, 0],
      'moved/and edited': ['renamed', undefined, false, 1],
      'moved/as it was': ['renamed', undefined, false, 0],
      'to a link': ['modified', 'symlink', false, 1],
    })
    await expectChanges(changesOf, repository, [after])
  })

  check('a root commit adds everything, an empty commit changes nothing', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const root = await repository.commitFiles('Root', { a: 'x\n', empty: '', link: { symlink: 'a' } })
    const empty = await repository.commit('Empty')
    const changesOf = requires(await open(repository.dir), 'changesOf')
    const changes = await valueOf(changesOf([empty, root]))
    expect(changes.map(({ commit, files }) => [commit, files.map(({ newPath }) => newPath)])).toEqual([
      [empty, []],
      [root, ['a', 'empty', 'link']],
    ])
    await expectChanges(changesOf, repository, [root, empty])
  })

  check('answers in the order asked, each once, and leaves out what is no commit', async (tools) => {
    const repository = await tools.fixture()
    const first = await repository.commitFiles('First', { a: 'x\n' })
    const second = await repository.commitFiles('Second', { a: 'y\n' })
    const changesOf = tools.requires(await tools.open(repository.dir), 'changesOf')
    const blob = (await repository.blobId('HEAD', 'a')) as string as CommitId
    const tree = (await repository.git('rev-parse', 'HEAD^{tree}')) as CommitId
    await repository.tag('annotated', { message: 'A tag' })
    const tag = (await repository.git('rev-parse', 'annotated')) as CommitId
    const asked = [second, NOWHERE, blob, first, tree, '--output=x' as CommitId, tag, 'HEAD' as CommitId, second]
    expect((await valueOf(changesOf(asked))).map(({ commit }) => commit)).toEqual([second, first])
    expect(await valueOf(changesOf([]))).toEqual([])
    expect(await valueOf(changesOf([NOWHERE]))).toEqual([])
  })

  check('of a merge, tells what is in none of its parents', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.write({ both: numbered(30), gone: 'x\n', mode: 'm\n', theirs: 'a\n', binary: new Uint8Array([0]) })
    await repository.commit('Base')
    await repository.branch('side')
    await repository.commitFiles('Ours', {
      both: numbered(30).replace('line 5\n', 'ours 5\n').replace('line 10\n', 'ours 10\n'),
      binary: new Uint8Array([0, 1]),
    })
    await repository.checkout('side')
    await repository.commitFiles('Theirs', {
      both: numbered(30).replace('line 5\n', 'theirs 5\n').replace('line 20\n', 'theirs 20\n'),
      theirs: 'b\n',
      new: 'from their side\n',
      binary: new Uint8Array([0, 2]),
    })
    await repository.checkout('main')
    const merge = await repository.merge('side', 'Merge', {
      resolve: async () => {
        const lines = numbered(30).replace('line 10\n', 'ours 10\n').replace('line 20\n', 'theirs 20\n')
        await repository.write({
          both: lines.replace('line 5\n', 'of both\nand more\n').replace('line 25\n', ''),
          binary: new Uint8Array([0, 3]),
          own: 'the merge alone\n',
        })
        await repository.remove('gone')
        await chmod(join(repository.filesDir, 'mode'), 0o755)
      },
    })
    const changesOf = requires(await open(repository.dir), 'changesOf')
    const [changes] = await valueOf(changesOf([merge]))
    expect(changes?.files.map(short)).toEqual([
      ['modified', 'binary', []],
      ['modified', 'both', ['5,1 5,2', '25,1 25,0']],
      ['deleted', 'gone', ['1,1 0,0']],
      ['modified', 'mode', []],
      ['added', 'own', ['0,0 1,1']],
    ])
    await expectChanges(changesOf, repository, [merge])
  })

  check('a merge without conflicts changes nothing itself', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.commitFiles('Base', { both: numbered(30), ours: 'a\n', renamed: numbered(20) })
    await repository.branch('side')
    await repository.branch('other')
    await repository.write({ both: numbered(30).replace('line 3\n', 'ours\n'), ours: 'b\n' })
    await repository.rename('renamed', 'under another name')
    await repository.commit('Ours')
    await repository.checkout('side')
    await repository.write({ both: numbered(30).replace('line 25\n', 'theirs\n'), new: 'x\n' })
    await repository.commitFiles('Theirs', { renamed: numbered(20).replace('line 9\n', 'edited\n') })
    await repository.checkout('other')
    await repository.commitFiles('Third', { third: 'x\n' })
    await repository.checkout('main')
    const merge = await repository.merge('side', 'Merge')
    await repository.git('merge', '--quiet', '--no-edit', 'other', 'HEAD~1')
    const octopus = await repository.head()
    const changesOf = requires(await open(repository.dir), 'changesOf')
    expect(await valueOf(changesOf([merge, octopus]))).toEqual([
      { commit: merge, files: [] },
      { commit: octopus, files: [] },
    ])
  })

  check('names odd paths, and content that looks like output is content', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const look = `${NOWHERE}\n-- a/x\n++ b/x\ndiff --git a/x b/x\n@@ -1 +1 @@\n:100644 100644 a b M\ty\n\\ No newline\n`
    await repository.commitFiles('Odd', Object.fromEntries(ODD_PATHS.map((name) => [name, look])))
    await repository.branch('side')
    await repository.write(Object.fromEntries(ODD_PATHS.map((name) => [name, `ours\n${look}`])))
    const ours = await repository.commit('Ours')
    await repository.checkout('side')
    await repository.commitFiles('Theirs', Object.fromEntries(ODD_PATHS.map((name) => [name, `theirs\n${look}`])))
    await repository.checkout('main')
    const merge = await repository.merge('side', 'Merge', {
      resolve: () => repository.write(Object.fromEntries(ODD_PATHS.map((name) => [name, `both\n${look}${look}`]))),
    })
    const changesOf = requires(await open(repository.dir), 'changesOf')
    const [first, second] = await valueOf(changesOf([ours, merge]))
    expect(first?.files.map(({ newPath }) => newPath).toSorted()).toEqual(ODD_PATHS.toSorted())
    expect(second?.files.map(({ newPath }) => newPath).toSorted()).toEqual(ODD_PATHS.toSorted())
    await expectChanges(changesOf, repository, [ours, merge])
  })

  check('at the edge of a shallow clone, says that it does not know', async ({ fixture, open, requires, skip }) => {
    const repository = await fixture()
    await repository.commitFiles('First', { a: 'x\n' })
    const edge = await repository.commitFiles('Second', { a: 'y\n' })
    const tip = await repository.commitFiles('Third', { a: 'z\n' })
    const target = await fixture({ bare: true })
    await target.git('fetch', '--quiet', '--depth=2', `file://${repository.dir}`, 'main:main')
    const backend = await open(target.dir)
    if ((await valueOf(backend.describe())).shallow !== true) skip(`${backend.name} knows no shallow repositories`)
    const changes = await valueOf(requires(backend, 'changesOf')([tip, edge]))
    expect(changes.map(({ cutOff, files }) => [cutOff, files.length])).toEqual([
      [undefined, 1],
      [true, 0],
    ])
  })

  check('tells changes in a sha256 repository', async ({ fixture, open, requires, skip }) => {
    const repository = await fixture({ objectFormat: 'sha256' })
    const commit = await repository.commitFiles('First', { a: 'x\n' })
    const backend = await open(repository.dir)
    if (!backend.supports.objectFormats.includes('sha256')) skip(`${backend.name} reads no sha256 repositories`)
    await expectChanges(requires(backend, 'changesOf'), repository, [commit])
  })

  check('gives changes up when told to', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const changesOf = requires(await open(repository.dir), 'changesOf')
    expect((await errorOf(changesOf([commit], { signal: AbortSignal.abort() }))).code).toBe('aborted')
  })

  check('the changes of generated histories are those that git shows', async ({ fixture, open, requires }) => {
    requires(await open((await fixture()).dir), 'changesOf')
    await fc.assert(
      fc.asyncProperty(historyArbitrary({ maxCommits: 8 }), (plan) =>
        withHistory({ open }, plan, async ({ repository, commits }, backend) => {
          await expectChanges(requires(backend, 'changesOf'), repository, commits)
        }),
      ),
      { numRuns: 10 },
    )
  })
}

function short({ status, oldPath, newPath, hunks }: FileChange): readonly [string, string | undefined, string[]] {
  const spans = hunks.map((hunk) => `${hunk.old.start},${hunk.old.count} ${hunk.new.start},${hunk.new.count}`)
  return [status, newPath ?? oldPath, spans]
}

/** Checks that git shows the same for each commit, when asked one at a time and in another way. */
async function expectChanges(
  changesOf: ChangesOf,
  repository: FixtureRepository,
  commits: readonly CommitId[],
): Promise<void> {
  const all = await valueOf(changesOf(commits))
  expect(all.map(({ commit }) => commit)).toEqual(commits)
  for (const changes of all) await expectAsGitShows(changes, repository)
}

/** Compares the changes of one commit with `git diff` and `git ls-tree`. */
async function expectAsGitShows(changes: CommitChanges, repository: FixtureRepository): Promise<void> {
  const { commit, files } = changes
  const parents = (await repository.git('rev-list', '--parents', '--no-walk', commit)).split(' ').slice(1)
  if (parents.length > 1) return expectMergeOnlyLines(changes, parents as CommitId[], repository)
  const emptyTree = (await repository.gitBytes(['mktree'], { input: '' })).toString('latin1').trim()
  const from = (parents[0] ?? emptyTree) as CommitId
  const raw = await repository.gitBytes(['diff', '--raw', '--no-abbrev', '-z', '-M', from, commit])
  expect(files.map(factsOf).toSorted()).toEqual(factsFromRaw(raw.toString('utf8')).toSorted())
  for (const file of files) {
    if (file.binary || file.kind === 'submodule') continue
    const before = file.oldPath === undefined ? [] : await linesAt(repository, from, file.oldPath)
    const after = file.newPath === undefined ? [] : await linesAt(repository, commit, file.newPath)
    expect([file, applyHunks(file, before, after)]).toEqual([file, after])
  }
}

function factsOf({ status, oldPath, newPath, oldBlob, newBlob }: FileChange): string {
  return [status, oldPath, newPath, oldBlob, newBlob].join('\t')
}

/** Parses `:100644 100644 <id> <id> M NUL path NUL`, with a second path for a rename. */
function factsFromRaw(text: string): readonly string[] {
  const fields = text.split('\0')
  const facts: string[] = []
  for (let index = 0; index + 1 < fields.length;) {
    const [oldMode, newMode, oldId, newId, letter = ''] = (fields[index++] ?? '').slice(1).split(' ')
    const first = fields[index++] ?? ''
    const second = letter.startsWith('R') ? fields[index++] : first
    const [oldBlob, newBlob] = [oldMode === '160000' ? '' : oldId, newMode === '160000' ? '' : newId]
    const status = { A: 'added', D: 'deleted', R: 'renamed' }[letter.slice(0, 1)] ?? 'modified'
    facts.push(
      [
        status,
        status === 'added' ? '' : first,
        status === 'deleted' ? '' : second,
        status === 'added' ? '' : oldBlob,
        status === 'deleted' ? '' : newBlob,
      ].join('\t'),
    )
  }
  return facts
}

/** Checks the lines that a merge takes from no parent: those that `git diff` with each parent shows as new. */
async function expectMergeOnlyLines(
  { commit, files }: CommitChanges,
  parents: readonly CommitId[],
  repository: FixtureRepository,
): Promise<void> {
  const filesByPath = new Map(
    files.filter(({ hunks }) => hunks.some((hunk) => hunk.new.count > 0)).map((file) => [file.newPath, file]),
  )
  const perParent = await Promise.all(parents.map((parent) => addedLines(repository, parent, commit)))
  const paths = [...(perParent[0]?.keys() ?? [])].filter((path) => perParent.every((lines) => lines.has(path)))
  const own = paths.flatMap((path): [string, number[]][] => {
    const [first, ...others] = perParent.map((lines) => lines.get(path) ?? new Set<number>())
    const lines = [...(first ?? [])].filter((line) => others.every((other) => other.has(line)))
    return lines.length === 0 ? [] : [[path, lines]]
  })
  const linesByPath = [...filesByPath].map(([path, { hunks }]): [string, number[]] => [
    path ?? '',
    hunks.flatMap((hunk) => Array.from({ length: hunk.new.count }, (_, index) => hunk.new.start + index)),
  ])
  expect(new Map(linesByPath)).toEqual(new Map(own))
}

/**
 * Returns the lines of each file in the second commit that a diff from the first shows as new, with rename detection.
 */
async function addedLines(
  repository: FixtureRepository,
  from: CommitId,
  to: CommitId,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const names = await repository.gitBytes(['diff', '--name-status', '-z', '-M', '--diff-filter=d', from, to])
  const fields = names.toString('utf8').split('\0')
  const added = new Map<string, ReadonlySet<number>>()
  for (let index = 0; index + 1 < fields.length;) {
    const letter = fields[index++] ?? ''
    const first = fields[index++] ?? ''
    const path = letter.startsWith('R') ? (fields[index++] ?? '') : first
    const output = await repository.gitBytes(
      ['diff', '-U0', '--no-color', '-M', from, to, '--', ...new Set([first, path])],
      { environment: { GIT_LITERAL_PATHSPECS: '1' } },
    )
    const lines = new Set<number>()
    for (const [, start, count = '1'] of output.toString('latin1').matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)) {
      for (let line = 0; line < Number(count); line++) lines.add(Number(start) + line)
    }
    added.set(path, lines)
  }
  return added
}
