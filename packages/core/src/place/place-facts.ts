import { ok, omitUndefined, safeTry, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createRecentMap } from '../cache/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { ReadError } from '../read/read-error.ts'
import type { PlacingJournal } from './placing-journal.ts'

/** Facts about regions in one state of a file. They follow from contents and history, and are computed once. */
export interface PlaceFacts {
  /** Returns the fact called `key`. `undefined` is a fact, too; failures are not kept. */
  get<Fact>(
    key: string,
    journal: PlacingJournal,
    compute: () => ResultAsync<Fact | undefined, ReadError>,
  ): ResultAsync<Fact | undefined, ReadError>
  /** Keeps what was computed since the last call. */
  save(): Promise<void>
}

/** Opens the facts about one state of the file at a path; `state` names it, its history included. */
export type OpenPlaceFacts = (path: string, state: string) => Promise<PlaceFacts>

/** A fact, and what was reported when it was computed, so that every answer reports the same. */
interface KeptFact {
  readonly fact?: unknown
  readonly diagnostics?: readonly Diagnostic[]
}

interface StoredFacts {
  /** Changes with the rules by which regions are placed. */
  readonly format: typeof FORMAT
  readonly path: string
  /** The state asked about last comes last. */
  readonly states: readonly (readonly [state: string, facts: readonly (readonly [string, KeptFact])[]])[]
}

const FORMAT = 1
/** Files whose facts are kept in memory. */
const MAX_FILES = 64
/** States of one file that are kept: the committed one, the edited one, and one of another branch. */
const MAX_STATES = 3
/** Facts that are kept of one state. */
const MAX_FACTS = 10_000

type States = Map<string, Map<string, KeptFact>>

/** Keeps facts in memory, and in one slot for each path in `storage`. */
export function createOpenPlaceFacts(storage?: CacheStorage): OpenPlaceFacts {
  const files = createRecentMap<Promise<States>>(MAX_FILES)
  return async (path, state) => {
    const opening = files.get(path) ?? readStates(path, storage)
    files.set(path, opening)
    const states = await opening
    const facts = states.get(state) ?? new Map<string, KeptFact>()
    states.delete(state)
    states.set(state, facts)
    const [oldest] = states.keys()
    if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest)
    let changed = false
    return {
      get<Fact>(key: string, journal: PlacingJournal, compute: () => ResultAsync<Fact | undefined, ReadError>) {
        return safeTry(async function* () {
          const known = facts.get(key)
          if (known !== undefined) {
            known.diagnostics?.forEach(journal.repeat)
            return ok(known.fact as Fact | undefined)
          }
          const reading = journal.begin()
          const computed = yield* compute()
          const { diagnostics, passing } = reading()
          if (!passing && facts.size < MAX_FACTS) {
            const fact = omitUndefined({ fact: computed })
            facts.set(key, diagnostics.length === 0 ? fact : { ...fact, diagnostics })
            changed = true
          }
          return ok(computed)
        })
      },
      async save() {
        if (!changed || storage === undefined) return
        changed = false
        const kept = [...states].map(([name, entries]) => [name, [...entries]] as const)
        await writeJson(storage, slot(path), { format: FORMAT, path, states: kept } satisfies StoredFacts)
      },
    }
  }
}

async function readStates(path: string, storage: CacheStorage | undefined): Promise<States> {
  const stored = storage === undefined ? undefined : await readJson<StoredFacts>(storage, slot(path))
  // The type tells what this version writes; another one may have written the file.
  if (stored === undefined || (stored.format as number) !== FORMAT || stored.path !== path) return new Map()
  return new Map(stored.states.map(([state, facts]) => [state, new Map(facts)]))
}

function slot(path: string): string {
  return `places/${hashText(path)}.json`
}
