import { errAsync, okAsync, type BlobId, type CommitId, type RepoPath } from '@chronicle/schema'
import { createMemoryGit } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { Ancestor, FileRevision, FileRevisionsRequest, GitBackend } from '../contracts/git-backend.ts'
import { createMemoryStorage } from '../cache/memory-storage.ts'
import { createAncestry } from './ancestry.ts'
import { createReadFileHistory, listRevisions, type ReadFileHistory } from './file-history.ts'

const FILE = 'a.ts' as RepoPath
const id = (number: number): CommitId => `c${number}` as CommitId
const blob = (number: number): BlobId => `b${number}` as BlobId
const numberOf = (commit: CommitId): number => Number(commit.slice(1))

/** One commit of a linear history: its change of the file, and the other files that it changed. */
interface Step extends Partial<FileRevision> {
  readonly others?: readonly string[]
}

/** Creates a linear history in which each commit changes the file, except those given as `undefined`. */
function linear(steps: readonly (Step | undefined)[]) {
  const asked: FileRevisionsRequest[] = []
  const askedOthers: CommitId[] = []
  const revisions = steps.flatMap((step, number): FileRevision[] => {
    if (step === undefined) return []
    const { others: _, ...more } = step
    const earlier = steps.slice(0, number).findLastIndex((each) => each !== undefined)
    const before = earlier < 0 ? {} : { previousBlob: blob(earlier) }
    const parents = number === 0 ? [] : [id(number - 1)]
    return [
      { commit: id(number), parents, committedAt: 100 + number, path: FILE, blob: blob(number), ...before, ...more },
    ]
  })
  async function* ancestors({ from }: { readonly from: CommitId }): AsyncGenerator<Ancestor> {
    for (let at = numberOf(from); at >= 0; at--) yield await Promise.resolve({ id: id(at), committedAt: 100 + at })
  }
  const git = {
    ancestors,
    readCommits: (ids: readonly CommitId[]) =>
      okAsync(new Map(ids.map((each) => [each, { id: each, committer: { time: 100 + numberOf(each) } }] as const))),
    fileRevisions: (request: FileRevisionsRequest) => {
      asked.push(request)
      const after = Math.max(-1, ...(request.exclude ?? []).map(numberOf))
      const inside = ({ commit }: FileRevision): boolean =>
        numberOf(commit) <= numberOf(request.from) && numberOf(commit) > after
      return okAsync(revisions.filter(inside).reverse())
    },
    readFile: ({ commit }: { readonly commit: CommitId }) => {
      const last = revisions.findLast((revision) => numberOf(revision.commit) <= numberOf(commit))
      return okAsync(last && { kind: 'file', id: last.blob, bytes: new Uint8Array() })
    },
    changedPaths: (commits: readonly CommitId[]) => {
      askedOthers.push(...commits)
      return okAsync(new Map(commits.map((each) => [each, [FILE, ...(steps[numberOf(each)]?.others ?? [])]] as const)))
    },
  } as unknown as GitBackend
  return { git, asked, askedOthers }
}

function reader(git: GitBackend, storage?: CacheStorage): ReadFileHistory {
  return createReadFileHistory(git, createAncestry(git), storage)
}

async function commitsOf(read: ReadFileHistory, head: number): Promise<readonly CommitId[]> {
  return (await read(id(head), FILE))._unsafeUnwrap().revisions.map(({ commit }) => commit)
}

