import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The labelled units of one bundle, in the format of the JSON files in this folder. */
export interface LabelledHistory {
  /** Name of the bundle. */
  readonly repository: string
  /** Full id of the commit at which the units were drawn and their line histories were read. */
  readonly tip: string
  /** The units in the order in which they were drawn: first those with long histories, then some with shorter ones. */
  readonly units: readonly LabelledUnit[]
}

/** A unit, and the facts in its line history that one must know before changing it. */
export interface LabelledUnit {
  readonly path: string
  /** Qualified name; segments are separated by `::`. */
  readonly unit: string
  /** Whether the unit is in the randomly drawn half that is not looked at while Chronicle's answers are developed. */
  readonly held_out: boolean
  readonly facts: readonly HistoryFact[]
}

/** A fact that an editor of the unit needs today, stated in a commit of its line history. */
export interface HistoryFact {
  /** `problem` is a failure that must not come back; `limit` is one that still exists. */
  readonly kind: FactKind
  /** The fact as one line, in the words of the person who labelled it. */
  readonly fact: string
  /** Full commit id. */
  readonly commit: string
  /** The sentence or clause of the message that states the fact, verbatim except for white space. */
  readonly quote: string
  /** Parts of the quote. An answer that contains all of them contains the fact. */
  readonly key: readonly string[]
}

/**
 * Minimum number of tokens of the messages of a line history for its unit to be compared: three times the smallest
 * budget. Of much shorter messages, cutting at the budget would leave nothing out.
 */
export const MIN_HISTORY_TOKENS = 1500

export const FACT_KINDS = ['reason', 'constraint', 'rejected', 'behaviour', 'problem', 'limit'] as const
export type FactKind = (typeof FACT_KINDS)[number]

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Reads the labelled units of all bundles, in the order of the bundle names. */
export async function readLabelledHistories(): Promise<readonly LabelledHistory[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as LabelledHistory),
  )
}
