import type { AnnotationIndex, AnnotationView, CacheStorage, GitBackend } from '@chronicle/core/contracts'
import { createMemoryStorage, createNotesIndex } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { DEFAULT_NOTES_REF, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createFixtureRepository, createLinearHistory, type FixtureRepository } from '@chronicle/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const COMMITS = 8
const FILES = ['a.ts', 'b.ts', 'deep/c.ts', '__proto__', 'constructor'] as const

/** One note, as what it makes findable. */
interface NotePlan {
  readonly files: readonly string[]
  readonly targets: readonly (readonly [file: string, anchor: string])[]
  readonly groups: readonly string[]
  readonly broken: boolean
}

const notePlan: fc.Arbitrary<NotePlan> = fc.record({
  files: fc.uniqueArray(fc.constantFrom(...FILES), { maxLength: 3 }),
  targets: fc.uniqueArray(fc.tuple(fc.constantFrom(...FILES), fc.constantFrom('f', 'g')), {
    maxLength: 2,
    selector: String,
  }),
  groups: fc.uniqueArray(fc.constantFrom(...FILES), { maxLength: 2 }),
  broken: fc.boolean(),
})

/** A step replaces or removes the notes of a few commits. */
const steps = fc.array(
  fc.array(fc.tuple(fc.nat(COMMITS - 1), fc.option(notePlan, { nil: undefined })), { minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 4 },
)

function noteOf(commit: CommitId, plan: NotePlan): Uint8Array {
  if (plan.broken) return new TextEncoder().encode('{ not a note')
  const [first] = plan.files
  const regions = plan.files.map((file) => ({
    file,
    ast_anchor: { type: 'function', name: 'f' },
    lines: { start: 1, end: 1 },
    intent: 'x',
    semantic_dependencies:
      file === first ? plan.targets.map(([target, anchor]) => ({ file: target, anchor, nature: 'n' })) : [],
  }))
  const cross_cutting = plan.groups.map((file) => ({ description: file, regions: [`${file}:f`] }))
  return new TextEncoder().encode(
    JSON.stringify({
      $schema: 'chronicle/v1',
      commit,
      summary: 's',
      timestamp: '2026-01-01T00:00:00Z',
      regions,
      cross_cutting,
    }),
  )
}

/** The value, or the error thrown, so that a failing test shows it. */
async function value<T, E>(result: ResultAsync<T, E>): Promise<T> {
  return (await result).match(
    (found) => found,
    (error) => {
      throw error as Error
    },
  )
}

async function answers(view: AnnotationView, commits: readonly CommitId[]): Promise<unknown> {
  const found = await value(view.find(commits.map((commit) => commit.slice(0, 12))))
  const perFile = FILES.map(async (file) => ({
    annotating: (await value(view.annotating([file as RepoPath]))).map(({ commit }) => commit),
    dependents: (await value(view.dependents(file as RepoPath))).map(({ commit, anchor }) => `${commit} ${anchor}`),
    groups: (await value(view.groups(file as RepoPath))).map(({ commit }) => commit),
  }))
  return {
    notes: view.noteCount,
    found: [...found.values()].map(({ commit }) => commit).sort(),
    files: await Promise.all(perFile),
  }
}

/** Asks again when a part of the index was missing, as the pipeline does; storage must not fail for ever. */
async function askUntilAnswered(index: AnnotationIndex, commits: readonly CommitId[]): Promise<unknown> {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      return await answers(await value(index.refresh()), commits)
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'index_failed') throw error
    }
  }
  throw new Error('the index never answered')
}

/** What a scan of all notes finds. */
function bruteForce(notes: ReadonlyMap<CommitId, NotePlan>): unknown {
  const all = [...notes].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    notes: all.length,
    found: all.map(([commit]) => commit),
    files: FILES.map((file) => ({
      annotating: all.filter(([, plan]) => plan.broken || plan.files.includes(file)).map(([commit]) => commit),
      dependents: all.flatMap(([commit, plan]) =>
        plan.broken || plan.files.length === 0
          ? []
          : plan.targets
              .filter(([target]) => target === file)
              .map(([, anchor]) => `${commit} ${anchor}`)
              .sort(),
      ),
      groups: all.filter(([, plan]) => !plan.broken && plan.groups.includes(file)).map(([commit]) => commit),
    })),
  }
}

