import type { CacheStorage } from '../contracts/cache-storage.ts'
import { hashText } from './hash-text.ts'
import { readJson, writeJson } from './json-cache.ts'
import { createRecentMap } from '../contracts/recent-map.ts'

/**
 * A cache of answers about places: in memory, and one per place in storage. An answer is stored with its question,
 * which identifies everything that it depends on, so it is never stale.
 */
export interface AnswerCache<Answer> {
  /** Whether the cache has any answer about the place. */
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
  /** Folder of the answers in the storage. */
  readonly folder: string
  readonly storage: CacheStorage | undefined
  /** Whether a stored answer is valid: it may have been damaged. */
  readonly isComplete: (answer: Partial<Answer>) => boolean
}

/** Maximum number of answers in memory. */
const MEMORY_ENTRIES = 256
/** Slots in storage are numbered by three hexadecimal digits: there are 4,096. */
const SLOT_DIGITS = 3
/** Maximum length in characters of an answer in storage. */
const MAX_LENGTH = 256 * 1024

export function createKeptAnswers<Answer>({
  folder,
  isComplete,
  storage,
}: KeptAnswersOptions<Answer>): AnswerCache<Answer> {
  const memory = createRecentMap<string, StoredAnswer<Answer>>(MEMORY_ENTRIES)
  const slot = (place: string): string => `${folder}/${hashText(place).slice(-SLOT_DIGITS)}.json`

  /** Returns the last answer about a place. Places that share a slot evict each other. */
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
