import { BUDGETS, type UnitAnswers } from './collect-answers.ts'

/**
 * Returns the facts about a unit that the lookup omitted, by budget, and its answers at the smallest and the largest
 * budget.
 */
export function missedFacts({ repository, unit, git, chronicle }: UnitAnswers): string {
  const facts = unit.facts.map(({ commit, fact, kind, quote }, index) => {
    const missedAt = BUDGETS.filter((budget) => chronicle[budget].found[index] !== true)
    const foundByGit = BUDGETS.find((budget) => git[budget].found[index] === true)
    const state = missedAt.length === 0 ? 'told' : `MISSED at ${missedAt.join(', ')}`
    return [
      `- ${state} (git tells it ${foundByGit === undefined ? 'at none' : `from ${foundByGit}`}): [${kind}] ${fact}`,
      `  ${commit.slice(0, 7)}: ${quote}`,
    ].join('\n')
  })
  const [least, most] = [BUDGETS[0], BUDGETS[2]]
  return [
    `===== ${repository} ${unit.path}:${unit.unit}`,
    ...facts,
    `----- the answer at ${least} (${chronicle[least].tokens} tokens)`,
    chronicle[least].text.trimEnd(),
    `----- the answer at ${most} (${chronicle[most].tokens} tokens)`,
    chronicle[most].text.trimEnd(),
    '\n',
  ].join('\n')
}
