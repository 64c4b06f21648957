import { readFile } from 'node:fs/promises'
import { seededRandom, shuffled } from '../../confidence/seeded-random.ts'
import type { Verdict } from '../sample.ts'
import { parseDiscussions } from './parse-discussions.ts'
import { recordStatements, type RecordedStatement } from './recorded-statements.ts'

/** What a judge says of each statement. */
export const STATEMENT_QUESTIONS = ['supported', 'quotes_program', 'right_place', 'readable'] as const

/** A statement that an import records, with room for the verdicts. */
export interface JudgedStatement extends RecordedStatement {
  /** The set of discussions that it is from: `first`, `second`. */
  readonly set: string
  /** The discussion says what it says, and means it. */
  readonly supported: Verdict
  /** It quotes what a program or a model wrote, under whatever account. */
  readonly quotes_program: Verdict
  /** It is about the place that it stands on. */
  readonly right_place: Verdict
  /** Whole sentences that can be understood as they stand. */
  readonly readable: Verdict
  /** Why, where something is wrong. */
  readonly why: string
}

/** A sample of statements, as it was drawn. */
export interface DiscussionSample {
  readonly seed: number
  /** How many statements each set has in all. */
  readonly recorded: Readonly<Record<string, number>>
  readonly statements: readonly JudgedStatement[]
}

export const DISCUSSION_SETS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'] as const

const UNJUDGED = { supported: null, quotes_program: null, right_place: null, readable: null, why: '' } as const

/** Imports the discussions of a set, in a repository that is made for them. */
export async function importSet(set: string): Promise<readonly RecordedStatement[]> {
  const file = new URL(`../../../samples/discussions/${set}.txt`, import.meta.url)
  return recordStatements(parseDiscussions(await readFile(file, 'utf8')))
}

/** Draws statements of all sets at random. */
export async function drawDiscussions(seed: number, most: number): Promise<DiscussionSample> {
  const recorded: Record<string, number> = {}
  const all: JudgedStatement[] = []
  for (const set of DISCUSSION_SETS) {
    const statements = await importSet(set)
    recorded[set] = statements.length
    all.push(...statements.map((each) => ({ ...each, set, ...UNJUDGED })))
  }
  return { seed, recorded, statements: shuffled(all, seededRandom(seed)).slice(0, most) }
}
