import { ok, omitUndefined, safeTry, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import { createPathSlots, type PathSlots } from '../cache/path-slots.ts'
import { createRecentMap, type RecentMap } from '../contracts/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { ReadError } from '../read/read-error.ts'
import type { PlacingJournal } from './placing-journal.ts'

/** Facts about regions in one state of a file. They depend only on contents and history, and are computed once. */
export interface PlaceFacts {
  /**
   * Returns the fact named `key`, computing it if needed. `undefined` is cached too; failures are not. A fact that also
   * depends on other things names their state as `of`, and is cached for the last such state only.
   */
  get<Fact>(
    key: FactKey,
    journal: PlacingJournal,
    compute: () => ResultAsync<Fact | undefined, ReadError>,
  ): ResultAsync<Fact | undefined, ReadError>
  /** Returns a cached fact that was computed without diagnostics. */
  peek<Fact>(key: string): { readonly fact: Fact | undefined } | undefined
  /** Stores a fact that needs no computation. */
  keep(key: string, fact: unknown): void
  /** Writes the facts computed since the last call to the cache. */
  save(): Promise<void>
}

type FactKey = string | { readonly key: string; readonly of: string }

/** Opens the facts about one state of the file at a path. `state` identifies it, including its history. */
export type OpenPlaceFacts = (path: string, state: string) => Promise<PlaceFacts>

/** A fact and the diagnostics of its computation, which every answer repeats. */
interface CachedFact {
  readonly fact?: unknown
  readonly of?: string
  readonly diagnostics?: readonly Diagnostic[]
}

interface StoredFacts {
  /** The most recently queried state comes last. */
  readonly states: readonly (readonly [state: string, facts: readonly (readonly [string, CachedFact])[]])[]
}

/** Version of the cached format. Raise it when the placement rules or the shapes of cached facts change. */
const FORMAT = 17
/** Maximum number of files whose facts are kept in memory. */
const MAX_FILES = 64
/** Maximum number of states cached for one file: the committed one, the edited one, and one of another branch. */
const MAX_STATES = 3
/** Maximum number of facts cached for one state. */
const MAX_FACTS = 20_000

type States = RecentMap<string, Map<string, CachedFact>>

/** Creates a cache of facts in memory and, if given, in one slot of `storage` for each path. */
export function createOpenPlaceFacts(storage?: CacheStorage): OpenPlaceFacts {
  const files = createRecentMap<string, Promise<States>>(MAX_FILES)
  const slots = createPathSlots<StoredFacts>('places', FORMAT, storage)
  return async (path, state) => {
    const opening = files.get(path) ?? readStates(path, slots)
    files.set(path, opening)
    const states = await opening
    const facts = states.get(state) ?? new Map<string, CachedFact>()
    states.set(state, facts)
    let changed = false
    return {
      get<Fact>(asked: FactKey, journal: PlacingJournal, compute: () => ResultAsync<Fact | undefined, ReadError>) {
        return safeTry(async function* () {
          const { key, of } = typeof asked === 'string' ? { key: asked, of: undefined } : asked
          const known = facts.get(key)
          if (known !== undefined && known.of === of) {
            known.diagnostics?.forEach(journal.repeat)
            return ok(known.fact as Fact | undefined)
          }
          const reading = journal.begin()
          const computed = yield* compute()
          const { diagnostics, isTransient } = reading()
          if (!isTransient && facts.size < MAX_FACTS) {
            const fact = omitUndefined({ fact: computed, of })
            facts.set(key, diagnostics.length === 0 ? fact : { ...fact, diagnostics })
            changed = true
          }
          return ok(computed)
        })
      },
      peek<Fact>(key: string) {
        const known = facts.get(key)
        return known === undefined || known.diagnostics !== undefined
          ? undefined
          : { fact: known.fact as Fact | undefined }
      },
      keep(key, fact) {
        if (facts.has(key) || facts.size >= MAX_FACTS) return
        facts.set(key, { fact })
        changed = true
      },
      async save() {
        if (!changed) return
        changed = false
        const kept = states.entries().map(([name, entries]) => [name, [...entries]] as const)
        await slots.write(path, { states: kept })
      },
    }
  }
}

async function readStates(path: string, slots: PathSlots<StoredFacts>): Promise<States> {
  // The type describes what this version writes, but the file on disk may be damaged.
  const { states } = ((await slots.read(path)) ?? {}) as Partial<StoredFacts>
  const kept: States = createRecentMap(MAX_STATES)
  for (const [state, facts] of states ?? []) kept.set(state, new Map(facts))
  return kept
}
