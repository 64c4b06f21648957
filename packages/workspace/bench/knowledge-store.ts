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
      'Generated documents of 300 terms with word-like frequencies, 6 KB each, added 500 at a time. Another process then ' +
      'asks for the documents with 40 terms, the lengths of all documents and a hundred values, and adds 20 documents ' +
      'one by one. Memory is the maximum of a process; in brackets, that of a process that only generates the documents. ' +
      'The store in memory is filled and queried in one process.',
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
      text: `${kind}: adding a document takes at most twice as long with twenty thousand documents as with a thousand`,
      holds: growth <= 2,
      measured: ratio(growth),
    },
    below(`${kind}: 40 terms, of 200,000 postings, are found in under 500 ms`, last.asked.postings, 500),
    ...(kind === 'memory'
      ? []
      : [below(`${kind}: adding the documents uses under 250 MB more than generating them`, memory, 250, megabytes)]),
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
