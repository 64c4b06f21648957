import type { KnowledgeDocument, KnowledgeStore } from '@chronicle/core/contracts'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { valueOf } from '../git-backend/contract-tools.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'
import { knowledgeDocumentArbitrary, knowledgeStepsArbitrary, type KnowledgeStep } from './knowledge-arbitrary.ts'
import {
  addToModel,
  answersOfModel,
  answersOfStore,
  retainInModel,
  type KnowledgeAnswers,
  type KnowledgeModel,
  type KnowledgeQuestion,
} from './knowledge-model.ts'

/** A place where stores keep their documents, empty at first. */
export interface KnowledgePlace {
  /** Opens a store. Persistent stores of one place share their data, as two processes do. */
  open(): KnowledgeStore
  /**
   * Damages stored data, chosen by a number from 0 to 1: truncates it, changes bytes, removes it or replaces it. The
   * store must be able to detect the damage.
   */
  damage?(choice: number): Promise<void>
  dispose?(): Promise<void>
}

/** The parts of the suite that the author of a store provides. */
export interface KnowledgeStoreContract {
  createPlace(): Promise<KnowledgePlace>
  /** Whether documents outlive the store that added them. */
  readonly persistent: boolean
  /** Number of runs of each property. Default 40. */
  readonly runs?: number
}

