import type { BlameRequest, GitBackend } from '@chronicle/core/contracts'
import { errAsync, okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { createMemoryGit, linesOfHunks, type MemoryGitDescription } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { blameFile } from '../src/index.ts'

/*
 * Tests blame line by line on repositories made by hand. blame.test.ts compares it with git on generated repositories.
 */

type Commits = MemoryGitDescription['commits']
type Rest = Omit<MemoryGitDescription, 'commits'>

interface Question extends Omit<BlameRequest, 'at' | 'path'> {
  readonly path?: string
  /** An index in the list of commits, or an uncommitted state. Default: the last commit. */
  readonly at?: number | 'WORKTREE' | 'INDEX'
}

/** Returns for each line the index of its commit and its line there, with the path unless it is `a`: `0:3`, `1 b:2`. */
async function blame(
  commits: Commits,
  { path = 'a', at, ...request }: Question = {},
  rest: Rest = {},
  change: (git: GitBackend, ids: readonly CommitId[]) => Partial<GitBackend> = () => ({}),
): Promise<readonly string[]> {
  const built = createMemoryGit({ commits, ...rest })
  const commit = built.commits[typeof at === 'number' ? at : commits.length - 1]!
  const git = { ...built.git, ...change(built.git, built.commits) }
  const state = typeof at === 'string' ? at : { commit }
  const hunks = (await blameFile(git, { ...request, at: state, path: path as RepoPath }))._unsafeUnwrap()
  return linesOfHunks(hunks).map(({ commit: id, path: name, original, hunk }) => {
    const who = id === undefined ? 'new' : String(built.commits.indexOf(id))
    return `${who}${name === 'a' ? '' : ` ${name}`}:${original}${hunk.boundary ? ' boundary' : ''}`
  })
}

const text = (...lines: readonly (string | number)[]): string => lines.map((line) => `${line}\n`).join('')

describe('a history without merges', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['one commit', [text(1, 2)], ['0:1', '0:2']],
    ['a line changed', [text(1, 2, 3), text(1, 'x', 3)], ['0:1', '1:2', '0:3']],
    [
      'lines put in, and more before them',
      [text(1, 2), text(1, 'x', 2), text('y', 1, 'x', 2)],
      ['2:1', '0:1', '1:2', '0:2'],
    ],
    ['lines taken out', [text(1, 2, 3, 4), text(1, 4)], ['0:1', '0:4']],
    ['all lines replaced', [text(1, 2), text(3, 4)], ['1:1', '1:2']],
    ['a line that went and came back', [text(1, 2), text(1), text(1, 2)], ['0:1', '2:2']],
    ['a last line that gained its end', ['1\n2', '1\n2\n'], ['0:1', '1:2']],
    ['an empty file', [text(1), ''], []],
    ['a file that was empty', ['', text(1)], ['1:1']],
  ])('%s', async (_name, versions, expected) => {
    expect(await blame(versions.map((a) => ({ files: { a } })))).toEqual(expected)
  })

  it('passes over commits that leave the file alone', async () => {
    const commits = [
      { files: { a: text(1) } },
      { files: { b: 'b\n' } },
      { files: { a: text(1, 2) } },
      { files: { b: 'c\n' } },
    ]
    expect(await blame(commits)).toEqual(['0:1', '2:2'])
  })

  it('begins where it is asked to', async () => {
    expect(await blame([{ files: { a: text(1) } }, { files: { a: text(1, 2) } }], { at: 0 })).toEqual(['0:1'])
  })

  it('gives neighbours one hunk, with the time of their commit', async () => {
    const { git, commits } = createMemoryGit({
      commits: [
        { files: { a: text(1, 2, 3, 4) }, date: 1000 },
        { files: { a: text(1, 2, 'x', 'y', 4) }, date: 2000 },
      ],
    })
    const at = { commit: commits[1]! }
    expect((await blameFile(git, { at, path: 'a' as RepoPath }))._unsafeUnwrap()).toStrictEqual([
      {
        commit: commits[0],
        originalPath: 'a',
        original: { start: 1, end: 2 },
        final: { start: 1, end: 2 },
        committedAt: 1000,
        boundary: false,
      },
      {
        commit: commits[1],
        originalPath: 'a',
        original: { start: 3, end: 4 },
        final: { start: 3, end: 4 },
        committedAt: 2000,
        boundary: false,
      },
      {
        commit: commits[0],
        originalPath: 'a',
        original: { start: 4, end: 4 },
        final: { start: 5, end: 5 },
        committedAt: 1000,
        boundary: false,
      },
    ])
  })

  it('gives lines of one commit two hunks where others stood between them', async () => {
    const { git, commits } = createMemoryGit({
      commits: [{ files: { a: text(1, 2, 3) } }, { files: { a: text(1, 3) } }],
    })
    const hunks = (await blameFile(git, { at: { commit: commits[1]! }, path: 'a' as RepoPath }))._unsafeUnwrap()
    expect(hunks.map(({ original, final }) => [original, final])).toEqual([
      [
        { start: 1, end: 1 },
        { start: 1, end: 1 },
      ],
      [
        { start: 3, end: 3 },
        { start: 2, end: 2 },
      ],
    ])
  })
})

