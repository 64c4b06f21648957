import type { CacheStorage } from '../contracts/cache-storage.ts'
import { hashText } from './hash-text.ts'
import { readJson, writeJson } from './json-cache.ts'
import { createRecentMap } from './recent-map.ts'

/**
 * Keeps answers about places: in memory, and one for each place in storage. An answer is kept with the name of its
 * question, which names all that the answer follows from, so an answer is never stale.
 */
export interface KeptAnswers<Answer> {
  /** Whether any answer about the place is kept. */
  has(place: string): Promise<boolean>
  get(place: string, question: string): Promise<Answer | undefined>
  set(place: string, question: string, answer: Answer): Promise<void>
}

interface StoredAnswer<Answer> {
  readonly format: 1
  readonly question: string
  readonly answer: Answer
}

interface KeptAnswersOptions<Answer> {
  /** Where the answers are in storage. */
  readonly folder: string
  readonly storage: CacheStorage | undefined
  /** Whether an answer from the storage is one: it may have been damaged. */
  readonly isComplete: (answer: Partial<Answer>) => boolean
}

/** Answers that are kept in memory. */
const MEMORY_ENTRIES = 256
/** The slots in storage are numbered by three hexadecimal digits: there are 4,096. */
const SLOT_DIGITS = 3
/** Characters of the largest answer that is kept in storage. */
const MAX_LENGTH = 256 * 1024

export function createKeptAnswers<Answer>({
  folder,
  isComplete,
  storage,
}: KeptAnswersOptions<Answer>): KeptAnswers<Answer> {
  const memory = createRecentMap<StoredAnswer<Answer>>(MEMORY_ENTRIES)
  const slot = (place: string): string => `${folder}/${hashText(place).slice(-SLOT_DIGITS)}.json`

  /** The last answer about a place; places that share a slot take it from each other. */
  async function open(place: string): Promise<StoredAnswer<Answer> | undefined> {
    const known = memory.get(place)
    if (known !== undefined || storage === undefined) return known
    const stored = await readJson<Partial<StoredAnswer<Answer>> | null>(storage, slot(place))
    if (stored?.format !== 1 || typeof stored.question !== 'string') return undefined
    const { answer, question } = stored
    return answer === undefined || !isComplete(answer) ? undefined : { format: 1, question, answer }
  }

  return {
    async has(place) {
      return (await open(place)) !== undefined
    },
    async get(place, question) {
      const known = await open(place)
      if (known?.question !== question) return undefined
      memory.set(place, known)
      return known.answer
    },
    async set(place, question, answer) {
      const kept: StoredAnswer<Answer> = { format: 1, question, answer }
      memory.set(place, kept)
      const json = JSON.stringify(kept)
      if (storage !== undefined && json.length <= MAX_LENGTH) await writeJson(storage, slot(place), kept, json)
    },
  }
}
