import { atLeast, percent, ratio, type Claim, type Section } from '../section.ts'
import { MIN_HISTORY_TOKENS } from './labelled-units.ts'
import { BUDGETS, type Answer, type Budget, type UnitAnswers } from './collect-answers.ts'

type Side = 'git' | 'chronicle'

/** Bounds of the claims about the answers. */
const MIN_SHARE = { 500: 0.8, 1000: 0.9 } as const
const MIN_RATIO = 1.4

/**
 * Returns the share of the facts that each side contains, by repository and in total. `definition` is the number of
 * tokens of the tool definition over MCP.
 */
export function factsSection(all: readonly UnitAnswers[], definition: number): Section {
  const repositories = [...new Set(all.map(({ repository }) => repository))]
  const groups: readonly (readonly [string, readonly UnitAnswers[]])[] = [
    ...repositories.map((name) => [name, all.filter(({ repository }) => repository === name)] as const),
    ['long histories', all.filter(hasLongHistory)],
    ['shorter ones', all.filter((one) => !hasLongHistory(one))],
    ['half to choose by', all.filter(({ unit }) => !unit.held_out)],
    ['half held out', all.filter(({ unit }) => unit.held_out)],
    ['together', all],
  ]
  return {
    title: 'Facts told',
    about: [
      'Share of the labelled facts that are in what the agent reads, and the tokens (o200k_base) of an answer, on average.',
      [
        '- **git**: the messages of `git log -L <start>,<end>:<path>`, newest first, each as ' +
          '`commit <id> <date> <author>` and the message, cut at the budget. The lines of the unit must be found out first, which is not counted.',
        '- **lookup**: what `git chronicle lookup <path>:<unit> --max-tokens <budget> --format markdown` prints.',
      ].join('\n'),
      'A fact is told when the words of its commit that state it are in the text; quote marks, backslashes, case and ' +
        'white space do not count. Half of the units were set apart at random before anything was measured.',
      `Over MCP, the definition of the tool costs ${number(definition)} tokens more, once in a conversation.`,
      `A long history has messages of at least ${number(MIN_HISTORY_TOKENS)} tokens together. Where they are fewer, reading ` +
        'them all costs little more than an answer, and there is little to gain.',
    ].join('\n\n'),
    columns: [
      'repository',
      'units',
      'facts',
      ...BUDGETS.flatMap((budget) => [`git, ${number(budget)}`, `lookup, ${number(budget)}`]),
      'lookup / git at 500',
      ...BUDGETS.map((budget) => `tokens at ${number(budget)}, git and lookup`),
    ],
    rows: groups.filter(([, of]) => of.length > 0).map(([name, of]) => row(name, of)),
    claims: claims(all),
  }
}

/** Returns what each side contains about each unit. Units where the lookup does worse are included and marked. */
export function unitsSection(all: readonly UnitAnswers[]): Section {
  const worse = all.filter((one) => BUDGETS.some((budget) => isWorse(one, budget)))
  return {
    title: 'Unit by unit',
    about:
      `Facts told by git and by the lookup, at each budget. The lookup tells less than git at some budget for ` +
      `${worse.length} of ${all.length} units; these cells are bold. Units that were held out are marked with *.`,
    columns: [
      'unit',
      'tokens of its messages',
      'facts',
      ...BUDGETS.map((budget) => `git and lookup, ${number(budget)}`),
    ],
    rows: all.map((one) => [
      `${one.repository} \`${one.unit.path}:${one.unit.unit}\`${one.unit.held_out ? ' \\*' : ''}`,
      number(one.historyTokens),
      String(one.unit.facts.length),
      ...BUDGETS.map((budget) => {
        const cell = `${countFound([one.git[budget]])} and ${countFound([one.chronicle[budget]])}`
        return isWorse(one, budget) ? `**${cell}**` : cell
      }),
    ]),
    claims: [],
  }
}

function hasLongHistory({ historyTokens }: UnitAnswers): boolean {
  return historyTokens >= MIN_HISTORY_TOKENS
}

function isWorse({ git, chronicle }: UnitAnswers, budget: Budget): boolean {
  return countFound([chronicle[budget]]) < countFound([git[budget]])
}

function row(name: string, of: readonly UnitAnswers[]): readonly string[] {
  const facts = of.reduce((sum, { unit }) => sum + unit.facts.length, 0)
  const tokens = (side: Side, budget: Budget): string =>
    number(Math.round(of.reduce((sum, one) => sum + one[side][budget].tokens, 0) / of.length))
  return [
    name,
    String(of.length),
    String(facts),
    ...BUDGETS.flatMap((budget) => [percent(share(of, 'git', budget)), percent(share(of, 'chronicle', budget))]),
    share(of, 'git', 500) === 0 ? 'git has none' : ratio(share(of, 'chronicle', 500) / share(of, 'git', 500)),
    ...BUDGETS.map((budget) => `${tokens('git', budget)} and ${tokens('chronicle', budget)}`),
  ]
}

function claims(all: readonly UnitAnswers[]): readonly Claim[] {
  const git = share(all, 'git', 500)
  const tells = (budget: 500 | 1000): Claim => {
    const text = `at ${number(budget)} tokens the lookup tells at least ${percent(MIN_SHARE[budget])} of the facts`
    return atLeast(text, share(all, 'chronicle', budget), MIN_SHARE[budget], percent)
  }
  return [
    tells(500),
    {
      text: `at 500 tokens it tells at least ${MIN_RATIO} times as many as the messages`,
      holds: share(all, 'chronicle', 500) >= MIN_RATIO * git,
      measured: `${ratio(share(all, 'chronicle', 500) / git)}; ${percent(git)} with git`,
    },
    tells(1000),
  ]
}

function share(of: readonly UnitAnswers[], side: Side, budget: Budget): number {
  const answers = of.map((one) => one[side][budget])
  return countFound(answers) / answers.reduce((sum, answer) => sum + answer.found.length, 0)
}

function countFound(answers: readonly Answer[]): number {
  return answers.reduce((sum, answer) => sum + answer.found.filter(Boolean).length, 0)
}

function number(value: number): string {
  return value.toLocaleString('en')
}
