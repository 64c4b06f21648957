import { GREP_OUTPUT_SCHEMA, RECORDED_KINDS, type RecordedKind } from '@chronicle/schema'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { nearestWord } from '../config/nearest-word.ts'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { wordsAfterDashes } from '../host/words-after-dashes.ts'
import { countOption, splitAtCommas } from '../host/option-values.ts'
import { addAnswerOptions } from '../queries/query-options.ts'
import type { GrepFlags } from './run-questions.ts'

/** Creates `grep [pattern] [path...]`: searches what is recorded. */
export function createGrepCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'grep', host.io)
    .answers(GREP_OUTPUT_SCHEMA)
    .summary('search what is recorded')
    .description(
      'Searches the texts of annotations, newest commits first, with corrections applied. Line breaks count as\n' +
        'spaces. A pattern without capital letters ignores case. Paths and tags narrow the search through the\n' +
        'index.',
    )
    .argument('[pattern]', 'a regular expression; optional when a kind or tag is given')
    .argument('[path...]', 'files and folders (default: everywhere); after -- paths alone')
    .optionsGroup('Pattern:')
    .option('-F, --fixed-strings', 'the pattern is text, not a regular expression')
    .addOption(new Option('-i, --ignore-case', 'ignore upper and lower case').conflicts('caseSensitive'))
    .option('--case-sensitive', 'heed case even if the pattern has no capital letter')
    .option('-e, --regexp <pattern>', 'the pattern, if it begins with - or all arguments are paths')
    .optionsGroup('Filters:')
    .addOption(kindOption())
    .option('--tag <tag,...>', 'only regions with one of these tags', listOf)
    .option('--rev <revision>', 'the history of a branch, tag or commit (default: HEAD)')
    .option('--all', 'also annotations that are not in that history')
    .optionsGroup('Amount:')
    .addOption(countOption('-n, --limit <n>', 'maximum number of matches (default: 50)'))
    .action(async (pattern: string | undefined, paths: readonly string[], flags: GrepFlags, command: Command) => {
      const { runGrep } = await import('./run-questions.ts')
      const words = pattern === undefined ? paths : [pattern, ...paths]
      await runGrep(host, { words, afterDashes: wordsAfterDashes(command), flags })
    })
    .addHelpText(
      'after',
      '\nExit code: 0 searched, also when nothing matches; 1 failed; 2 wrong usage or configuration.',
    )
    .with(addAnswerOptions)
    .optionsGroup('Output:')
    .examples([
      { line: '$ "packet id"', shows: 'wherever it is written, across line breaks' },
      { line: '$ --kind constraint,risk "retry|backoff" src/mqtt', shows: 'rules about retries in a folder' },
      { line: '$ --kind rejected', shows: 'all that was tried and rejected' },
      { line: '$ --tag security -- src', shows: 'what is tagged in a folder' },
    ])
}

/** Creates the option for kinds: several in one value, or the option several times. */
function kindOption(): Option {
  const option = new Option('--kind <kind,...>', 'only texts of these kinds: constraint, risk, rejected, …').argParser(
    (text, before: readonly RecordedKind[] = []) => [...new Set([...before, ...text.split(',').map(parseKind)])],
  )
  // Only for completion: `choices()` would refuse a list of several.
  option.argChoices = [...RECORDED_KINDS]
  return option
}

function parseKind(text: string): RecordedKind {
  const word = text.trim().toLowerCase().replaceAll('-', '_')
  const found = RECORDED_KINDS.find((kind) => [kind, `${kind}s`, ...(OTHER_NAMES[kind] ?? [])].includes(word))
  if (found !== undefined) return found
  const near = nearestWord(word, RECORDED_KINDS)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  throw new InvalidArgumentError(`Expected one of: ${RECORDED_KINDS.join(', ')}.${hint}`)
}

/** Other names of kinds: in documents, in findings, in the plural. */
const OTHER_NAMES: { readonly [K in RecordedKind]?: readonly string[] } = {
  summary: ['summaries'],
  risk: ['risk_notes'],
  rejected: ['rejected_alternative', 'rejected_alternatives'],
  dependency: ['dependencies', 'depends_on', 'semantic_dependencies'],
  test: ['held_by_test', 'held_by_tests'],
}

function listOf(text: string, before: readonly string[] = []): readonly string[] {
  const tags = splitAtCommas(text)
  if (tags.length === 0) throw new InvalidArgumentError('Expected tags, separated by commas.')
  return [...before, ...tags]
}