describe('what is asked for', () => {
  const commits = [{ files: { a: text(1, 2, 3, 4) } }, { files: { a: text(1, 'x', 3, 4) } }]

  it.each<[string, NonNullable<BlameRequest['ranges']>, readonly string[]]>([
    ['one line', [{ start: 2, end: 2 }], ['1:2']],
    [
      'the first and the last line',
      [
        { start: 1, end: 1 },
        { start: 4, end: 4 },
      ],
      ['0:1', '0:4'],
    ],
    ['more lines than there are', [{ start: 3, end: 9 }], ['0:3', '0:4']],
    ['lines behind the last one', [{ start: 5, end: 9 }], []],
    [
      'ranges out of order',
      [
        { start: 3, end: 3 },
        { start: 1, end: 2 },
      ],
      ['0:1', '1:2', '0:3'],
    ],
  ])('may be %s', async (_name, ranges, expected) => {
    expect(await blame(commits, { ranges })).toEqual(expected)
  })

  it.each([
    ['a path that is not there', 'b'],
    ['a path below a file', 'a/b'],
    ['a folder', 'folder'],
  ])('has no lines as %s', async (_name, path) => {
    expect(await blame([{ files: { a: text(1), 'folder/c': text(2) } }], { path })).toEqual([])
  })

  it('has no lines as a submodule, committed or not', async () => {
    const asSubmodule = (git: GitBackend): Partial<GitBackend> => ({
      readTrees: (ids) =>
        git
          .readTrees(ids)
          .map(
            (trees) =>
              new Map(
                [...trees].map(([id, list]) => [id, list.map((each) => ({ ...each, kind: 'submodule' as const }))]),
              ),
          ),
      readFile: (at, path) =>
        git.readFile(at, path).map((content) => content && { ...content, kind: 'submodule' as const }),
    })
    expect(await blame(commits, {}, {}, asSubmodule)).toEqual([])
    expect(await blame(commits, { at: 'INDEX' }, {}, asSubmodule)).toEqual([])
  })

  it('may be a link', async () => {
    const links = [{ files: { a: { symlink: 'here' } } }, { files: { a: { symlink: 'there' } } }]
    expect(await blame(links)).toEqual(['1:1'])
    expect(await blame(links, { at: 0 })).toEqual(['0:1'])
  })
})

