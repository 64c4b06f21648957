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
import { isTold } from './told.ts'

/** Tokens that a reader is willing to spend on the history of a unit. */
export const BUDGETS = [500, 1000, 2000] as const
export type Budget = (typeof BUDGETS)[number]

/** What both sides tell about a unit. */
export interface UnitAnswers {
  readonly repository: string
  readonly unit: LabelledUnit
  /** Tokens of all messages of the line history. */
  readonly historyTokens: number
  readonly git: Readonly<Record<Budget, Answer>>
  readonly chronicle: Readonly<Record<Budget, Answer>>
}

/** What one side prints within a budget. */
export interface Answer {
  readonly text: string
  readonly tokens: number
  /** For each fact of the unit, whether it is told. */
  readonly found: readonly boolean[]
}

/** Asks git and Chronicle about a unit, Chronicle in a clone that nobody has asked before. */
export async function answersAbout(
  { dir, name }: Clone,
  unit: LabelledUnit,
  { counter, folder }: { readonly counter: TokenCounter; readonly folder: string },
): Promise<UnitAnswers> {
  const answer = (text: string): Answer => ({
    text,
    tokens: counter.count(text),
    found: unit.facts.map(({ key }) => isTold(key, text)),
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

/** The smallest budget comes first: its question is the one that finds nothing cached. */
async function forEachBudget(ask: (budget: Budget) => Promise<Answer>): Promise<Readonly<Record<Budget, Answer>>> {
  return { 500: await ask(500), 1000: await ask(1000), 2000: await ask(2000) }
}

/** The answer of the command as its user sees it. */
function lookup(dir: string, { path, unit }: LabelledUnit, budget: Budget): Promise<string> {
  const options = ['--max-tokens', String(budget), '--format', 'markdown']
  return runProgram(process.execPath, [chronicleCommand, 'lookup', `${path}:${unit}`, ...options], { cwd: dir })
}

/** Where a unit is at the tip; fails where it is not, or not alone under its name. */
export async function linesOf(dir: string, { path, unit }: Pick<LabelledUnit, 'path' | 'unit'>): Promise<LineRange> {
  const text = await readFile(join(dir, path), 'utf8')
  const outline = await createTreeSitterParser().outline({ path: path as RepoPath, text })
  if (outline.isErr()) throw new Error(`${path}: ${outline.error.message}`)
  const [found, ...others] = outline.value.units.filter(({ name }) => name === unit)
  if (found === undefined || others.length > 0) throw new Error(`${path} has ${others.length} units named ${unit}`)
  return found.lines
}