/** Runs the `KnowledgeStore` contract: compares every answer of the store with that of a plain model. */
export function testKnowledgeStore(name: string, { createPlace, persistent, runs = 40 }: KnowledgeStoreContract): void {
  const opened: KnowledgeStore[] = []
  const places: KnowledgePlace[] = []

  async function newPlace(): Promise<KnowledgePlace> {
    const place = await createPlace()
    places.push(place)
    return {
      ...place,
      open() {
        const store = place.open()
        opened.push(store)
        return store
      },
    }
  }

  async function release(): Promise<void> {
    for (const store of opened.splice(0)) await store.close()
    for (const place of places.splice(0)) await place.dispose?.()
  }

  async function follow(steps: readonly KnowledgeStep[]): Promise<void> {
    const place = await newPlace()
    const model: KnowledgeModel = new Map()
    const question = questionOf(steps.flatMap((step) => (step.kind === 'add' ? step.documents : [])))
    let store = place.open()
    for (const step of steps) {
      if (step.kind === 'add') {
        await valueOf(store.add('files', step.documents))
        addToModel(model, step.documents)
      } else if (step.kind === 'retain') {
        await valueOf(store.retain('files', new Set(step.keys)))
        retainInModel(model, new Set(step.keys))
      } else if (persistent) {
        await store.close()
        store = place.open()
      }
      expect(await answersOfStore(store, 'files', question)).toEqual(answersOfModel(model, question))
      expect(await valueOf(store.size('files'))).toBe(model.size)
    }
    await release()
  }

  describe(`KnowledgeStore contract: ${name}`, SUITE_OPTIONS, () => {
    afterEach(release)

    test('answers like a plain model after any steps', async () => {
      await fc.assert(fc.asyncProperty(knowledgeStepsArbitrary, follow), { numRuns: runs })
    })

    test('knows nothing at first', async () => {
      const store = (await newPlace()).open()
      expect(await answersOfStore(store, 'files', { keys: ['a'], terms: ['b', ''] })).toEqual(NOTHING)
      await valueOf(store.retain('files', new Set()))
      await valueOf(store.add('files', []))
      expect(await answersOfStore(store, 'files', { keys: [], terms: [] })).toEqual(NOTHING)
    })

    test('keeps collections apart', async () => {
      const store = (await newPlace()).open()
      const [one, other] = [plainDocument('same', 'files'), plainDocument('same', 'commits')]
      await valueOf(store.add('files', [one]))
      await valueOf(store.add('commits', [other]))
      const question = questionOf([one, other])
      expect(await answersOfStore(store, 'commits', question)).toEqual(answersOfModel(modelOf([other]), question))
      await valueOf(store.retain('commits', new Set()))
      expect(await answersOfStore(store, 'commits', question)).toEqual(NOTHING)
      expect(await answersOfStore(store, 'files', question)).toEqual(answersOfModel(modelOf([one]), question))
    })

    test('keeps what it is given when the caller changes it afterwards', async () => {
      const store = (await newPlace()).open()
      const counts = [1, 2]
      const lengths = [3]
      const terms = new Map([['term', counts]])
      await valueOf(store.add('files', [{ key: 'a', value: 'b', lengths, terms }]))
      counts[0] = 9
      lengths[0] = 9
      terms.set('other', [1])
      expect(await answersOfStore(store, 'files', { keys: ['a'], terms: ['term', 'other'] })).toMatchObject({
        lengths: new Map([['a', [3]]]),
        postings: new Map([['term', [{ key: 'a', counts: [1, 2] }]]]),
      })
    })

    test('answers each key and term once, however often it is asked for', async () => {
      const store = (await newPlace()).open()
      const documents = [plainDocument('a', 'one'), plainDocument('b', 'two')]
      await valueOf(store.add('files', [...documents, plainDocument('a', 'three')]))
      const once = questionOf(documents)
      const twice = { keys: [...once.keys, ...once.keys], terms: [...once.terms, ...once.terms] }
      const answers = await answersOfStore(store, 'files', twice)
      expect(answers).toEqual(answersOfModel(modelOf(documents), once))
    })

    test('holds many documents that come in batches and one by one, and lets most of them go', async () => {
      const place = await newPlace()
      const store = place.open()
      const documents = Array.from({ length: 700 }, (_, number) => manyTerms(number))
      await valueOf(store.add('files', documents.slice(0, 500)))
      for (let at = 500; at < 650; at += 10) await valueOf(store.add('files', documents.slice(at, at + 10)))
      for (const document of documents.slice(650)) await valueOf(store.add('files', [document]))
      const question = questionOf(documents.slice(0, 40))
      const all = { keys: documents.map(({ key }) => key), terms: question.terms }
      expect(await answersOfStore(store, 'files', all)).toEqual(answersOfModel(modelOf(documents), all))
      const kept = documents.filter((_, number) => number % 7 === 0)
      await valueOf(store.retain('files', new Set(kept.map(({ key }) => key))))
      expect(await answersOfStore(store, 'files', all)).toEqual(answersOfModel(modelOf(kept), all))
      if (persistent) {
        expect(await answersOfStore(place.open(), 'files', all)).toEqual(answersOfModel(modelOf(kept), all))
      }
      await valueOf(store.add('files', documents))
      expect(await answersOfStore(store, 'files', all)).toEqual(answersOfModel(modelOf(documents), all))
    })

    test('serves several callers at once', async () => {
      const store = (await newPlace()).open()
      const batches = Array.from({ length: 12 }, (_, batch) =>
        Array.from({ length: 6 }, (_, number) => manyTerms(batch * 5 + number)),
      )
      const question = questionOf(batches.flat())
      await Promise.all(
        batches.flatMap((batch) => [store.add('files', batch).map(() => []), store.postings('files', question.terms)]),
      )
      expect(await answersOfStore(store, 'files', question)).toEqual(answersOfModel(modelOf(batches.flat()), question))
    })

    test('ends with the code aborted when it is aborted, and adds nothing', async () => {
      const store = (await newPlace()).open()
      const document = plainDocument('a', 'value')
      const signal = AbortSignal.abort()
      const failed = [
        await store.add('files', [document], { signal }),
        await store.has('files', ['a'], { signal }),
        await store.read('files', ['a'], { signal }),
        await store.lengths('files', ['a'], { signal }),
        await store.postings('files', ['a'], { signal }),
        await store.retain('files', new Set(), { signal }),
      ]
      expect(failed.map((result) => result.isErr() && result.error.code)).toEqual(failed.map(() => 'aborted'))
      expect(await answersOfStore(store, 'files', questionOf([document]))).toEqual(NOTHING)
    })

    test('adds all of its documents or none when it is aborted on its way', async () => {
      const place = await newPlace()
      const store = place.open()
      const documents = Array.from({ length: 400 }, (_, number) => manyTerms(number))
      const question = questionOf(documents.slice(0, 30))
      for (const wait of [0, 1, 3, 6, 12]) {
        await valueOf(store.retain('files', new Set()))
        const controller = new AbortController()
        const adding = store.add('files', documents, { signal: controller.signal })
        for (let turn = 0; turn < wait; turn++) await new Promise((resolve) => setTimeout(resolve))
        controller.abort()
        const added = await adding
        if (added.isErr()) expect(added.error.code).toBe('aborted')
        const right = added.isOk() ? answersOfModel(modelOf(documents), question) : NOTHING
        expect(await answersOfStore(store, 'files', question)).toEqual(right)
      }
    })

    test.skipIf(!persistent)('shares what it keeps with other stores of its place', async () => {
      const place = await newPlace()
      const stores = [place.open(), place.open(), place.open()]
      const documents = Array.from({ length: 60 }, (_, number) => manyTerms(number))
      const question = questionOf(documents)
      for (let round = 0; round < 10; round++) {
        const batch = documents.slice(round * 6, round * 6 + 6)
        await Promise.all(stores.map((store, number) => store.add('files', batch.slice(number * 2, number * 2 + 4))))
        // Documents that concurrent writers overwrote are missing, and so are added again.
        await Promise.all(stores.map((store) => heal(store, batch)))
        await heal(stores[0] as KnowledgeStore, batch)
        const right = answersOfModel(modelOf(documents.slice(0, round * 6 + 6)), question)
        for (const store of [...stores, place.open()]) {
          expect(await answersOfStore(store, 'files', question)).toEqual(right)
        }
      }
      await valueOf((stores[0] as KnowledgeStore).retain('files', new Set([documents[3]?.key ?? ''])))
      const right = answersOfModel(modelOf(documents.slice(3, 4)), question)
      for (const store of stores) expect(await answersOfStore(store, 'files', question)).toEqual(right)
    })

    test.skipIf(!persistent)(
      'misses documents whose bytes are damaged, says nothing wrong, and takes them again',
      async () => {
        const documentsArbitrary = fc.array(knowledgeDocumentArbitrary, { minLength: 1, maxLength: 12 })
        const choices = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
          minLength: 1,
          maxLength: 3,
        })
        await fc.assert(
          fc.asyncProperty(
            fc.array(documentsArbitrary, { minLength: 1, maxLength: 5 }),
            choices,
            fc.boolean(),
            async (batches, where, reopen) => {
              const place = await newPlace()
              if (place.damage === undefined) return
              const store = place.open()
              const model: KnowledgeModel = new Map()
              for (const batch of batches) {
                await valueOf(store.add('files', batch))
                addToModel(model, batch)
              }
              if (reopen) await store.close()
              for (const choice of where) await place.damage(choice)
              const again = reopen ? place.open() : store
              const question = questionOf(batches.flat())
              const right = answersOfModel(model, question)
              // An open store may have cached the data and not notice the damage; a newly opened one notices it.
              for (const each of [again, place.open()]) {
                for (const _ of where) {
                  expectPartOf(await answersOfStore(each, 'files', question), right)
                  await heal(each, [...model.values()])
                }
                expect(await answersOfStore(each, 'files', question)).toEqual(right)
              }
              expect(await answersOfStore(place.open(), 'files', question)).toEqual(right)
              await release()
            },
          ),
          { numRuns: runs },
        )
      },
    )
  })
}