describe('bounds', () => {
  const commits = [1000, 2000, 3000].map((date, index) => ({
    date,
    files: { a: text(...Array.from({ length: index + 1 }, (_, line) => line)) },
  }))

  it.each([
    [0, ['0:1', '1:2', '2:3']],
    [1000, ['0:1', '1:2', '2:3']],
    [1001, ['0:1 boundary', '1:2', '2:3']],
    [2000, ['0:1 boundary', '1:2', '2:3']],
    [2001, ['1:1 boundary', '1:2 boundary', '2:3']],
    [9999, ['2:1 boundary', '2:2 boundary', '2:3 boundary']],
  ])('of time end the search at a commit before %i', async (since, expected) => {
    expect(await blame(commits, { since })).toEqual(expected)
  })

  it('of a shallow clone end it at a commit without parents', async () => {
    const shallow = (git: GitBackend): Partial<GitBackend> => ({
      describe: () => git.describe().map((info) => ({ ...info, shallow: true })),
    })
    expect(await blame(commits, {}, {}, shallow)).toEqual(['0:1 boundary', '1:2', '2:3'])
  })
})

describe('a merge', () => {
  const base = { files: { a: text(1, 2, 3, 4, 5) } }
  const ours = { files: { a: text('ours', 2, 3, 4, 5) }, parents: [0] }
  const theirs = { files: { a: text(1, 2, 3, 4, 'theirs') }, parents: [0] }

  it('leaves to each side what it wrote', async () => {
    const merge = { files: { a: text('ours', 2, 'both', 4, 'theirs') }, parents: [1, 2] }
    expect(await blame([base, ours, theirs, merge])).toEqual(['1:1', '0:2', '3:3', '0:4', '2:5'])
  })

  it('goes to the parent that has the same content, whichever it is', async () => {
    expect(await blame([base, ours, theirs, { files: { a: ours.files.a }, parents: [1, 2] }])).toEqual([
      '1:1',
      '0:2',
      '0:3',
      '0:4',
      '0:5',
    ])
    expect(await blame([base, ours, theirs, { files: { a: theirs.files.a }, parents: [1, 2] }])).toEqual([
      '0:1',
      '0:2',
      '0:3',
      '0:4',
      '2:5',
    ])
  })

  it('of equal sides goes to the first', async () => {
    const same = { files: { a: text(1, 'x') }, parents: [0] }
    const commits = [{ files: { a: text(1) } }, same, { ...same, message: 'The same\n' }]
    expect(await blame([...commits, { files: { a: text(1, 'x', 'y') }, parents: [2, 1] }])).toEqual([
      '0:1',
      '2:2',
      '3:3',
    ])
  })

  it('reaches an older commit by both sides', async () => {
    const commits = [
      base,
      { files: { a: text('ours', 1, 2, 3) }, parents: [0] },
      { files: { a: text(1, 2, 3, 4, 5, 'theirs') }, parents: [0] },
      { files: { a: text('ours', 1, 2, 3, 4, 5, 'theirs') }, parents: [1, 2] },
    ]
    expect(await blame(commits)).toEqual(['1:1', '0:1', '0:2', '0:3', '0:4', '0:5', '2:6'])
  })

  it('goes to the parent with the same content, not to one that has some lines too', async () => {
    const commits = [
      { files: { a: text(1) } },
      { files: { a: text(1, 'x') }, parents: [0] },
      { files: { a: text(1, 'x', 'y') }, parents: [0] },
      { files: { a: text(1, 'x', 'y') }, parents: [1, 2] },
    ]
    expect(await blame(commits)).toEqual(['0:1', '2:2', '2:3'])
  })

  it('of three has three sides', async () => {
    const third = { files: { a: text(1, 2, 'third', 4, 5) }, parents: [0] }
    const merge = { files: { a: text('ours', 2, 'third', 4, 'theirs') }, parents: [1, 2, 3] }
    expect(await blame([base, ours, theirs, third, merge])).toEqual(['1:1', '0:2', '3:3', '0:4', '2:5'])
  })

  it('with a side that has not the file leaves it to the other', async () => {
    const without = { files: { a: null, b: text('b') }, parents: [0] }
    const merge = { files: { a: text('ours', 2, 3, 4, 5) }, parents: [2, 1] }
    expect(await blame([base, ours, without, merge])).toEqual(['1:1', '0:2', '0:3', '0:4', '0:5'])
  })
})