describe('the history of a file', () => {
  it('is asked for once, and then for what is new', async () => {
    const { git, asked, askedOthers } = linear([{}, {}, undefined, {}])
    const read = reader(git)
    expect(await commitsOf(read, 1)).toEqual([id(1), id(0)])
    expect(await commitsOf(read, 1)).toEqual([id(1), id(0)])
    expect(asked).toEqual([{ from: id(1), path: FILE }])
    expect(await commitsOf(read, 3)).toEqual([id(3), id(1), id(0)])
    expect(asked.slice(1)).toEqual([{ from: id(3), path: FILE, exclude: [id(1)] }])
    // The other files of those commits were never requested.
    expect(askedOthers).toEqual([])
  })

  it('is asked for anew where the head is not one that came after', async () => {
    const { git, asked } = linear([{}, {}, {}])
    const read = reader(git)
    await commitsOf(read, 2)
    expect(await commitsOf(read, 0)).toEqual([id(0)])
    expect(asked.at(-1)).toEqual({ from: id(0), path: FILE })
  })

  it('is asked for anew where a newer commit gave the file its name: that one has a history of its own', async () => {
    const renamed: Step = { previousPath: 'old.ts' as RepoPath }
    const { git, asked } = linear([{}, {}, renamed])
    const read = reader(git)
    await commitsOf(read, 1)
    expect(await commitsOf(read, 2)).toEqual([id(2), id(1), id(0)])
    expect(asked.map(({ exclude }) => exclude)).toEqual([undefined, [id(1)], undefined])
  })

  it('is asked for anew where a merge took the file from its other parent', async () => {
    const { git, asked } = linear([{}, {}, undefined, undefined])
    const merged = {
      ...git,
      readFile: () => okAsync({ kind: 'file', id: blob(0), bytes: new Uint8Array() }),
      fileRevisions: (request: FileRevisionsRequest) =>
        git.fileRevisions!(request).map((found) =>
          request.from === id(3) ? found.filter(({ commit }) => commit === id(0)) : found,
        ),
    } as unknown as GitBackend
    const read = reader(merged)
    await commitsOf(read, 1)
    expect(await commitsOf(read, 3)).toEqual([id(0)])
    expect(asked.map(({ exclude }) => exclude)).toEqual([undefined, [id(1)], undefined])
  })

  it('survives the process, where there is a storage', async () => {
    const storage = createMemoryStorage()
    const kept = linear([{}, {}])
    await commitsOf(reader(kept.git, storage), 1)
    expect(await commitsOf(reader(kept.git, storage), 1)).toEqual([id(1), id(0)])
    expect(kept.asked).toHaveLength(1)
    const passing = linear([{}, {}])
    await commitsOf(reader(passing.git), 1)
    await commitsOf(reader(passing.git), 1)
    expect(passing.asked).toHaveLength(2)
  })

  it('has the files that changed together with it, where they are few and not the file itself', async () => {
    const many = Array.from({ length: 51 }, (_, number) => `many/${number}.ts`)
    const { git } = linear([{ others: ['first.ts'] }, { others: ['b.ts', 'c.ts'] }, { others: many }, {}])
    const { changedTogether } = (await reader(git)(id(3), FILE))._unsafeUnwrap()
    expect([...(await changedTogether())._unsafeUnwrap()]).toEqual([[id(1), ['b.ts', 'c.ts']]])
  })

  it('fails as the backend does, and learns nothing from that', async () => {
    const { git } = linear([{}])
    const error = codedError('git_failed', 'git log failed.')
    let failing = true
    const read = reader({
      ...git,
      fileRevisions: (request) => (failing ? errAsync(error) : (git.fileRevisions?.(request) ?? errAsync(error))),
    })
    expect((await read(id(0), FILE))._unsafeUnwrapErr()).toEqual(error)
    failing = false
    expect(await commitsOf(read, 0)).toEqual([id(0)])
  })
})

describe('the history of a file by the log of a backend that has no more', () => {
  const open = () =>
    createMemoryGit({
      commits: [
        { files: { [FILE]: 'one\n' } },
        { files: { other: 'x\n' } },
        { files: { [FILE]: 'two\n' } },
        { files: { [FILE]: null } },
        { files: { [FILE]: 'three\n' } },
      ],
    })

  it('is under the one name that the file has, deletions included', async () => {
    const { git, commits } = open()
    const { revisions, changedTogether } = (await reader(git)(commits[4] as CommitId, FILE))._unsafeUnwrap()
    expect(revisions.map(({ commit }) => commits.indexOf(commit))).toEqual([4, 3, 2, 0])
    expect(revisions.map((each) => [each.blob !== undefined, each.previousBlob !== undefined])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, false],
    ])
    expect((await changedTogether())._unsafeUnwrap().size).toBe(0)
  })

  it('of a path that never was is empty', async () => {
    const { git, commits } = open()
    const history = (await reader(git)(commits[4] as CommitId, 'never.ts' as RepoPath))._unsafeUnwrap()
    expect(history.revisions).toEqual([])
  })

  it('omits the history of excluded commits, but not older commits of other branches', async () => {
    const { git, commits } = createMemoryGit({
      commits: [
        { files: { [FILE]: 'one\n' } },
        { files: { [FILE]: 'side\n' } },
        { parents: [0], files: { other: 'x\n' } },
        { parents: [2, 1], files: { [FILE]: 'side\n' } },
      ],
    })
    const [root, side, main, merge] = commits as [CommitId, CommitId, CommitId, CommitId]
    const listed = await listRevisions(git, { from: merge, path: FILE, exclude: [main] }, {})
    const found = listed._unsafeUnwrap().map(({ commit }) => commit)
    expect(found).toContain(side)
    expect(found).not.toContain(root)
    const history: GitBackend['history'] = () =>
      okAsync([merge, side].map((each) => ({ id: each, parents: [], committedAt: 1 })))
    const listing = await listRevisions({ ...git, history }, { from: merge, path: FILE, exclude: [main] }, {})
    expect(listing._unsafeUnwrap().map(({ commit }) => commit)).toEqual(found)
  })

  it('walks the excluded history no further than to the first commit of the file', async () => {
    const { git, commits } = createMemoryGit({
      commits: [
        ...[{ files: { other: '0\n' } }, { files: { other: '1\n' } }, { files: { [FILE]: 'one\n' } }],
        ...[{ files: { other: '2\n' } }, { files: { other: '3\n' } }],
      ],
    })
    let walked = 0
    async function* ancestors(): AsyncGenerator<Ancestor> {
      for (const each of commits.slice(0, 4).toReversed()) {
        walked++
        yield await Promise.resolve({ id: each, committedAt: 1 })
      }
    }
    const [from, before] = [commits[4], commits[3]] as [CommitId, CommitId]
    const list = async (path: string): Promise<unknown> =>
      (
        await listRevisions({ ...git, ancestors }, { from, path: path as RepoPath, exclude: [before] }, {})
      )._unsafeUnwrap()
    expect([await list(FILE), walked]).toEqual([[], 2])
    expect([await list('never.ts'), walked]).toEqual([[], 2])
  })
})
