import type { KnowledgeCollection, KnowledgeDocument, KnowledgeStore, Posting } from '@chronicle/core/contracts'
import { valueOf } from '../git-backend/contract-tools.ts'

/** All answers of a store about some keys and terms, in a comparable form. */
export interface KnowledgeAnswers {
  readonly held: readonly string[]
  readonly values: ReadonlyMap<string, string>
  readonly lengths: ReadonlyMap<string, readonly number[]>
  readonly postings: ReadonlyMap<string, readonly Posting[]>
}

/** The keys and terms to query, including some that are in no document. */
export interface KnowledgeQuestion {
  readonly keys: readonly string[]
  readonly terms: readonly string[]
}

/** Documents by key: the expected content of a store. */
export type KnowledgeModel = Map<string, KnowledgeDocument>

export function addToModel(model: KnowledgeModel, documents: readonly KnowledgeDocument[]): void {
  for (const document of documents) if (!model.has(document.key)) model.set(document.key, document)
}

export function retainInModel(model: KnowledgeModel, keys: ReadonlySet<string>): void {
  for (const key of [...model.keys()]) if (!keys.has(key)) model.delete(key)
}

/** Returns the correct answers. */
export function answersOfModel(model: KnowledgeModel, { keys, terms }: KnowledgeQuestion): KnowledgeAnswers {
  const held = keys.filter((key) => model.has(key)).sort()
  const sorted = [...model.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  const pick = <T>(part: (document: KnowledgeDocument) => T): ReadonlyMap<string, T> =>
    new Map(held.flatMap((key) => [...(model.has(key) ? [[key, part(documentOf(model, key))] as const] : [])]))
  const postings = new Map<string, readonly Posting[]>()
  for (const term of terms) {
    const holding = sorted.flatMap(({ key, terms: of }) => {
      const counts = of.get(term)
      return counts === undefined ? [] : [{ key, counts }]
    })
    if (holding.length > 0) postings.set(term, holding)
  }
  return { held, values: pick(({ value }) => value), lengths: pick(({ lengths }) => lengths), postings }
}

/** Returns the answers of a store. */
export async function answersOfStore(
  store: KnowledgeStore,
  collection: KnowledgeCollection,
  { keys, terms }: KnowledgeQuestion,
): Promise<KnowledgeAnswers> {
  const held = await valueOf(store.has(collection, keys))
  return {
    held: [...held].sort(),
    values: await valueOf(store.read(collection, keys)),
    lengths: await valueOf(store.lengths(collection, keys)),
    postings: await valueOf(store.postings(collection, terms)),
  }
}

function documentOf(model: KnowledgeModel, key: string): KnowledgeDocument {
  const document = model.get(key)
  if (document === undefined) throw new Error(`no document ${key}`)
  return document
}