describe('a rename', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]

  it('is followed, with lines that it changed', async () => {
    const commits = [{ files: { old: text(...numbers) } }, { files: { old: null, a: text(...numbers, 9) } }]
    expect(await blame(commits)).toEqual([...numbers.map((n) => `0 old:${n}`), '1:9'])
  })

  it('of identical content is followed to the name before the last', async () => {
    const commits = [
      { files: { 'x/older': text(...numbers) } },
      { files: { 'x/older': null, 'y/old': text(...numbers) } },
      { files: { 'y/old': null, a: text(...numbers) } },
    ]
    expect(await blame(commits)).toEqual(numbers.map((n) => `0 x/older:${n}`))
  })

  it('is none where the old file stays', async () => {
    const commits = [{ files: { old: text(...numbers) } }, { files: { a: text(...numbers) } }]
    expect(await blame(commits)).toEqual(numbers.map((n) => `1:${n}`))
  })

  it('is none of a file that became another', async () => {
    const commits = [{ files: { old: text(...numbers) } }, { files: { old: null, a: text('x', 'y', 'z') } }]
    expect(await blame(commits)).toEqual(['1:1', '1:2', '1:3'])
  })

  it('does not join what two files had', async () => {
    const commits = [
      { files: { old: text(...numbers), a: text('x') } },
      { files: { old: null, a: text('x', ...numbers) } },
    ]
    expect(await blame(commits)).toEqual(['0:1', ...numbers.map((n) => `1:${n + 1}`)])
  })

  it('on one side of a merge is followed on that side', async () => {
    const commits = [
      { files: { old: text(...numbers) } },
      { files: { old: null, a: text(...numbers) }, parents: [0] },
      { files: { old: text('x', ...numbers) }, parents: [0] },
      { files: { old: null, a: text('x', ...numbers) }, parents: [1, 2] },
    ]
    expect(await blame(commits)).toEqual(['2 old:1', ...numbers.map((n) => `0 old:${n}`)])
  })

  it.each<[string, Commits[number]['files'][string], Commits[number]['files'][string], string]>([
    ['a file becomes a link', text('target'), { symlink: 'target\n' }, '1:1'],
    ['a link becomes a file', { symlink: 'target' }, 'target', '1:1'],
    ['a file becomes a program', text('run'), { executable: text('run') }, '0:1'],
    ['a program becomes a file', { executable: text('run') }, text('run'), '0:1'],
  ])('or change of kind: %s', async (_name, before, after, expected) => {
    expect(await blame([{ files: { a: before } }, { files: { a: after } }])).toEqual([expected])
  })
})

