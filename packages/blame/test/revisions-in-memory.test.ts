import type { FileRevision, FileRevisionsRequest, GitBackend } from '@chronicle/core/contracts'
import { errAsync, okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { createMemoryGit, type MemoryGitDescription } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { withBlame } from '../src/index.ts'

type Commits = MemoryGitDescription['commits']

interface Derived {
  readonly git: Required<Pick<GitBackend, 'history' | 'ancestors' | 'fileRevisions' | 'changedPaths'>>
  readonly commits: readonly CommitId[]
  /** Returns the index of a commit in the list that it was made from. */
  readonly at: (id: CommitId) => number
}

function derive(commits: Commits, change: (git: GitBackend) => Partial<GitBackend> = () => ({})): Derived {
  const built = createMemoryGit({ commits })
  const { history, ancestors, fileRevisions, changedPaths } = withBlame({ ...built.git, ...change(built.git) })
  if (!history || !ancestors || !fileRevisions || !changedPaths) throw new Error('withBlame adds all of them')
  return {
    git: { history, ancestors, fileRevisions, changedPaths },
    commits: built.commits,
    at: (id) => built.commits.indexOf(id),
  }
}

const shallow = (git: GitBackend): Partial<GitBackend> => ({
  describe: () => git.describe().map((info) => ({ ...info, shallow: true })),
})
/** Returns a backend that aborts the call when commits are read. */
const abortsOnRead =
  (controller: AbortController) =>
  (backend: GitBackend): Partial<GitBackend> => ({
    readCommits: (ids) => {
      controller.abort()
      return backend.readCommits(ids)
    },
  })
const text = (...lines: readonly (string | number)[]): string => lines.map((line) => `${line}\n`).join('')
const numbers = text(1, 2, 3, 4, 5, 6, 7, 8)
const submodule = { kind: 'submodule' as const }

/**
 * Abbreviates a revision: `4 a` for a change, with `+` for an added file, `-` for a deleted one, `old →` for a former
 * name and `→ new` for a new one.
 */
function inShort({ path, blob, previousBlob, previousPath, renamedTo }: FileRevision): string {
  const kind = previousBlob === undefined ? '+' : blob === undefined ? '-' : ''
  const from = previousPath === undefined ? '' : `${previousPath} → `
  return `${kind}${from}${path}${renamedTo === undefined ? '' : ` → ${renamedTo}`}`
}

async function revisions(
  commits: Commits,
  path = 'a',
  request: (ids: readonly CommitId[]) => Partial<FileRevisionsRequest> = () => ({}),
): Promise<readonly string[]> {
  const { git, commits: ids, at } = derive(commits)
  const found = await git.fileRevisions({ from: ids.at(-1)!, path: path as RepoPath, ...request(ids) })
  return found._unsafeUnwrap().map((revision) => `${at(revision.commit)} ${inShort(revision)}`)
}

describe('the revisions of a file', () => {
  it.each<[string, Commits, readonly string[]]>([
    [
      'are the commits that change it, newest first',
      [{ files: { a: '1' } }, { files: { b: '1' } }, { files: { a: '2' } }],
      ['2 a', '0 +a'],
    ],
    ['have a change of mode', [{ files: { a: '1' } }, { files: { a: { executable: '1' } } }], ['1 a', '0 +a']],
    ['have a change to a link', [{ files: { a: '1' } }, { files: { a: { symlink: '1' } } }], ['1 a', '0 +a']],
    ['have a deletion', [{ files: { a: numbers, b: '' } }, { files: { a: null } }], ['1 -a', '0 +a']],
    [
      'have a file that came back',
      [{ files: { a: '1' } }, { files: { a: null } }, { files: { a: '1' } }],
      ['2 +a', '1 -a', '0 +a'],
    ],
    [
      'go on under the former name',
      [{ files: { old: numbers } }, { files: { old: `${numbers}9\n` } }, { files: { old: null, a: numbers } }],
      ['2 old → a', '1 old', '0 +old'],
    ],
    [
      'go on in a folder',
      [{ files: { 'x/y/old': numbers } }, { files: { 'x/y/old': null, a: `0\n${numbers}` } }],
      ['1 x/y/old → a', '0 +x/y/old'],
    ],
    [
      'end where a file of that name was another',
      [{ files: { old: numbers } }, { files: { old: null, a: text('x', 'y', 'z') } }],
      ['1 +a'],
    ],
    ['end where the old file stays', [{ files: { old: numbers } }, { files: { a: numbers } }], ['1 +a']],
    ['are none of a folder', [{ files: { 'a/b': '1' } }], []],
    ['are none of what never was', [{ files: { b: '1' } }, { files: { b: '2' } }], []],
    [
      'have a folder that became a file',
      [{ files: { 'a/b': numbers } }, { files: { 'a/b': null, a: numbers } }],
      ['1 a/b → a', '0 +a/b'],
    ],
    [
      'have a file that became a folder',
      [{ files: { a: numbers } }, { files: { a: null, 'a/b': numbers } }],
      ['1 -a → a/b', '0 +a'],
    ],
  ])('%s', async (_name, commits, expected) => {
    expect(await revisions(commits)).toEqual(expected)
  })

  it('say where a deleted file went', async () => {
    const commits = [{ files: { a: numbers } }, { files: { a: null, b: numbers } }]
    expect(await revisions(commits)).toEqual(['1 -a → b', '0 +a'])
    const copies = [
      { files: { a: numbers } },
      { files: { a: null, b: text(1, 2, 3, 4, 5, 6, 'x', 'y'), c: text(1, 2, 3, 4, 5, 6, 7, 'y') } },
    ]
    expect(await revisions(copies)).toEqual(['1 -a → c', '0 +a'])
    const occupied = [{ files: { a: text(1, 2, 3, 4, 5), b: numbers } }, { files: { a: null, b: null, c: numbers } }]
    expect(await revisions(occupied)).toEqual(['1 -a', '0 +a'])
  })

  it('have the commit, its parents, its time, and the contents', async () => {
    const { git, commits } = derive([
      { files: { a: '1' }, date: 1000 },
      { files: { a: '2' }, date: 2000 },
    ])
    const found = (await git.fileRevisions({ from: commits[1]!, path: 'a' as RepoPath }))._unsafeUnwrap()
    // Git's ids for one-byte blobs.
    const [one, two] = ['56a6051ca2b02b04ef92d5150c9ef600403cb1de', 'd8263ee9860594d2806b0dfd1bfd17528b0ba2a4']
    expect(found).toStrictEqual([
      { commit: commits[1], parents: [commits[0]], committedAt: 2000, path: 'a', blob: two, previousBlob: one },
      { commit: commits[0], parents: [], committedAt: 1000, path: 'a', blob: one },
    ])
  })

  it('of merges are those that made something', async () => {
    const base = { files: { a: numbers } }
    const ours = { files: { a: `0\n${numbers}` }, parents: [0] }
    const theirs = { files: { a: `${numbers}9\n` }, parents: [0] }
    const made = { files: { a: `0\n${numbers}9\n` }, parents: [1, 2] }
    expect(await revisions([base, ours, theirs, made])).toEqual(['3 a', '2 a', '1 a', '0 +a'])
    expect(await revisions([base, ours, theirs, { ...ours, parents: [1, 2] }])).toEqual(['1 a', '0 +a'])
    expect(await revisions([base, ours, theirs, { ...theirs, parents: [1, 2] }])).toEqual(['2 a', '0 +a'])
  })

  it('go on on each side of a merge under the name that it has there', async () => {
    const commits = [
      { files: { old: numbers } },
      { files: { old: null, a: numbers }, parents: [0] },
      { files: { old: `0\n${numbers}` }, parents: [0] },
      { files: { old: null, a: `0\n${numbers}` }, parents: [1, 2] },
    ]
    expect(await revisions(commits)).toEqual(['3 a', '2 old', '1 old → a', '0 +old'])
  })

  it.each([
    [0, ['2 a', '1 a', '0 +a']],
    [1000, ['2 a', '1 a', '0 +a']],
    [1001, ['2 a', '1 a']],
    [3001, []],
  ])('may be those since %i', async (since, expected) => {
    const commits = [1, 2, 3].map((n) => ({ files: { a: `${n}` }, date: n * 1000 }))
    expect(await revisions(commits, 'a', () => ({ since }))).toEqual(expected)
  })

  it('may leave out what other commits reach', async () => {
    const commits = [1, 2, 3, 4].map((n) => ({ files: { a: `${n}` } }))
    expect(await revisions(commits, 'a', (ids) => ({ exclude: [ids[1]!] }))).toEqual(['3 a', '2 a'])
    expect(await revisions(commits, 'a', (ids) => ({ exclude: [ids[3]!] }))).toEqual([])
    expect(await revisions(commits, 'a', () => ({ exclude: [] }))).toEqual(['3 a', '2 a', '1 a', '0 +a'])
  })

  it('may begin at any commit', async () => {
    const commits = [1, 2, 3].map((n) => ({ files: { a: `${n}` } }))
    expect(await revisions(commits, 'a', (ids) => ({ from: ids[1]! }))).toEqual(['1 a', '0 +a'])
  })

  it('leave a submodule out, as what is no file', async () => {
    const { git, commits, at } = derive([{ files: { a: '1' } }, { files: { a: '2' } }], (backend) => ({
      readTrees: (ids) =>
        backend
          .readTrees(ids)
          .map(
            (trees) =>
              new Map([...trees].map(([id, entries]) => [id, entries.map((each) => ({ ...each, ...submodule }))])),
          ),
    }))
    const found = await git.fileRevisions({ from: commits[1]!, path: 'a' as RepoPath })
    expect(found._unsafeUnwrap().map(({ commit }) => at(commit))).toEqual([])
  })

  it('may be aborted, before or on the way', async () => {
    const aborted = { code: 'aborted', message: 'Reading the revisions of a was aborted.', data: { path: 'a' } }
    const { git, commits } = derive([{ files: { a: '1' } }])
    const request = { from: commits[0]!, path: 'a' as RepoPath }
    expect((await git.fileRevisions(request, { signal: AbortSignal.abort() }))._unsafeUnwrapErr()).toMatchObject(
      aborted,
    )
    const controller = new AbortController()
    const stopping = derive([{ files: { a: '1' } }], abortsOnRead(controller))
    expect((await stopping.git.fileRevisions(request, { signal: controller.signal }))._unsafeUnwrapErr()).toMatchObject(
      aborted,
    )
  })
})

/*
 *     0 ─ 1 ─ 3 ─ 4
 *      ╲─ 2 ─╱       5 is on its own
 */
const graph: Commits = [
  { files: { a: '0' }, date: 1000 },
  { files: { a: '1' }, date: 2000 },
  { files: { a: '2' }, parents: [0], date: 3000 },
  { files: { a: '3' }, parents: [1, 2], date: 4000 },
  { files: { a: '4' }, date: 5000 },
  { files: { a: '5' }, parents: [], date: 500 },
]

describe('the history', () => {
  const listed = async (from: number | readonly number[], exclude?: readonly number[]): Promise<readonly number[]> => {
    const { git, commits, at } = derive(graph)
    const found = await git.history({
      from: typeof from === 'number' ? commits[from]! : from.map((each) => commits[each]!),
      ...(exclude === undefined ? {} : { exclude: exclude.map((each) => commits[each]!) }),
    })
    return found._unsafeUnwrap().map(({ id }) => at(id))
  }

  it.each<[number | readonly number[], readonly number[] | undefined, readonly number[]]>([
    [4, undefined, [0, 1, 2, 3, 4]],
    [4, [], [0, 1, 2, 3, 4]],
    [0, undefined, [0]],
    [[1, 2], undefined, [0, 1, 2]],
    [[4, 5], undefined, [5, 0, 1, 2, 3, 4]],
    [[4, 4, 1], undefined, [0, 1, 2, 3, 4]],
    [4, [1], [2, 3, 4]],
    [4, [1, 2], [3, 4]],
    [4, [5], [0, 1, 2, 3, 4]],
    [1, [4], []],
    [[], undefined, []],
  ])('from %j without %j is %j', async (from, exclude, expected) => {
    expect(await listed(from, exclude)).toEqual(expected)
  })

  it('has parents before their children where clocks ran backwards', async () => {
    const { git, commits, at } = derive([
      { files: { a: '0' }, date: 9000 },
      { files: { a: '1' }, date: 1000 },
      { files: { a: '2' }, date: 5000 },
    ])
    const found = (await git.history({ from: commits[2]! }))._unsafeUnwrap()
    expect(found.map(({ id }) => at(id))).toEqual([0, 1, 2])
  })

  it('has the parents and the time of each commit', async () => {
    const { git, commits } = derive(graph)
    const last = (await git.history({ from: commits[3]! }))._unsafeUnwrap().at(-1)
    expect(last).toStrictEqual({ id: commits[3], parents: [commits[1], commits[2]], committedAt: 4000 })
  })

  it('reads one generation a call', async () => {
    const calls: number[] = []
    const { git, commits } = derive(graph, (backend) => ({
      readCommits: (ids) => {
        calls.push(ids.length)
        return backend.readCommits(ids)
      },
    }))
    expect((await git.history({ from: commits[4]! })).isOk()).toBe(true)
    expect(calls).toEqual([1, 1, 2, 1])
  })

  it('may be aborted, before or on the way', async () => {
    const { git, commits } = derive(graph)
    const signal = AbortSignal.abort()
    expect((await git.history({ from: commits[1]! }, { signal }))._unsafeUnwrapErr()).toMatchObject({
      code: 'aborted',
      message: `Reading the history of ${commits[1]} was aborted.`,
      data: { from: commits[1] },
    })
    const several = (await git.history({ from: commits.slice(0, 2) }, { signal }))._unsafeUnwrapErr()
    expect(several.message).toBe(`Reading the history of ${commits[0]}, ${commits[1]} was aborted.`)
    const controller = new AbortController()
    const stopping = derive(graph, abortsOnRead(controller))
    expect(
      (await stopping.git.history({ from: commits[1]! }, { signal: controller.signal }))._unsafeUnwrapErr().code,
    ).toBe('aborted')
  })
})

describe('the ancestors', () => {
  async function walk(
    from: number,
    options?: { readonly signal: AbortSignal },
    commits: Commits = graph,
  ): Promise<readonly number[]> {
    const derived = derive(commits)
    const found: number[] = []
    for await (const { id, committedAt } of derived.git.ancestors({ from: derived.commits[from]! }, options)) {
      expect(committedAt).toBe(commits[derived.at(id)]?.date)
      found.push(derived.at(id))
    }
    return found
  }

  it.each([
    [4, [4, 3, 2, 1, 0]],
    [1, [1, 0]],
    [0, [0]],
  ])('of %i are %j, newest first', async (from, expected) => {
    expect(await walk(from)).toEqual(expected)
  })

  it('end when they are aborted', async () => {
    expect(await walk(4, { signal: AbortSignal.abort() })).toEqual([])
    const { git, commits } = derive(graph)
    const controller = new AbortController()
    const found: CommitId[] = []
    for await (const { id } of git.ancestors({ from: commits[4]! }, { signal: controller.signal })) {
      found.push(id)
      if (found.length === 2) controller.abort()
    }
    expect(found).toEqual([commits[4], commits[3]])
  })

  it('end while commits are read', async () => {
    const controller = new AbortController()
    const { git, commits } = derive(graph, abortsOnRead(controller))
    for await (const each of git.ancestors({ from: commits[4]! }, { signal: controller.signal }))
      expect(each).toBe('none')
  })

  it('throw for want of a commit', async () => {
    const { git, commits } = derive(graph, () => ({ readCommits: () => okAsync(new Map()) }))
    const walking = git.ancestors({ from: commits[4]! })[Symbol.asyncIterator]().next()
    await expect(walking).rejects.toThrow(`The commit ${commits[4]} is needed to follow the history`)
    await expect(walking).rejects.toMatchObject({ cause: { code: 'missing_object' } })
  })
})

describe('the paths that commits changed', () => {
  const changed = async (
    commits: Commits,
    change?: (git: GitBackend) => Partial<GitBackend>,
  ): Promise<readonly (readonly string[] | undefined)[]> => {
    const { git, commits: ids } = derive(commits, change)
    const paths = (await git.changedPaths([...ids, ids[0]!]))._unsafeUnwrap()
    expect([...paths.keys()]).toEqual([...new Set(ids)])
    return ids.map((id) => paths.get(id))
  }

  it.each<[string, Commits[number]['files'], Commits[number]['files'], readonly string[]]>([
    ['a file that changed', { a: '1', b: '1' }, { a: '2' }, ['a']],
    ['a file that was added', { a: '1' }, { b: '1' }, ['b']],
    ['a file that was deleted', { a: '1', b: '1' }, { b: null }, ['b']],
    ['a file that was renamed, twice', { a: numbers, z: '1' }, { a: null, b: numbers }, ['a', 'b']],
    ['a file of another mode', { a: '1' }, { a: { executable: '1' } }, ['a']],
    ['a file that became a link', { a: '1' }, { a: { symlink: '1' } }, ['a']],
    ['files in folders', { 'x/a': '1', 'x/y/b': '1', 'z/c': '1' }, { 'x/a': '2', 'x/y/b': '2' }, ['x/a', 'x/y/b']],
    ['files of a new folder', { a: '1' }, { 'x/y/b': '1', 'x/c': '1' }, ['x/c', 'x/y/b']],
    [
      'files of a folder that went',
      { a: '1', 'x/y/b': '1', 'x/c': '1' },
      { 'x/y/b': null, 'x/c': null },
      ['x/c', 'x/y/b'],
    ],
    ['a file that became a folder', { a: '1' }, { a: null, 'a/b': '1' }, ['a', 'a/b']],
    ['a folder that became a file', { 'a/b': '1' }, { 'a/b': null, a: '1' }, ['a', 'a/b']],
    [
      'the order of bytes',
      { x: '1' },
      { 'a.b': '1', 'a/b': '1', 'a-b': '1', '\u{1f600}': '1', '\uffff': '1' },
      ['a-b', 'a.b', 'a/b', '\uffff', '\u{1f600}'],
    ],
    ['nothing', { a: '1' }, {}, []],
  ])('are: %s', async (_name, before, after, expected) => {
    const [, paths] = await changed([{ files: before }, { files: after, message: 'Again\n' }])
    expect(paths).toEqual(expected)
  })

  it('are all of a first commit, unless the clone is shallow, and none of a merge', async () => {
    const [first, , , merge] = await changed(graph)
    expect([first, merge]).toEqual([['a'], []])
    const [cut, next] = await changed(graph, shallow)
    expect([cut, next]).toEqual([[], ['a']])
  })

  it('are missing of what is no commit', async () => {
    const { git, commits } = derive(graph)
    const paths = (await git.changedPaths(['f'.repeat(40) as CommitId, commits[1]!]))._unsafeUnwrap()
    expect([...paths]).toEqual([[commits[1], ['a']]])
  })

  it('may be aborted, before or on the way', async () => {
    const aborted = {
      code: 'aborted',
      message: 'Reading the paths that 2 commits changed was aborted.',
      data: { commits: 2 },
    }
    const { git, commits } = derive(graph)
    const two = commits.slice(0, 2)
    expect((await git.changedPaths(two, { signal: AbortSignal.abort() }))._unsafeUnwrapErr()).toMatchObject(aborted)
    const controller = new AbortController()
    const stopping = derive(graph, abortsOnRead(controller))
    expect((await stopping.git.changedPaths(two, { signal: controller.signal }))._unsafeUnwrapErr()).toMatchObject(
      aborted,
    )
  })
})

describe('withBlame', () => {
  const { git } = createMemoryGit({ commits: graph })
  const methods = ['blame', 'history', 'ancestors', 'fileRevisions', 'changedPaths'] as const
  const own = (): never => {
    throw new Error('called')
  }
  const all = { ...git, ...Object.fromEntries(methods.map((method) => [method, own])) }

  it('leaves a backend alone that has every method', () => {
    expect(withBlame(all)).toBe(all)
  })

  it.each(methods)('adds %s alone where only that is absent', (method) => {
    const { [method]: _, ...poor } = all
    const rich = withBlame(poor)
    expect(rich).not.toBe(poor)
    for (const each of methods) {
      if (each === method) expect(rich[each]).toBeTypeOf('function')
      else expect(() => (rich[each] as () => unknown)()).toThrow('called')
    }
  })

  it('says what it can do, and keeps the rest', async () => {
    const rich = withBlame(git)
    expect(rich.name).toBe('memory-with-blame')
    expect(rich.supports).toEqual({ ...git.supports, blame: true, history: true, revisions: true })
    expect(Object.keys(rich).sort()).toEqual([...new Set([...Object.keys(git), ...methods])].sort())
    expect((await rich.describe())._unsafeUnwrap()).toEqual((await git.describe())._unsafeUnwrap())
  })

  it('binds the methods of a class to its instance', async () => {
    class Base {
      readonly name = 'base'
      readonly supports = git.supports
      readonly absent = undefined
      close(): Promise<void> {
        return Promise.reject(new Error('hidden'))
      }
      inherited(): string {
        return this.name
      }
    }
    class Backend extends Base {
      override close(): Promise<void> {
        expect(this.name).toBe('base')
        return Promise.resolve()
      }
    }
    const rich = withBlame(new Backend() as unknown as GitBackend)
    await rich.close()
    expect((rich as unknown as Base).inherited()).toBe('base')
    expect(Object.keys(rich)).not.toContain('constructor')
    expect(Object.keys(rich)).not.toContain('absent')
    expect(Object.keys(rich)).not.toContain('hasOwnProperty')
  })

  it('passes on what the backend fails with', async () => {
    const failure = { code: 'git_failed', message: 'The disk is gone.' } as const
    const { git: failing, commits } = derive(graph, () => ({ readCommits: () => errAsync(failure) }))
    const path = 'a' as RepoPath
    expect((await failing.history({ from: commits[0]! }))._unsafeUnwrapErr()).toBe(failure)
    expect((await failing.fileRevisions({ from: commits[0]!, path }))._unsafeUnwrapErr()).toBe(failure)
    expect((await failing.changedPaths(commits))._unsafeUnwrapErr()).toBe(failure)
  })
})
