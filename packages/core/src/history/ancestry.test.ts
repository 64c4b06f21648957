import type { CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommitSummary, GitBackend, HistoryEntry } from '../contracts/git-backend.ts'
import { codedError } from '../contracts/coded-error.ts'
import { createAncestry } from './ancestry.ts'
import { extendHistoryFacts, NO_HISTORY } from './history-facts.ts'

/** A history as parents (by index, always earlier) and dates that need not agree with them; several tips. */
const history = fc
  .array(fc.record({ parents: fc.array(fc.nat(), { maxLength: 2 }), date: fc.nat(30) }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((commits): readonly HistoryEntry[] =>
    commits.map(({ parents, date }, i) => ({
      id: name(i),
      parents: i === 0 ? [] : [...new Set(parents.map((parent) => name(parent % i)))],
      committedAt: date + 1,
    })),
  )

function name(number: number): CommitId {
  return `c${`${number}`.padStart(2, '0')}` as CommitId
}

function ancestorsOf(entries: readonly HistoryEntry[], head: CommitId): ReadonlySet<CommitId> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const reached = new Set<CommitId>([head])
  for (const id of reached) byId.get(id)?.parents.forEach((parent) => reached.add(parent))
  return reached
}

/** The log as git walks it: always the newest of the commits that are next. */
function logOf(entries: readonly HistoryEntry[], walked: { count: number }): GitBackend {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  async function* log({ from }: { readonly from: CommitId }): AsyncGenerator<CommitSummary> {
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
      walked.count++
      yield await Promise.resolve({ ...entry, authorName: '', subject: '' })
    }
  }
  return { log } as unknown as GitBackend
}

describe('ancestry', () => {
  it('finds exactly the ancestors, in an order that no ancestor contradicts, however the clocks went', async () => {
    const property = fc.asyncProperty(
      history,
      fc.nat(),
      fc.array(fc.nat(), { minLength: 1 }),
      fc.boolean(),
      async (entries, tip, chosen, informed) => {
        const head = name(tip % entries.length)
        const asked = [...new Set(chosen.map((index) => index % entries.length))].map((index) => {
          const { id, committedAt } = entries[index] as HistoryEntry
          return { commit: id, committedAt, blobs: [] }
        })
        const facts = informed ? extendHistoryFacts(NO_HISTORY, entries) : undefined
        const ancestry = createAncestry(logOf(entries, { count: 0 }))
        // What was asked before must not matter.
        if (asked.length % 2 === 0) expect((await ancestry.rank(head, asked.slice(1), facts)).isOk()).toBe(true)
        const ranks = (await ancestry.rank(head, asked, facts))._unsafeUnwrap()
        const reached = ancestorsOf(entries, head)
        expect([...ranks.keys()].sort()).toEqual(
          asked
            .map(({ commit }) => commit)
            .filter((commit) => reached.has(commit))
            .sort(),
        )
        for (const [commit, rank] of ranks) {
          for (const ancestor of ancestorsOf(entries, commit)) {
            expect(ranks.get(ancestor) ?? -1).toBeLessThanOrEqual(rank)
          }
        }
        expect((await createAncestry(logOf(entries, { count: 0 })).rank(head, asked, facts))._unsafeUnwrap()).toEqual(
          ranks,
        )
      },
    )
    await fc.assert(property, { numRuns: 500 })
  })

  it('reads the log no further than needed, and not again', async () => {
    const entries = Array.from({ length: 50 }, (_, i): HistoryEntry => {
      return { id: name(i), parents: i === 0 ? [] : [name(i - 1)], committedAt: 100 + i }
    })
    const facts = extendHistoryFacts(NO_HISTORY, entries)
    const walked = { count: 0 }
    const ancestry = createAncestry(logOf(entries, walked))
    const ask = async (index: number): Promise<readonly string[]> => {
      const commits = [{ commit: name(index), committedAt: 100 + index, blobs: [] }]
      return [...(await ancestry.rank(name(49), commits, facts))._unsafeUnwrap().keys()]
    }
    expect(await ask(40)).toEqual([name(40)])
    expect(walked.count).toBe(11)
    expect(await ask(45)).toEqual([name(45)])
    expect(walked.count).toBe(11)
  })

  it('takes commits that are not in the repository for no ancestors, and passes failures on', async () => {
    const error = codedError('git_failed', 'git log failed.')
    const failing = {
      async *log(): AsyncGenerator<CommitSummary> {
        await Promise.resolve()
        throw new Error('git log failed.', { cause: error })
      },
    } as unknown as GitBackend
    const ancestry = createAncestry(failing)
    expect((await ancestry.rank(name(1), [{ commit: name(0), blobs: [] }], undefined))._unsafeUnwrap().size).toBe(0)
    const asked = [{ commit: name(0), blobs: [], committedAt: 1 }]
    expect((await ancestry.rank(name(1), asked, undefined))._unsafeUnwrapErr()).toEqual(error)
    const signal = AbortSignal.abort()
    const quiet = createAncestry(logOf([], { count: 0 }))
    expect((await quiet.rank(name(1), asked, undefined, { signal }))._unsafeUnwrapErr().code).toBe('aborted')
  })
})