describe('what is not committed', () => {
  const commits = [{ files: { a: text(1, 2, 3) } }, { files: { a: text(1, 'x', 3) } }]

  it('is nobody’s yet, in the working tree and in the index', async () => {
    const index = { a: text(1, 'x', 'staged') }
    const worktree = { a: text('edited', 1, 'x', 'staged') }
    expect(await blame(commits, { at: 'INDEX' }, { index, worktree })).toEqual(['0:1', '1:2', 'new:3'])
    expect(await blame(commits, { at: 'WORKTREE' }, { index, worktree })).toEqual(['new:1', '0:1', '1:2', 'new:4'])
  })

  it('does not come from a file where it is a link, nor the other way round', async () => {
    const link = { a: { symlink: text(1, 'x', 3) } }
    expect(await blame(commits, { at: 'INDEX' }, { index: link })).toEqual(['new:1', 'new:2', 'new:3'])
    expect(await blame([{ files: link }], { at: 'WORKTREE' }, { worktree: { a: text(1, 'x', 3) } })).toEqual([
      'new:1',
      'new:2',
      'new:3',
    ])
    expect(await blame([{ files: link }], { at: 'INDEX' })).toEqual(['0:1', '0:2', '0:3'])
  })

  it('has no time and no boundary', async () => {
    const { git } = createMemoryGit({ commits, worktree: { a: text('all', 'new') } })
    const hunks = (await blameFile(git, { at: 'WORKTREE', path: 'a' as RepoPath, since: 9e9 }))._unsafeUnwrap()
    expect(hunks).toStrictEqual([
      {
        commit: undefined,
        originalPath: 'a',
        original: { start: 1, end: 2 },
        final: { start: 1, end: 2 },
        boundary: false,
      },
    ])
  })

  it('is all of a new file, and nothing of one that is gone', async () => {
    expect(await blame(commits, { at: 'WORKTREE', path: 'n' }, { worktree: { n: text(1) } })).toEqual(['new n:1'])
    expect(await blame(commits, { at: 'WORKTREE' }, { worktree: { a: null } })).toEqual([])
    expect(await blame(commits, { at: 'INDEX' }, { index: { a: null } })).toEqual([])
  })

  it('comes from a renamed file where the new name is staged, and else from nowhere', async () => {
    const moved = { a: null, n: text(1, 'x', 3) }
    const at = 'WORKTREE'
    expect(await blame(commits, { at, path: 'n' }, { index: moved })).toEqual(['0:1', '1:2', '0:3'])
    expect(await blame(commits, { at, path: 'n' }, { worktree: moved })).toEqual(['new n:1', 'new n:2', 'new n:3'])
  })

  it('does not come from a file that is still in the index', async () => {
    expect(await blame(commits, { at: 'INDEX', path: 'n' }, { index: { n: text(1, 'x', 3) } })).toEqual([
      'new n:1',
      'new n:2',
      'new n:3',
    ])
  })

  it('is all of a repository without commits', async () => {
    expect(await blame([], { at: 'WORKTREE' }, { worktree: { a: text(1) } })).toEqual(['new:1'])
  })

  it('may be a merge', async () => {
    const merging = [...commits, { files: { a: text(1, 2, 'theirs') }, parents: [0] }]
    const mergeHead = (git: GitBackend, ids: readonly CommitId[]): Partial<GitBackend> => ({
      resolve: (name) => (name === 'MERGE_HEAD' ? okAsync(ids[2]) : git.resolve(name)),
    })
    const rest = { branches: { main: 1 }, worktree: { a: text(1, 'x', 'theirs', 'new') } }
    expect(await blame(merging, { at: 'WORKTREE' }, rest, mergeHead)).toEqual(['0:1', '1:2', '2:3', 'new:4'])
  })
})

describe('line ends that git converts', () => {
  const converting =
    (setting: string | undefined) =>
    (_git: GitBackend): Partial<GitBackend> => ({
      readConfig: () => okAsync(new Map(setting === undefined ? [] : [['autocrlf', [setting]]])),
    })
  const at = 'WORKTREE'

  it.each([
    ['true', ['0:1', '0:2', 'new:3']],
    ['TRUE', ['0:1', '0:2', 'new:3']],
    ['input', ['0:1', '0:2', 'new:3']],
    ['false', ['new:1', 'new:2', 'new:3']],
    [undefined, ['new:1', 'new:2', 'new:3']],
  ])('core.autocrlf=%s', async (setting, expected) => {
    const worktree = { a: '1\r\n2\r\n3\r\n' }
    expect(await blame([{ files: { a: text(1, 2) } }], { at }, { worktree }, converting(setting))).toEqual(expected)
  })

  it.each<[string, string, string, readonly string[]]>([
    ['not in a file that has them already', '1\r\n2\r\n', '1\r\n2\r\n3\r\n', ['0:1', '0:2', 'new:3']],
    ['not in binary content', '1\n2\n', '1\r\n2\r\n\0', ['new:1', 'new:2', 'new:3']],
    ['not a CR that ends no line', '1\r2\n', '1\r2\r\n', ['0:1']],
    ['not where there are none', '1\n', '1\n2\n', ['0:1', 'new:2']],
  ])('are left alone: %s', async (_name, committed, edited, expected) => {
    const commits = [{ files: { a: committed } }]
    expect(await blame(commits, { at }, { worktree: { a: edited } }, converting('true'))).toEqual(expected)
  })

  it('stay as they are where the settings cannot be read, and in a new file', async () => {
    const worktree = { a: '1\r\n', n: '1\r\n' }
    const commits = [{ files: { a: text(1) } }]
    expect(await blame(commits, { at }, { worktree })).toEqual(['new:1'])
    expect(await blame(commits, { at, path: 'n' }, { worktree }, converting('true'))).toEqual(['new n:1'])
  })
})

