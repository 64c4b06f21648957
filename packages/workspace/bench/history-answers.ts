import type { TokenCounter } from '@chronicle/core/contracts'
import { chronicleTools } from '@chronicle/mcp/tools'
import { openChronicle } from '@chronicle/node'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import type { Clone } from './bundles.ts'
import { collectAnswers, type UnitAnswers } from './history-facts/collect-answers.ts'
import { readLabelledHistories } from './history-facts/labelled-units.ts'
import { missedFacts } from './history-facts/missed-facts.ts'
import { factsSection, unitsSection } from './history-facts/sections.ts'
import { formatSection, type Section } from './section.ts'

/**
 * Compares what the messages of `git log -L` and one lookup say about units of real repositories, at the same number of
 * tokens. The same on every machine with the same histories.
 *
 * `--missed` prints, for each unit that is not held out, the facts that the lookup omitted, with its answer;
 * `--unit=<text>` queries only units whose `path:name` contains the text.
 */
export async function historyAnswers(clones: readonly Clone[], folder: string): Promise<readonly Section[]> {
  const counter = await createGptTokenCounter('o200k_base')
  if (counter.isErr()) throw new Error(counter.error.message)
  const part = process.argv.find((word) => word.startsWith('--unit='))?.slice('--unit='.length) ?? ''
  if (part !== '' && process.argv.includes('--write')) throw new Error('--write shows all units: leave out --unit')
  const all: UnitAnswers[] = []
  for (const { repository, units } of await readLabelledHistories()) {
    const clone = clones.find(({ name }) => name === repository)
    if (clone === undefined) throw new Error(`There is no bundle of ${repository}`)
    for (const unit of units) {
      if (!`${unit.path}:${unit.unit}`.includes(part)) continue
      const answers = await collectAnswers(clone, unit, { counter: counter.value, folder })
      if (process.argv.includes('--missed') && !unit.held_out) process.stdout.write(missedFacts(answers))
      all.push(answers)
    }
  }
  return [factsSection(all, await definitionTokens(clones, counter.value)), unitsSection(all)]
}

/** Returns the tokens of the tool definition, which a model receives in every conversation. */
async function definitionTokens([clone]: readonly Clone[], { count }: TokenCounter): Promise<number> {
  if (clone === undefined) return 0
  const chronicle = openChronicle({ dir: clone.dir })
  const tool = chronicleTools(chronicle).find(({ name }) => name === 'chronicle_lookup')
  await chronicle.close()
  if (tool === undefined) throw new Error('There is no tool chronicle_lookup')
  const { name, description, inputSchema } = tool
  return count(JSON.stringify({ name, description, inputSchema }))
}

/** Returns the page with these sections. */
export function agentCostPage(sections: readonly Section[]): string {
  return [
    '# What an agent spends to know why',
    'Written by `npm run bench -- history-answers --write`; not edited by hand.',
    'Nothing is recorded in these repositories: each question is asked in a fresh clone, without notes and without ' +
      'caches. What an agent would do otherwise is to read the messages of the commits that changed the unit, so ' +
      'both are held against each other at the same number of tokens.',
    'The units were drawn at random from the code at the tip, two of a file at most; those were kept that have at ' +
      'least three commits in their line history with two sentences or more below the subject, and two facts. Forty have long ' +
      'histories, where reading everything is expensive; some of shorter ones stand beside them. Histories that ' +
      'hardly argue have few such units, and those of express and got have none.',
    'A coding agent that did not know how Chronicle chooses its sentences read all messages of each line history, and ' +
      'labelled by hand what an editor of the unit needs to know today: reasons, constraints, rejected alternatives, ' +
      'behaviour that must hold, problems and limits, without what is void by now or stands in the code at a glance. The labels are in ' +
      '[`history-facts`](../packages/workspace/bench/history-facts), each with its commit and the words that tell it, ' +
      'beside the script that drew the units.',
    ...sections.map(formatSection),
    '',
  ].join('\n\n')
}
