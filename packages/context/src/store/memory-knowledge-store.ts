import type { KnowledgeStore, Posting } from '@chronicle/core/contracts'
import { createCountsTable, type CountsTable } from './counts-table.ts'
import { compareKeys } from './document-order.ts'
import { createStoreOfCollections, type StoreCollection } from './store-of-collections.ts'

/** Maximum number of decoded postings in the cache. It is cleared beyond this number. */
const MAX_ANSWERED_POSTINGS = 1_000_000

/**
 * Creates a knowledge store in memory, which ends with the process. Uses about 20 bytes for each term of a document.
 */
export function createMemoryKnowledgeStore(): KnowledgeStore {
  return createStoreOfCollections('memory', createCollection)
}

interface HeldDocument {
  readonly key: string
  readonly value: string
  readonly lengths: readonly number[]
}

/** The postings of a term: pairs of a document number and the number of its counts. */
interface StoredTerm {
  packed: number[]
  /** The last answer, in key order, and how much of `packed` it covers. */
  answer: readonly Posting[] | undefined
  covered: number
}

function createCollection(): StoreCollection {
  const documents = new Map<string, HeldDocument>()
  const keys: string[] = []
  const terms = new Map<string, StoredTerm>()
  const counts = createCountsTable()
  let answered = 0

  function answerOf(term: StoredTerm): readonly Posting[] {
    if (term.answer !== undefined && term.covered === term.packed.length) return term.answer
    const fresh = unpack(term.packed, term.covered, keys, counts).sort(compareKeys)
    term.answer = term.answer === undefined ? fresh : [...term.answer, ...fresh].sort(compareKeys)
    term.covered = term.packed.length
    answered += term.answer.length
    return term.answer
  }

  function forgetAnswers(): void {
    answered = 0
    for (const term of terms.values()) {
      term.answer = undefined
      term.covered = 0
    }
  }

  function pick<T>(wanted: readonly string[], part: (document: HeldDocument) => T): ReadonlyMap<string, T> {
    const found = new Map<string, T>()
    for (const key of wanted) {
      const document = documents.get(key)
      if (document !== undefined) found.set(key, part(document))
    }
    return found
  }

  return {
    has: (wanted) => new Set(wanted.filter((key) => documents.has(key))),
    read: (wanted) => pick(wanted, ({ value }) => value),
    lengths: (wanted) => pick(wanted, ({ lengths }) => lengths),
    size: () => documents.size,
    add(added) {
      // Adding in key order makes postings consist of sorted runs, which are quick to sort.
      for (const { key, value, lengths, terms: ofDocument } of [...added].sort(compareKeys)) {
        if (documents.has(key)) continue
        documents.set(key, { key, value, lengths: [...lengths] })
        const number = keys.push(key) - 1
        for (const [text, of] of ofDocument) {
          const term = terms.get(text)
          if (term === undefined) terms.set(text, { packed: [number, counts.idOf(of)], answer: undefined, covered: 0 })
          else term.packed.push(number, counts.idOf(of))
        }
      }
    },
    postings(wanted) {
      const found = new Map<string, readonly Posting[]>()
      for (const text of wanted) {
        const term = terms.get(text)
        if (term !== undefined) found.set(text, answerOf(term))
      }
      if (answered > MAX_ANSWERED_POSTINGS) forgetAnswers()
      return found
    },
    retain(kept) {
      const renumbered = new Map<number, number>()
      const before = keys.splice(0)
      for (const [number, key] of before.entries()) {
        if (kept.has(key)) renumbered.set(number, keys.push(key) - 1)
        else documents.delete(key)
      }
      forgetAnswers()
      for (const [text, term] of terms) {
        term.packed = renumber(term.packed, renumbered)
        if (term.packed.length === 0) terms.delete(text)
      }
    },
  }
}

function unpack(packed: readonly number[], from: number, keys: readonly string[], counts: CountsTable): Posting[] {
  const postings: Posting[] = []
  for (let at = from; at < packed.length; at += 2) {
    postings.push({ key: keys[packed[at] ?? 0] ?? '', counts: counts.rows[packed[at + 1] ?? 0] ?? [] })
  }
  return postings
}

function renumber(packed: readonly number[], numbers: ReadonlyMap<number, number>): number[] {
  const renumbered: number[] = []
  for (let at = 0; at < packed.length; at += 2) {
    const number = numbers.get(packed[at] ?? 0)
    if (number !== undefined) renumbered.push(number, packed[at + 1] ?? 0)
  }
  return renumbered
}
