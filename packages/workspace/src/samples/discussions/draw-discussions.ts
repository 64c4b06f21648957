import { readFile } from 'node:fs/promises'
import { seededRandom, shuffled } from '../../confidence/seeded-random.ts'
import type { Verdict } from '../sample.ts'
import { parseDiscussions } from './parse-discussions.ts'
import { recordStatements, type RecordedStatement } from './recorded-statements.ts'

/** The questions that a judge answers about each statement. */
export const STATEMENT_QUESTIONS = ['supported', 'quotes_program', 'right_place', 'readable'] as const

/** A statement that an import recorded, with fields for the verdicts. */
export interface JudgedStatement extends RecordedStatement {
  /** The set of discussions that it comes from, such as `first` or `second`. */
  readonly set: string
  /** Whether the discussion says this, and means it. */
  readonly supported: Verdict
  /** Whether it quotes what a program or a model wrote, whatever the account. */
  readonly quotes_program: Verdict
  /** Whether it is about the place it is recorded for. */
  readonly right_place: Verdict
  /** Whether it consists of whole sentences that can be understood on their own. */
  readonly readable: Verdict
  /** The reason, when something is wrong. */
  readonly why: string
}

/** A random sample of statements. */
export interface DiscussionSample {
  readonly seed: number
  /** Total number of statements by set. */
  readonly recorded: Readonly<Record<string, number>>
  readonly statements: readonly JudgedStatement[]
}

export const DISCUSSION_SETS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'] as const

const UNJUDGED = { supported: null, quotes_program: null, right_place: null, readable: null, why: '' } as const

/** Imports a set of discussions into a temporary repository and returns the recorded statements. */
export async function importSet(set: string): Promise<readonly RecordedStatement[]> {
  const file = new URL(`../../../samples/discussions/${set}.txt`, import.meta.url)
  return recordStatements(parseDiscussions(await readFile(file, 'utf8')))
}

/** Draws a random sample of at most `maxStatements` statements from all sets. */
export async function drawDiscussions(seed: number, maxStatements: number): Promise<DiscussionSample> {
  const recorded: Record<string, number> = {}
  const all: JudgedStatement[] = []
  for (const set of DISCUSSION_SETS) {
    const statements = await importSet(set)
    recorded[set] = statements.length
    all.push(...statements.map((each) => ({ ...each, set, ...UNJUDGED })))
  }
  return { seed, recorded, statements: shuffled(all, seededRandom(seed)).slice(0, maxStatements) }
}