describe('the index answers like a scan of all notes', () => {
  let repository: FixtureRepository
  let git: GitBackend
  let commits: readonly CommitId[]

  beforeAll(async () => {
    repository = await createFixtureRepository()
    commits = await createLinearHistory(repository, { commits: COMMITS })
    git = createGitCli({ dir: repository.dir })
  })
  afterAll(async () => {
    await git.close()
    await repository.dispose()
  })

  async function check(
    plan: readonly (readonly (readonly [number, NotePlan | undefined])[])[],
    storage?: CacheStorage,
  ): Promise<void> {
    await repository.git('update-ref', '-d', DEFAULT_NOTES_REF)
    const notes = new Map<CommitId, NotePlan>()
    const lasting = createNotesIndex({ git, ...(storage === undefined ? {} : { storage }) })
    for (const step of plan) {
      const writes = new Map<CommitId, Uint8Array | undefined>()
      for (const [number, note] of step) {
        const commit = commits[number] as CommitId
        if (note === undefined && !notes.has(commit) && !writes.has(commit)) continue
        if (note === undefined) notes.delete(commit)
        else notes.set(commit, note)
        writes.set(commit, note && noteOf(commit, note))
      }
      const tip = await value(git.notesTip(DEFAULT_NOTES_REF))
      const kept = new Map([...writes].filter(([, bytes]) => bytes !== undefined || tip !== undefined))
      if (kept.size > 0) await value(git.writeNotes?.(DEFAULT_NOTES_REF, tip, kept) as ResultAsync<unknown, unknown>)
      const expected = bruteForce(notes)
      expect(await askUntilAnswered(lasting, commits)).toEqual(expected)
      if (storage !== undefined) {
        const fresh = createNotesIndex({ git, storage })
        expect(await askUntilAnswered(fresh, commits)).toEqual(expected)
      }
    }
  }

  it(
    'in memory',
    () =>
      fc.assert(
        fc.asyncProperty(steps, (plan) => check(plan)),
        { numRuns: 20 },
      ),
    120_000,
  )

  it(
    'from storage shared with other processes',
    () =>
      fc.assert(
        fc.asyncProperty(steps, (plan) => check(plan, createMemoryStorage())),
        { numRuns: 15 },
      ),
    120_000,
  )

  it(
    'whatever happens to the stored files',
    () =>
      fc.assert(
        fc.asyncProperty(
          steps,
          fc.array(fc.constantFrom('keep', 'lose', 'damage', 'refuse'), { maxLength: 30 }),
          (plan, fates) => check(plan, unreliable(createMemoryStorage(), fates)),
        ),
        { numRuns: 15 },
      ),
    120_000,
  )

  it('keeps an older view as it was while newer ones move on', async () => {
    await repository.git('update-ref', '-d', DEFAULT_NOTES_REF)
    const index = createNotesIndex({ git, storage: createMemoryStorage() })
    const [first, second] = commits as readonly [CommitId, CommitId]
    const plan: NotePlan = { files: ['a.ts'], targets: [], groups: [], broken: false }
    await repository.note(first, noteOf(first, plan))
    const before = await value(index.refresh())
    const seen = await answers(before, commits)
    await repository.note(second, noteOf(second, plan))
    const after = await value(index.refresh())
    expect(await answers(before, commits)).toEqual(seen)
    expect(after.noteCount).toBe(2)
  })
})

/** Storage that loses, damages or refuses some of what it is given, in the order of `fates`, and then keeps all. */
function unreliable(storage: CacheStorage, fates: readonly string[]): CacheStorage {
  const left = [...fates]
  return {
    ...storage,
    name: 'unreliable',
    async write(key, bytes) {
      const fate = left.shift()
      if (fate === 'refuse') return false
      if (fate === 'lose') return true
      return storage.write(key, fate === 'damage' ? bytes.slice(0, bytes.length / 2) : bytes)
    },
  }
}
