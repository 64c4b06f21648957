import type { TokenCounter } from '@chronicle/core/contracts'
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

/** What came of one function, by way; the rest in tokens. */
interface Measured {
  readonly repository: string
  readonly anchor: string
  readonly facts: readonly string[]
  readonly learned: Readonly<Record<Way, Learned>>
  readonly document: number
  readonly nothing: number
  readonly tools: number
}

/**
 * What it costs an agent to learn about real functions with git and with Chronicle's tools, in tokens, and what it
 * knows then. The same on every machine that has the same histories.
 */
export async function agentTokens(clones: readonly Clone[]): Promise<readonly Section[]> {
  const counter = await createGptTokenCounter('o200k_base')
  if (counter.isErr()) throw new Error(counter.error.message)
  const all: Measured[] = []
  for (const subject of functions) {
    const clone = clones.find(({ name }) => name === subject.repository)
    if (clone === undefined) throw new Error(`There is no bundle of ${subject.repository}`)
    all.push(measure(subject, await waysToLearn(clone, subject), counter.value))
  }
  return [tokensSection(all), factsSection(all)]
}

function measure(
  { repository, anchor, facts }: (typeof functions)[number],
  ways: WaysToLearn,
  { count }: TokenCounter,
): Measured {
  const learn = (way: Way): Learned => {
    const read = words(ways[way])
    const told = facts.map((fact) => fact.told.some((phrase) => read.includes(words(phrase))))
    return { tokens: count(ways[way]), told }
  }
  return {
    repository,
    anchor,
    facts: facts.map(({ fact }) => fact),
    learned: { file: learn('file'), lines: learn('lines'), messages: learn('messages'), lookup: learn('lookup') },
    document: count(ways.document),
    nothing: count(ways.nothing),
    tools: count(ways.tools),
  }
}

function tokensSection(all: readonly Measured[]): Section {
  const tools = Math.max(...all.map((one) => one.tools))
  const nothing = Math.max(...all.map((one) => one.nothing))
  const documents = all.reduce((sum, one) => sum + one.document, 0)
  const cheaper = all.filter(({ learned }) => learned.messages.tokens < learned.lookup.tokens)
  const cells = (of: readonly Measured[]): string[] => COLUMNS.map(([way]) => cell(of.map((one) => one.learned[way])))
  return {
    title: 'Tokens, and facts learned',
    about: [
      'What an agent sends and reads, in tokens of o200k_base, and how many of the facts below are in it.',
      [
        `- **file + \`log -p\`**: it prints the file, and the last ${COMMITS} commits of the file with patches.`,
        "- **function + `log -L`**: it has found out which lines are the function's (not counted), prints these, and " +
          `the last ${COMMITS} commits of these lines with patches: \`git log -n ${COMMITS} -L <start>,<end>:<file>\`.`,
        '- **function + messages**: the same lines, and the messages of all commits of these lines, without patches.',
        '- **function + lookup**: it calls `read` for the function, and `chronicle_lookup`.',
      ].join('\n'),
      `The descriptions of these two tools cost ${number(tools)} tokens, once in a conversation. A lookup where nothing ` +
        `is recorded costs up to ${number(nothing)}, and git is all there is then. Clients that hand the structured ` +
        `document of an answer to the model beside its text add ${number(documents)} to the last sum. The messages ` +
        `alone cost less than the lookup for: ${cheaper.map((one) => one.repository).join(', ') || 'none'}.`,
    ].join('\n\n'),
    columns: ['function', ...COLUMNS.map(([, column]) => column)],
    rows: [...all.map((one) => [`${one.repository} \`${one.anchor}\``, ...cells([one])]), ['together', ...cells(all)]],
    claims: [
      costsLess('file and its patches', all, 'file'),
      costsLess('function and the patches of its lines', all, 'lines'),
    ],
  }
}

function factsSection(all: readonly Measured[]): Section {
  return {
    title: 'What each way tells',
    about:
      'A fact counts as told when words that state it are in what the agent has read: in an annotation, in a message, ' +
      'in a comment, or in a line of code or of a patch from which it can be inferred.',
    columns: ['one must know', 'of', ...COLUMNS.map(([, column]) => column)],
    rows: all.flatMap(({ repository, facts, learned }) =>
      facts.map((fact, index) => [
        fact,
        repository,
        ...COLUMNS.map(([way]) => (learned[way].told[index] === true ? 'yes' : 'no')),
      ]),
    ),
    claims: [],
  }
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
function costsLess(what: string, all: readonly Measured[], way: Way): Claim {
  const share = ({ learned }: Measured): number => learned.lookup.tokens / learned[way].tokens
  return {
    text: `the function and its lookup cost less than the ${what}`,
    holds: all.every((one) => share(one) < 1),
    measured: all.map((one) => `${one.repository} ${ratio(share(one))}`).join(', '),
  }
}

/** `1,234 (3 of 5)`: tokens, and facts told. */
function cell(learned: readonly Learned[]): string {
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