describe('what fails', () => {
  const { git, commits } = createMemoryGit({ commits: [{ files: { a: text(1) } }, { files: { a: text(1, 2) } }] })
  const request = { at: { commit: commits[1]! }, path: 'a' as RepoPath }

  it.each<[string, string, Partial<GitBackend>]>([
    ['commit', commits[0]!, { readCommits: (ids) => git.readCommits(ids.filter((id) => id !== commits[0])) }],
    ['tree', '', { readTrees: () => okAsync(new Map()) }],
    ['blob', '', { readBlobs: () => okAsync(new Map()) }],
  ])('for want of a %s says which', async (type, id, change) => {
    const error = (await blameFile({ ...git, ...change }, request))._unsafeUnwrapErr()
    expect(error.code).toBe('missing_object')
    const missing = id === '' ? (error.data as { readonly id: string }).id : id
    expect(missing).toMatch(/^[0-9a-f]{40}$/)
    expect(error.message).toBe(
      `The ${type} ${missing} is needed to follow the history but is not in the repository. Fetch the missing objects ` +
        '(git fetch --refetch --no-filter), or check the repository with git fsck.',
    )
    expect(error.data).toEqual({ type, id: missing })
  })

  it.each(['readCommits', 'readTrees', 'readBlobs', 'describe'] as const)('in %s is passed on', async (method) => {
    const failure = { code: 'git_failed', message: 'The disk is gone.' } as const
    const failing = { ...git, [method]: () => errAsync(failure) }
    expect((await blameFile(failing, request))._unsafeUnwrapErr()).toBe(failure)
  })

  it('has been aborted, before it began or between commits', async () => {
    const controller = new AbortController()
    const describe = (): ReturnType<GitBackend['describe']> => {
      controller.abort()
      return git.describe()
    }
    for (const [backend, signal] of [
      [git, AbortSignal.abort()],
      [{ ...git, describe }, controller.signal],
    ] as const) {
      const error = (await blameFile(backend, request, { signal }))._unsafeUnwrapErr()
      expect(error).toMatchObject({ code: 'aborted', message: 'The blame of a was aborted.', data: { path: 'a' } })
    }
  })
})

it('reads nothing twice, and no content of what is equal', async () => {
  const read: string[] = []
  const counted = (git: GitBackend): Partial<GitBackend> => ({
    readCommits: (ids) => {
      read.push(...ids)
      return git.readCommits(ids)
    },
    readTrees: (ids) => {
      read.push(...ids)
      return git.readTrees(ids)
    },
    readBlobs: (ids) => {
      read.push(...ids)
      return git.readBlobs(ids)
    },
  })
  const versions = [text(1), text(1, 2), text(1, 2), text(1), text(1, 2, 3)]
  expect(
    await blame(
      versions.map((a, index) => ({ files: { a, [`b${index}`]: 'b\n' } })),
      {},
      {},
      counted,
    ),
  ).toEqual(['0:1', '4:2', '4:3'])
  expect(read).toEqual([...new Set(read)])
  // Five commits, five trees, three contents of `a`.
  expect(read).toHaveLength(13)
})
