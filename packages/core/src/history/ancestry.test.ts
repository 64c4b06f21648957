import { okAsync, type CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import type { CommitSummary, GitBackend, HistoryEntry } from '../contracts/git-backend.ts'
import { codedError } from '../contracts/coded-error.ts'
import { createAncestry, type Ancestry } from './ancestry.ts'

/**
 * Generates histories with parents (by index, always earlier), times, and several tips. `skew` allows wrong clocks;
 * without it a commit is at least as new as its newest parent, and many have the same time.
 */
function histories(skew: boolean): fc.Arbitrary<readonly HistoryEntry[]> {
  const commit = fc.record({ parents: fc.array(fc.nat(), { maxLength: 2 }), time: fc.nat(skew ? 30 : 2) })
  return fc.array(commit, { minLength: 1, maxLength: 25 }).map((commits) => {
    const entries: HistoryEntry[] = []
    for (const [i, { parents, time }] of commits.entries()) {
      const ids = i === 0 ? [] : [...new Set(parents.map((parent) => parent % i))]
      const least = Math.max(0, ...ids.map((parent) => entries[parent]?.committedAt ?? 0))
      entries.push({ id: name(i), parents: ids.map(name), committedAt: (skew ? 0 : least) + time + (i === 0 ? 1 : 0) })
    }
    return entries
  })
}

function name(number: number): CommitId {
  return `c${`${number}`.padStart(2, '0')}` as CommitId
}

function ancestorsOf(entries: readonly HistoryEntry[], head: CommitId): ReadonlySet<CommitId> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const reached = new Set<CommitId>([head])
  for (const id of reached) byId.get(id)?.parents.forEach((parent) => reached.add(parent))
  return reached
}

/** Creates a backend with a history. It lists the newest of the pending commits first, as git does. */
function backendOf(entries: readonly HistoryEntry[], listed = { count: 0 }): GitBackend {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  async function* ancestors({ from }: { readonly from: CommitId }): AsyncGenerator<HistoryEntry> {
    const open = [from]
    const seen = new Set(open)
    while (open.length > 0) {
      open.sort((a, b) => (byId.get(b)?.committedAt ?? 0) - (byId.get(a)?.committedAt ?? 0))
      const entry = byId.get(open.shift() as CommitId)
      if (entry === undefined) return
      for (const parent of entry.parents) {
        if (!seen.has(parent)) open.push(parent)
        seen.add(parent)
      }
      listed.count++
      yield await Promise.resolve(entry)
    }
  }
  const readCommits = (ids: readonly CommitId[]): unknown =>
    okAsync(
      new Map(
        ids.flatMap((id) => {
          const entry = byId.get(id)
          return entry === undefined ? [] : [[id, { ...entry, committer: { time: entry.committedAt } }] as const]
        }),
      ),
    )
  return { ancestors, readCommits } as unknown as GitBackend
}

function asked(entries: readonly HistoryEntry[], indexes: readonly number[]): readonly AnnotatedCommit[] {
  return [...new Set(indexes.map((index) => index % entries.length))].map((index) => {
    const { id, committedAt } = entries[index] as HistoryEntry
    return { commit: id, committedAt, blobs: [] }
  })
}

async function rank(
  ancestry: Ancestry,
  head: CommitId,
  commits: readonly AnnotatedCommit[],
): Promise<readonly CommitId[]> {
  const ranks = (await ancestry.rank(head, commits))._unsafeUnwrap()
  return [...ranks].sort((a, b) => a[1] - b[1]).map(([commit]) => commit)
}

