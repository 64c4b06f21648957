/*
 * Fills a knowledge store with generated documents, or asks one that is filled, and prints how long that took as JSON.
 * Plain JavaScript, so that nothing but what is measured is loaded. Arguments: kind of store, its folder, how many
 * documents, `fill`, `ask`, or `make` to make documents alone.
 */
import { performance } from 'node:perf_hooks'
import { createCachedKnowledgeStore, createMemoryKnowledgeStore } from '@chronicle/context'
import { createFileCacheStorage } from '@chronicle/node'
import { createSqliteKnowledgeStore } from '@chronicle/store-sqlite'

const TERMS = 300
/** Terms of a document that no other one has. */
const OWN_TERMS = 10
const BATCH = 500
const VOCABULARY = 100_000
const ASKED_TERMS = 40
/** The most frequent words are in every file, and no question is about them. */
const FIRST_ASKED_RANK = 20
const VALUE = `{"path":"src/some/file.ts","symbols":[${'{"name":"someName","start":100,"end":120,"kind":"function"},'.repeat(100)}null]}`

/** The word of each rank. Frequencies fall as 1 by rank, as those of words do. */
const WORDS = Array.from({ length: VOCABULARY }, (_, at) => `word${(Math.imul(at, 0x85ebca6b) >>> 0).toString(36)}`)

const [kind = '', folder = '', size = '', mode = ''] = process.argv.slice(2)
const documents = Number(size)
const random = numbersFrom(mode === 'ask' ? 7 : 1)
/** Lists of counts are shared, as those of a parser are made per file and soon forgotten. */
const COUNTS = Array.from({ length: 200 }, (_, at) => [
  at % 17 === 0 ? 1 : 0,
  at % 7 === 0 ? 1 : 0,
  at % 3,
  1 + (at % 40),
])

const store = open()
const keys = Array.from({ length: documents }, (_, number) => keyOf(number))
const result = mode !== 'ask' ? await fill() : {}
const asked = mode === 'ask' || (kind === 'memory' && mode === 'fill') ? await ask() : {}
await store.close()
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ ...result, ...asked, megabytes }), () => process.exit(0))

function open() {
  if (kind === 'memory') return createMemoryKnowledgeStore()
  if (kind === 'sqlite') return createSqliteKnowledgeStore({ dir: folder })
  return createCachedKnowledgeStore(createFileCacheStorage(folder))
}

async function fill() {
  let adding = 0
  for (let at = 0; at < documents; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, documents - at) }, (_, number) => documentOf(at + number))
    const started = performance.now()
    if (mode === 'fill') await value(store.add('files', batch))
    adding += performance.now() - started
  }
  return { adding }
}

async function ask() {
  const terms = Array.from({ length: ASKED_TERMS }, () => wordAt(FIRST_ASKED_RANK + rank()))
  const [postings, found] = await timed(() => store.postings('files', terms))
  const [lengths, all] = await timed(() => store.lengths('files', keys))
  if (all.size !== documents) throw new Error(`${all.size} of ${documents} documents`)
  const [read] = await timed(() =>
    store.read(
      'files',
      keys.filter((_, number) => number % Math.floor(documents / 100) === 0),
    ),
  )
  const ones = []
  for (let number = 0; number < 20; number++) {
    const [one] = await timed(() => store.add('files', [documentOf(documents + number)]))
    ones.push(one)
  }
  ones.sort((a, b) => a - b)
  const postingsFound = [...found.values()].reduce((sum, { length }) => sum + length, 0)
  return { postings, postingsFound, lengths, read, addOne: ones[10], addOneSlowest: ones[19] }
}

/**
 * @template T
 * @param {() => import('@chronicle/schema').ResultAsync<T, import('@chronicle/schema').CodedError>} step
 * @returns {Promise<[number, T]>}
 */
async function timed(step) {
  const started = performance.now()
  const found = await value(step())
  return [performance.now() - started, found]
}

/**
 * @template T
 * @param {import('@chronicle/schema').ResultAsync<T, import('@chronicle/schema').CodedError>} result
 */
async function value(result) {
  return (await result).match(
    (found) => found,
    (error) => {
      throw new Error(`${error.code}: ${error.message}`)
    },
  )
}

/** @param {number} number */
function keyOf(number) {
  const hex = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return `${hex.repeat(5)}:typescript`
}

/** @param {number} number */
function documentOf(number) {
  const terms = new Map()
  for (let own = 0; own < OWN_TERMS; own++) terms.set(`own${number}x${own}`, COUNTS[own])
  while (terms.size < TERMS) terms.set(wordAt(rank()), COUNTS[Math.floor(random() * random() * COUNTS.length)])
  return { key: keyOf(number), value: `${VALUE}${number}`, lengths: [4, 40, 60, 2_000 + (number % 500)], terms }
}

/** @param {number} at */
function wordAt(at) {
  return WORDS[Math.min(at, VOCABULARY - 1)] ?? ''
}

function rank() {
  return Math.floor(Math.exp(random() * Math.log(VOCABULARY)))
}

/**
 * The same numbers from 0 to 1 on every machine.
 *
 * @param {number} seed
 */
function numbersFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
