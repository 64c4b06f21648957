import { InvalidArgumentError, Option, type Command } from 'commander'
import { READ_OUTPUT_SCHEMA } from '@chronicle/schema'
import { READ_OPTION_NAMES, READ_OPTIONS, type ReadOption } from '@chronicle/core/contracts'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand, type ChronicleCommand } from '../host/create-command.ts'
import { splitAtCommas } from '../host/option-values.ts'
import { wordsAfterDashes } from '../host/words-after-dashes.ts'
import { settingOption } from '../host/setting-option.ts'
import { scorerOption, sourcesOption } from '../queries/query-options.ts'
import type { ReadFlags } from './run-read.ts'

/** Creates `read PATH… [ANCHOR]`: shows what is recorded about code, highest confidence first. */
export function createReadCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'read', host.io)
    .answers(READ_OUTPUT_SCHEMA)
    .summary('show the recorded reasoning behind code')
    .description(
      'Shows what is recorded about code: intent, constraints, rejected alternatives, risks, what depends on it.\n' +
        'Read it before changing the code.',
    )
    .argument('<path...>', 'files, and at the end optionally the name of a unit in them (see below)')
    .optionsGroup('Scope:')
    .option('--anchor <name>', 'a named unit: connect, MqttClient::connect, Config.port')
    .addOption(new Option('--lines <start:end>', 'lines as they are now, both included').conflicts('anchor'))
    .addOption(
      new Option('--at <state>', 'the state that lines and names refer to (default: WORKTREE, else HEAD)')
        .choices(['WORKTREE', 'INDEX', 'HEAD'])
        .conflicts('rev'),
    )
    .option('--rev <revision>', 'a branch, tag or commit instead')
    .optionsGroup('Filters:')
    .addOption(sourcesOption())
    .option('--since <date|commit>', 'only what was recorded at that time or later')
    .option('--tags <tag,...>', 'only regions with one of these tags', listOfTags)
    .with((command) => addReadOptions(command, 'filters'))
    .addOption(scorerOption())
    .optionsGroup('Amount:')
    .with((command) => addReadOptions(command, 'amount'))
    .addOption(settingOption('maxTokens', '--max-tokens <n>'))
    .addOption(settingOption('trimmer', '--trimmer <name>').choices(['newest_commits_first', 'lowest_value_first']))
    .optionsGroup('Output:')
    .addOption(settingOption('format', '--format <format>').choices(['markdown', 'json', 'pretty']))
    .jsonOption()
    .option('--verbose', 'show every field, including empty ones')
    .option('--no-pager', 'print to the terminal instead of a pager')
    .repositoryOptions({ notesRef: true, gitBackend: true })
    .action(async (words: readonly string[], flags: ReadFlags, command: Command) =>
      (await import('./run-read.ts')).runRead(host, {
        words,
        flags,
        pathsOnly: wordsAfterDashes(command) !== undefined,
      }),
    )
    .addHelpText('after', ARGUMENTS_HELP)
    .examples([
      { line: '$ src/mqtt/client.rs MqttClient::connect', shows: 'one function' },
      { line: '$ src/mqtt/client.rs --lines 42:67', shows: 'the lines you are about to change' },
      { line: '$ src/a.ts src/b.ts --max-tokens 2000', shows: 'several files, within a budget' },
      { line: '$ src/a.ts --sources notes', shows: 'only what somebody recorded' },
      { line: '$ --format json --rev v1.2.0 src/a.ts', shows: 'as it was at a release, for a program' },
      { line: '$ --anchor build -- package.json', shows: 'with no doubt about which argument is a path' },
    ])
}

const ARGUMENTS_HELP = `
Paths and anchors:
  Paths are relative to the current folder, as for git, or else to the top of the repository, as
  answers print them. When there are two arguments or more and the last one is not a file, in the
  working tree or at the revision asked about, it is the anchor. Use --anchor to say so outright;
  after -- everything is a path.

  A unit or lines may also follow one path after a colon: src/a.rs:Foo::new, src/a.rs:10-20, src/a.rs:10.
  A file that has a colon in its name is found by its name.

Every option with a default can also be set by an environment variable (CHRONICLE_FORMAT,
CHRONICLE_MAX_TOKENS, …), by git config chronicle.<key>, or in .chronicle-config.toml under
[chronicle.read]; the first of these that sets it wins.

Exit code: 0 answered, also when nothing is recorded; 1 failed; 2 wrong usage or configuration.
A failure is one JSON document on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}},
whatever the format; on a terminal it is one line, unless --format json is given.`

/** Adds the declared options that filter an answer. */
function addReadOptions(command: ChronicleCommand, group: ReadOption<unknown>['group']): ChronicleCommand {
  for (const name of READ_OPTION_NAMES) {
    const { flag, group: own, placeholder, values } = READ_OPTIONS[name]
    if (own !== group) continue
    const option = settingOption(name, `${flag} <${placeholder}>`)
    command.addOption(values.kind === 'choice' ? option.choices(values.choices) : option)
  }
  return command
}

function listOfTags(text: string, previous: readonly string[] = []): readonly string[] {
  const tags = splitAtCommas(text)
  if (tags.length === 0) throw new InvalidArgumentError('Expected tags separated by commas.')
  return [...previous, ...tags]
}