describe('ancestry', () => {
  it('finds exactly the ancestors, by time, whatever was asked before and however the clocks went', async () => {
    const question = fc.record({ head: fc.nat(), commits: fc.array(fc.nat(), { minLength: 1 }) })
    const property = fc.asyncProperty(
      histories(true),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (entries, questions) => {
        const ancestry = createAncestry(backendOf(entries))
        for (const { head, commits } of questions) {
          const from = name(head % entries.length)
          const reached = ancestorsOf(entries, from)
          const wanted = asked(entries, commits).filter(({ commit }) => reached.has(commit))
          const order = await rank(ancestry, from, asked(entries, commits))
          expect([...order].sort()).toEqual(wanted.map(({ commit }) => commit).sort())
          const contained = (await ancestry.contains(from, asked(entries, commits)))._unsafeUnwrap()
          expect([...contained].sort()).toEqual([...order].sort())
          const times = order.map((id) => wanted.find(({ commit }) => commit === id)?.committedAt ?? 0)
          expect(times).toEqual([...times].sort((a, b) => a - b))
        }
      },
    )
    await fc.assert(property, { numRuns: 500 })
  })

  it('puts ancestors before their descendants of the same second, whatever was asked before', async () => {
    const question = fc.record({ head: fc.nat(), commits: fc.array(fc.nat(), { minLength: 1 }) })
    const property = fc.asyncProperty(
      histories(false),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (entries, questions) => {
        const ancestry = createAncestry(backendOf(entries))
        for (const { head, commits } of questions) {
          const order = await rank(ancestry, name(head % entries.length), asked(entries, commits))
          for (const [index, commit] of order.entries()) {
            const later = order.slice(index + 1)
            const before = ancestorsOf(entries, commit)
            expect(later.filter((id) => before.has(id))).toEqual([])
          }
        }
      },
    )
    await fc.assert(property, { numRuns: 1000 })
  })

  it('lists the history no further than needed, not again, and not what another head has told', async () => {
    const entries = Array.from({ length: 50 }, (_, i): HistoryEntry => {
      return { id: name(i), parents: i === 0 ? [] : [name(i - 1)], committedAt: 100 + i }
    })
    const listed = { count: 0 }
    const ancestry = createAncestry(backendOf(entries, listed))
    const ask = (head: number, commit: number): Promise<readonly CommitId[]> =>
      rank(ancestry, name(head), asked(entries, [commit]))
    expect(await ask(48, 40)).toEqual([name(40)])
    expect(listed.count).toBe(9)
    expect(await ask(48, 40)).toEqual([name(40)])
    expect(listed.count).toBe(9)
    expect(await ask(49, 40)).toEqual([name(40)])
    expect(listed.count).toBe(11)
    expect(await ask(39, 40)).toEqual([])
  })

  it('lists few times a history of which older and older commits are asked', async () => {
    const entries = Array.from({ length: 100 }, (_, i): HistoryEntry => {
      return { id: name(i), parents: i === 0 ? [] : [name(i - 1)], committedAt: 100 + i }
    })
    const listed = { count: 0 }
    const ancestry = createAncestry(backendOf(entries, listed))
    for (let commit = 99; commit >= 0; commit--) {
      expect(await rank(ancestry, name(99), asked(entries, [commit]))).toEqual([name(commit)])
    }
    // 1 + 2 + 4 + … + 64 + 100, not 1 + 2 + 3 + … + 100.
    expect(listed.count).toBe(227)
  })

  it('reads no commits of the same second to find which ones belong to a history', async () => {
    const entries = Array.from({ length: 6 }, (_, i): HistoryEntry => {
      return { id: name(i), parents: i === 0 ? [] : [name(i - 1)], committedAt: 100 }
    })
    const readCommits = (): never => {
      throw new Error('Commits were read.')
    }
    const ancestry = createAncestry({ ...backendOf(entries), readCommits })
    const found = await ancestry.contains(name(4), asked(entries, [0, 2, 4, 5]))
    expect([...found._unsafeUnwrap()].sort()).toEqual([name(0), name(2), name(4)])
  })

  it('reads the log of a backend that lists no ancestors', async () => {
    async function* log({ from }: { readonly from: CommitId }): AsyncGenerator<CommitSummary> {
      yield await Promise.resolve({ id: from, parents: [], authorName: '', committedAt: 1, subject: '' })
    }
    const ancestry = createAncestry({ log } as unknown as GitBackend)
    expect(await rank(ancestry, name(0), [{ commit: name(0), committedAt: 1, blobs: [] }])).toEqual([name(0)])
  })

  it('takes commits that are not in the repository for no ancestors, and passes failures on', async () => {
    const error = codedError('git_failed', 'git rev-list failed.')
    const failing = {
      async *ancestors(): AsyncGenerator<HistoryEntry> {
        await Promise.resolve()
        throw new Error('git rev-list failed.', { cause: error })
      },
    } as unknown as GitBackend
    const ancestry = createAncestry(failing)
    expect((await ancestry.rank(name(1), [{ commit: name(0), blobs: [] }]))._unsafeUnwrap().size).toBe(0)
    const wanted = [{ commit: name(0), blobs: [], committedAt: 1 }]
    expect((await ancestry.rank(name(1), wanted))._unsafeUnwrapErr()).toEqual(error)
    const signal = AbortSignal.abort()
    const quiet = createAncestry(backendOf([]))
    expect((await quiet.rank(name(1), wanted, { signal }))._unsafeUnwrapErr().code).toBe('aborted')
  })
})
