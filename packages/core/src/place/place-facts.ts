import { ok, omitUndefined, safeTry, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import { createPathSlots, type PathSlots } from '../cache/path-slots.ts'
import { createRecentMap, type RecentMap } from '../cache/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { ReadError } from '../read/read-error.ts'
import type { PlacingJournal } from './placing-journal.ts'

/** Facts about regions in one state of a file. They follow from contents and history, and are computed once. */
export interface PlaceFacts {
  /**
   * Returns the fact called `key`. `undefined` is a fact, too; failures are not kept. One that follows from other things
   * as well, whose state is called `of`, is kept for the last of their states.
   */
  get<Fact>(
    key: AskedFact,
    journal: PlacingJournal,
    compute: () => ResultAsync<Fact | undefined, ReadError>,
  ): ResultAsync<Fact | undefined, ReadError>
  /** Returns a fact that is kept, and with which nothing was reported. */
  peek<Fact>(key: string): { readonly fact: Fact | undefined } | undefined
  /** Keeps a fact that is known without being computed. */
  keep(key: string, fact: unknown): void
  /** Keeps what was computed since the last call. */
  save(): Promise<void>
}

type AskedFact = string | { readonly key: string; readonly of: string }

/** Opens the facts about one state of the file at a path; `state` names it, its history included. */
export type OpenPlaceFacts = (path: string, state: string) => Promise<PlaceFacts>

/** A fact, and what was reported when it was computed, so that every answer reports the same. */
interface KeptFact {
  readonly fact?: unknown
  readonly of?: string
  readonly diagnostics?: readonly Diagnostic[]
}

interface StoredFacts {
  /** The state asked about last comes last. */
  readonly states: readonly (readonly [state: string, facts: readonly (readonly [string, KeptFact])[]])[]
}

/** Changes with the rules by which regions are placed, and with the shapes of the facts that are kept. */
const FORMAT = 9
/** Files whose facts are kept in memory. */
const MAX_FILES = 64
/** States of one file that are kept: the committed one, the edited one, and one of another branch. */
const MAX_STATES = 3
/** Facts that are kept of one state. */
const MAX_FACTS = 20_000

type States = RecentMap<Map<string, KeptFact>>

/** Keeps facts in memory, and in one slot for each path in `storage`. */
export function createOpenPlaceFacts(storage?: CacheStorage): OpenPlaceFacts {
  const files = createRecentMap<Promise<States>>(MAX_FILES)
  const slots = createPathSlots<StoredFacts>('places', FORMAT, storage)
  return async (path, state) => {
    const opening = files.get(path) ?? readStates(path, slots)
    files.set(path, opening)
    const states = await opening
    const facts = states.get(state) ?? new Map<string, KeptFact>()
    states.set(state, facts)
    let changed = false
    return {
      get<Fact>(asked: AskedFact, journal: PlacingJournal, compute: () => ResultAsync<Fact | undefined, ReadError>) {
        return safeTry(async function* () {
          const { key, of } = typeof asked === 'string' ? { key: asked, of: undefined } : asked
          const known = facts.get(key)
          if (known !== undefined && known.of === of) {
            known.diagnostics?.forEach(journal.repeat)
            return ok(known.fact as Fact | undefined)
          }
          const reading = journal.begin()
          const computed = yield* compute()
          const { diagnostics, passing } = reading()
          if (!passing && facts.size < MAX_FACTS) {
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
        const kept = [...states.entries()].map(([name, entries]) => [name, [...entries]] as const)
        await slots.write(path, { states: kept })
      },
    }
  }
}

async function readStates(path: string, slots: PathSlots<StoredFacts>): Promise<States> {
  // The type tells what this version writes; a disk may have damaged it.
  const { states } = ((await slots.read(path)) ?? {}) as Partial<StoredFacts>
  const kept: States = createRecentMap(MAX_STATES)
  for (const [state, facts] of states ?? []) kept.set(state, new Map(facts))
  return kept
}
