import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSqliteAvailable } from '@chronicle/store-sqlite'
import { runOnce } from './measure.ts'
import { below, megabytes, milliseconds, ratio, type Claim, type Section } from './section.ts'

const SIZES = [1_000, 5_000, 20_000]
const KINDS = ['memory', 'files', 'sqlite'] as const

type Kind = (typeof KINDS)[number]

/** The output of `knowledge-store-once.mjs`. Times are in milliseconds. */
interface QueryTimes {
  readonly postings: number
  readonly postingsFound: number
  readonly lengths: number
  readonly read: number
  readonly addOne: number
  readonly addOneSlowest: number
  readonly megabytes: number
}

interface Filled {
  readonly adding: number
  readonly megabytes: number
}

interface Measured {
  readonly kind: Kind
  readonly size: number
  readonly filled: Filled
  readonly asked: QueryTimes
  /** Memory in megabytes of a process that only creates the documents. */
  readonly making: number
}

/** Measures the cost of the knowledge stores, from a thousand files to twenty thousand. */
export async function knowledgeStore(into: string): Promise<Section> {
  const kinds = KINDS.filter((kind) => kind !== 'sqlite' || isSqliteAvailable())
  const measured: Measured[] = []
  for (const size of SIZES)
    for (const kind of kinds) measured.push(await measure(kind, size, join(into, `${kind}-${size}`)))
  return {
    title: 'The knowledge base',
    about:
      'Generated documents of 300 terms, whose frequencies fall as those of words do, and 6 KB each, added 500 at a ' +
      'time. Questions are asked in a process of their own: what 40 terms are in, the lengths of all documents, a ' +
      'hundred values; then 20 documents are added one by one. Memory is the most that a process held; in brackets, ' +
      'that of one which only makes the documents. The store in memory is filled and asked in one process.',
    columns: [
      '',
      'add all',
      '40 terms',
      'postings',
      'lengths',
      '100 values',
      'add one',
      'slowest',
      'MB, fill',
      'MB, ask',
    ],
    rows: measured.map(({ kind, size, filled, asked, making }) => [
      `${kind}, ${size.toLocaleString('en')}`,
      milliseconds(filled.adding),
      milliseconds(asked.postings),
      asked.postingsFound.toLocaleString('en'),
      milliseconds(asked.lengths),
      milliseconds(asked.read),
      milliseconds(asked.addOne),
      milliseconds(asked.addOneSlowest),
      `${filled.megabytes.toFixed(0)} (${making.toFixed(0)})`,
      asked.megabytes.toFixed(0),
    ]),
    claims: kinds.flatMap((kind) =>
      claimsOf(
        kind,
        measured.filter((row) => row.kind === kind),
      ),
    ),
  }
}

function claimsOf(kind: Kind, rows: readonly Measured[]): readonly Claim[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return []
  const growth = last.filled.adding / last.size / (first.filled.adding / first.size)
  const memory = last.filled.megabytes - last.making
  return [
    below(`${kind}: one more document takes under 50 ms`, last.asked.addOne, 50),
    {
      text: `${kind}: a document of twenty thousand takes at most twice as long to add as one of a thousand`,
      holds: growth <= 2,
      measured: ratio(growth),
    },
    below(`${kind}: 40 terms, of 200,000 postings, are found in under 500 ms`, last.asked.postings, 500),
    ...(kind === 'memory'
      ? []
      : [below(`${kind}: adding holds under 250 MB more than making the documents does`, memory, 250, megabytes)]),
  ]
}

async function measure(kind: Kind, size: number, folder: string): Promise<Measured> {
  await mkdir(folder, { recursive: true })
  const { megabytes: making } = await once<Filled>(kind, size, folder, 'make')
  const filled = await once<Filled & QueryTimes>(kind, size, folder, 'fill')
  const asked = kind === 'memory' ? filled : await once<QueryTimes>(kind, size, folder, 'ask')
  await rm(folder, { recursive: true, force: true })
  return { kind, size, filled, asked, making }
}

function once<T>(kind: Kind, size: number, folder: string, mode: 'fill' | 'ask' | 'make'): Promise<T> {
  return runOnce('knowledge-store-once.mjs', [kind, folder, String(size), mode], folder)
}
