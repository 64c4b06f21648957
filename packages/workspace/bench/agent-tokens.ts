import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import type { Clone } from './bundles.ts'
import functions from './real-reasons.json' with { type: 'json' }
import { formatSection, ratio, type Claim, type Section } from './section.ts'
import { COMMITS, waysToLearn, type WaysToLearn } from './ways-to-learn.ts'

/** The ways that are compared, and what their columns are called. */
const COLUMNS = [
  ['file', 'file + `log -p`'],
  ['lines', 'function + `log -L`'],
  ['messages', 'function + messages'],
  ['lookup', 'function + lookup'],
] as const satisfies readonly (readonly [keyof WaysToLearn, string])[]

type Way = (typeof COLUMNS)[number][0]

/** What one way costs and tells. */
interface Learned {
  readonly tokens: number
  /** For each fact, whether it is told. */
  readonly told: readonly boolean[]
}

/**
 * What it costs an agent to learn about real functions with git and with Chronicle's tools, in tokens, and what it
 * knows then. The same on every machine that has the same histories.
 */
export async function agentTokens(clones: readonly Clone[]): Promise<readonly Section[]> {
  const counter = await createGptTokenCounter('o200k_base')
  if (counter.isErr()) throw new Error(counter.error.message)
  const count = (text: string): number => counter.value.count(text)
  const costs: string[][] = []
  const facts: string[][] = []
  const all: Learned[][] = COLUMNS.map(() => [])
  let tools = 0
  let documents = 0
  let nothing = 0
  for (const { repository, ...subject } of functions) {
    const clone = clones.find(({ name }) => name === repository)
    if (clone === undefined) throw new Error(`There is no bundle of ${repository}`)
    const ways = await waysToLearn(clone, subject)
    tools = count(ways.tools)
    documents += count(ways.document)
    nothing = Math.max(nothing, count(ways.nothing))
    const learned = COLUMNS.map(([way]): Learned => {
      const read = words(ways[way])
      const told = subject.facts.map(({ told }) => told.some((phrase) => read.includes(words(phrase))))
      return { tokens: count(ways[way]), told }
    })
    costs.push([`${repository} \`${subject.anchor}\``, ...learned.map((one) => summary([one]))])
    for (const [index, { fact }] of subject.facts.entries()) {
      facts.push([fact, repository, ...learned.map(({ told }) => (told[index] === true ? 'yes' : 'no'))])
    }
    learned.forEach((one, index) => all[index]?.push(one))
  }
  costs.push(['together', ...all.map(summary)])
  const columns = COLUMNS.map(([, column]) => column)
  return [
    {
      title: 'Tokens, and facts learned',
      about: [
        'What an agent sends and reads, in tokens of o200k_base, and how many of the facts below are in it.',
        `- **file + \`log -p\`**: it prints the file, and the last ${COMMITS} commits of the file with patches.\n` +
          "- **function + `log -L`**: it has found out which lines are the function's (not counted), prints these, and " +
          `the last ${COMMITS} commits of these lines with patches: \`git log -n ${COMMITS} -L <start>,<end>:<file>\`.\n` +
          '- **function + messages**: the same lines, and the messages of all commits of these lines, without patches.\n' +
          '- **function + lookup**: it calls `read` for the function, and `chronicle_lookup`.',
        `The descriptions of these two tools cost ${number(tools)} tokens, once in a conversation. A lookup where nothing ` +
          `is recorded costs up to ${number(nothing)}, and git is all there is then. Clients that hand the structured ` +
          `document of an answer to the model beside its text add ${number(documents)} to the last sum. ` +
          cheaperWithGit(all),
      ].join('\n\n'),
      columns: ['function', ...columns],
      rows: costs,
      claims: [
        costsLess('file and its patches', all, 'file'),
        costsLess('function and the patches of its lines', all, 'lines'),
      ],
    },
    {
      title: 'What each way tells',
      about:
        'A fact counts as told when words that state it are in what the agent has read: in an annotation, in a message, ' +
        'in a comment, or in a line of code or of a patch from which it can be inferred.',
      columns: ['one must know', 'of', ...columns],
      rows: facts,
      claims: [],
    },
  ]
}

/** The page that shows them. */
export function agentCostPage(sections: readonly Section[]): string {
  return [
    '# What an agent spends to know why',
    'Written by `npm run bench -- agent-tokens --write`; not edited by hand.',
    'Five functions of real repositories whose history explains them. The annotations are what a careful author would ' +
      'have recorded on the commits concerned: they were written for this comparison, from the messages, comments, ' +
      'change logs and patches of these commits, and are in ' +
      '[`real-reasons.json`](../packages/workspace/bench/real-reasons.json) with the ids of the commits.',
    'Nearly all facts are what the annotations are about, so that the last column is nearly full by construction, and ' +
      'the question is what the other columns tell, and at what price.',
    ...sections.map(formatSection),
    '',
  ].join('\n\n')
}

/** That the function and its lookup cost less than a way does, for each function. */
function costsLess(what: string, all: readonly (readonly Learned[])[], way: Way): Claim {
  const theirs = tokensOf(all, way)
  const shares = tokensOf(all, 'lookup').map((tokens, index) => tokens / (theirs[index] ?? 0))
  return {
    text: `the function and its lookup cost less than the ${what}`,
    holds: shares.every((share) => share < 1),
    measured: functions.map(({ repository }, index) => `${repository} ${ratio(shares[index] ?? 0)}`).join(', '),
  }
}

/** Where a lookup does not pay in tokens. */
function cheaperWithGit(all: readonly (readonly Learned[])[]): string {
  const ours = tokensOf(all, 'lookup')
  const theirs = tokensOf(all, 'messages')
  const names = functions.flatMap(({ repository }, index) =>
    (theirs[index] ?? 0) < (ours[index] ?? 0) ? [repository] : [],
  )
  return `The messages alone cost less than the lookup for: ${names.join(', ') || 'none'}.`
}

function tokensOf(all: readonly (readonly Learned[])[], way: Way): readonly number[] {
  return (all[COLUMNS.findIndex(([name]) => name === way)] ?? []).map(({ tokens }) => tokens)
}

/** `1,234 (3 of 5)`: tokens, and facts told. */
function summary(learned: readonly Learned[]): string {
  const told = learned.flatMap((one) => one.told)
  const tokens = learned.reduce((sum, one) => sum + one.tokens, 0)
  return `${number(tokens)} (${told.filter(Boolean).length} of ${told.length})`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

/** Only the words, so that line breaks and the marks of comments and patches between them do not matter. */
function words(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase()
}
