import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { TokenCounter } from '@chronicle/core/contracts'
import type { LineRange, RepoPath } from '@chronicle/schema'
import { chronicleCommand } from '../../src/demo/chronicle-command.ts'
import { runProgram } from '../../src/demo/run-program.ts'
import type { Clone } from '../bundles.ts'
import { cutAtTokens } from './cut-at-tokens.ts'
import type { LabelledUnit } from './labelled-units.ts'
import { lineHistory, messagesText } from './line-history.ts'
import { containsFact } from './contains-fact.ts'

/** Budgets for the history of a unit, in tokens, that a reader may choose. */
export const BUDGETS = [500, 1000, 2000] as const
export type Budget = (typeof BUDGETS)[number]

/** The answers of git and Chronicle about a unit. */
export interface UnitAnswers {
  readonly repository: string
  readonly unit: LabelledUnit
  /** Number of tokens of all messages of the line history. */
  readonly historyTokens: number
  readonly git: Readonly<Record<Budget, Answer>>
  readonly chronicle: Readonly<Record<Budget, Answer>>
}

/** The output of one side within a budget. */
export interface Answer {
  readonly text: string
  readonly tokens: number
  /** For each fact of the unit, whether the text contains it. */
  readonly found: readonly boolean[]
}

/** Queries git and Chronicle about a unit, Chronicle in a new clone without any cache. */
export async function collectAnswers(
  { dir, name }: Clone,
  unit: LabelledUnit,
  { counter, folder }: { readonly counter: TokenCounter; readonly folder: string },
): Promise<UnitAnswers> {
  const answer = (text: string): Answer => ({
    text,
    tokens: counter.count(text),
    found: unit.facts.map(({ key }) => containsFact(key, text)),
  })
  const messages = messagesText(await lineHistory(dir, unit.path, await linesOf(dir, unit)))
  const git = await forEachBudget(async (budget) => answer(cutAtTokens(messages, budget, counter)))
  const fresh = await mkdtemp(join(folder, 'fresh-'))
  try {
    await runProgram('git', ['clone', '--quiet', '--no-tags', dir, fresh], { cwd: folder })
    const chronicle = await forEachBudget(async (budget) => answer(await lookup(fresh, unit, budget)))
    return { repository: name, unit, historyTokens: counter.count(messages), git, chronicle }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** The smallest budget comes first, so that its query finds nothing cached. */
async function forEachBudget(ask: (budget: Budget) => Promise<Answer>): Promise<Readonly<Record<Budget, Answer>>> {
  return { 500: await ask(500), 1000: await ask(1000), 2000: await ask(2000) }
}

/** Returns the output of the command as its user sees it. */
function lookup(dir: string, { path, unit }: LabelledUnit, budget: Budget): Promise<string> {
  const options = ['--max-tokens', String(budget), '--format', 'markdown']
  return runProgram(process.execPath, [chronicleCommand, 'lookup', `${path}:${unit}`, ...options], { cwd: dir })
}

/** Returns the lines of a unit at the tip. Fails if the unit is missing, or its name is not unique. */
export async function linesOf(dir: string, { path, unit }: Pick<LabelledUnit, 'path' | 'unit'>): Promise<LineRange> {
  const text = await readFile(join(dir, path), 'utf8')
  const outline = await createTreeSitterParser().outline({ path: path as RepoPath, text })
  if (outline.isErr()) throw new Error(`${path}: ${outline.error.message}`)
  const [found, ...others] = outline.value.units.filter(({ name }) => name === unit)
  if (found === undefined || others.length > 0) throw new Error(`${path} has ${others.length} units named ${unit}`)
  return found.lines
}
