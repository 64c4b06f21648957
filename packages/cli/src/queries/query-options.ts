import { ANNOTATION_ORIGINS, SCORER_NAMES } from '@chronicle/core/contracts'
import { Option } from 'commander'
import type { CliIo } from '../host/cli-io.ts'
import { createCommand, type ChronicleCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'

interface PlaceArgument {
  readonly word: string
  readonly help: string
}

const PATH: PlaceArgument = { word: '<path>', help: 'a file; or path:unit, path:10-20, path:10' }

/** Creates a command for a query about one place: `PATH [ANCHOR]`, at a state. */
export function createPlaceCommand(name: string, io: CliIo, path: PlaceArgument = PATH): ChronicleCommand {
  return createCommand(name, io)
    .argument(path.word, path.help)
    .argument('[anchor]', 'a named unit in it: connect, MqttClient::connect, Config.port')
    .optionsGroup('Scope:')
    .option('--anchor <name>', 'the anchor, as an option')
    .addOption(new Option('--lines <start:end>', 'lines as they are now, both included').conflicts('anchor'))
    .addOption(
      new Option('--at <state>', 'the state that lines and names refer to (default: WORKTREE, else HEAD)')
        .choices(['WORKTREE', 'INDEX', 'HEAD'])
        .conflicts('rev'),
    )
    .option('--rev <revision>', 'a branch, tag or commit instead')
}

/** Adds the last options of every query: amount, output, repository. */
export function addAnswerOptions(
  command: ChronicleCommand,
  formats: readonly string[] = ['markdown', 'json', 'pretty'],
): ChronicleCommand {
  return command
    .optionsGroup('Output:')
    .addOption(settingOption('maxTokens', '--max-tokens <n>'))
    .addOption(settingOption('format', '--format <format>').choices(formats))
    .jsonOption()
    .option('--verbose', 'show every field, including empty ones')
    .option('--no-pager', 'print to the terminal instead of a pager')
    .repositoryOptions({ notesRef: true, gitBackend: true })
}

/** Creates the option of the queries that report a confidence. */
export function scorerOption(): Option {
  return settingOption('scorer', '--scorer <name>').choices(SCORER_NAMES)
}

/** Creates the option of the queries that can also answer from the history. */
export function sourcesOption(): Option {
  const option = settingOption('sources', '--sources <name,...>')
  // Only for completion: `choices()` would refuse a list of several.
  option.argChoices = [...ANNOTATION_ORIGINS]
  return option
}