const NOTHING: KnowledgeAnswers = { held: [], values: new Map(), lengths: new Map(), postings: new Map() }

function modelOf(documents: readonly KnowledgeDocument[]): KnowledgeModel {
  const model: KnowledgeModel = new Map()
  addToModel(model, documents)
  return model
}

/** Returns a query for all documents and terms, and for some that do not exist. */
function questionOf(documents: readonly KnowledgeDocument[]): KnowledgeQuestion {
  const keys = new Set(documents.map(({ key }) => key))
  const terms = new Set(documents.flatMap((document) => [...document.terms.keys()]))
  return { keys: [...keys, 'nobody'], terms: [...terms, 'no term', 'prototype'] }
}

/** Adds the documents that are missing in the store. */
async function heal(store: KnowledgeStore, documents: readonly KnowledgeDocument[]): Promise<void> {
  const keys = documents.map(({ key }) => key)
  const held = await valueOf(store.has('files', keys))
  await valueOf(
    store.add(
      'files',
      documents.filter(({ key }) => !held.has(key)),
    ),
  )
}

function expectPartOf(answers: KnowledgeAnswers, right: KnowledgeAnswers): void {
  expect(right.held).toEqual(expect.arrayContaining([...answers.held]))
  for (const [key, value] of answers.values) expect(value).toBe(right.values.get(key))
  for (const [key, lengths] of answers.lengths) expect(lengths).toEqual(right.lengths.get(key))
  for (const [term, postings] of answers.postings) {
    const all = right.postings.get(term) ?? []
    expect(postings).toEqual(all.filter(({ key }) => postings.some((posting) => posting.key === key)))
  }
}

function plainDocument(key: string, value: string): KnowledgeDocument {
  return { key, value, lengths: [value.length], terms: new Map([[value, [1, 0, 2]]]) }
}

/** Returns a document that shares terms with others, and has a value of a few thousand characters. */
function manyTerms(number: number): KnowledgeDocument {
  const terms = Array.from({ length: 30 }, (_, at): [string, number[]] => [
    `term${(number * (at + 1)) % 211}`,
    [1 + ((number + at) % 5), at % 3],
  ])
  const key = `${((number * 7919) % 10_007).toString(16)}:${number}`
  return { key, value: `value of ${number} `.repeat(100 + (number % 50)), lengths: [30, number], terms: new Map(terms) }
}
