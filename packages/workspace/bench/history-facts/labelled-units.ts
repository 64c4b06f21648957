import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The labelled units of one bundle: the shape of the JSON files in this folder. */
export interface LabelledHistory {
  /** Name of the bundle. */
  readonly repository: string
  /** Full id of the commit at which the units were drawn and their line histories read. */
  readonly tip: string
  /** In the order in which they were drawn: first those of long histories, then some of shorter ones. */
  readonly units: readonly LabelledUnit[]
}

/** A unit, and what its line history tells that one must know before changing it. */
export interface LabelledUnit {
  readonly path: string
  /** Qualified name, segments separated by `::`. */
  readonly unit: string
  /** Marks the half, drawn at random, that nobody looks at while choosing how Chronicle answers. */
  readonly held_out: boolean
  readonly facts: readonly HistoryFact[]
}

/** Something that an editor of the unit needs today, and that a commit of its line history tells. */
export interface HistoryFact {
  /** `problem` is a failure that must not come back; `limit` one that is still there. */
  readonly kind: FactKind
  /** One line in the words of the one who labelled. */
  readonly fact: string
  /** Full id. */
  readonly commit: string
  /** The sentence or clause of the message that tells it, verbatim but for white space. */
  readonly quote: string
  /** Parts of the quote. An answer that has all of them tells the fact. */
  readonly key: readonly string[]
}

/**
 * Tokens of the messages of a line history, at least, for a unit to be compared: three times the smallest budget. Where
 * the messages are hardly longer, whoever cuts them leaves nothing out.
 */
export const MIN_HISTORY_TOKENS = 1500

export const FACT_KINDS = ['reason', 'constraint', 'rejected', 'behaviour', 'problem', 'limit'] as const
export type FactKind = (typeof FACT_KINDS)[number]

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Reads the labelled units of all bundles, in the order of their names. */
export async function readLabelledHistories(): Promise<readonly LabelledHistory[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as LabelledHistory),
  )
}
