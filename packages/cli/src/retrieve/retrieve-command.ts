import { InvalidArgumentError, Option, type Command } from 'commander'
import { CONTEXT_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import { countOption } from '../host/option-values.ts'
import { PROFILES, type RetrieveFlags } from './retrieve-flags.ts'

/** Maximum number of files in scope, as in the engine. */
const MAX_SCOPE_SIZE = 100

/** Creates `retrieve <task>`: finds the code that a task needs. */
export function createRetrieveCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'retrieve', host.io)
    .answers(CONTEXT_OUTPUT_SCHEMA)
    .summary('find the code that a task needs')
    .description(
      'Finds the code that a task needs and packs it into a budget: in full where it is to be edited, as\n' +
        'signatures where it is only used, with tests and with what is recorded about it. No model is asked unless\n' +
        'you say so. The first call reads the repository; later ones read what has changed.',
    )
    .argument('[task...]', 'what is to be done, in words; - reads it from stdin')
    .optionsGroup('Scope:')
    .option('--issue-file <file>', 'the task is the text of this file')
    .option('--rev <revision>', 'a branch, tag or commit (default: the working tree)')
    .addOption(scopeSizeOption())
    .addOption(new Option('--profile <name>', 'how files are ranked (default: fused)').choices(PROFILES))
    .option('--llm-assist', 'ask the configured model for words if the task says too little')
    .addOption(settingOption('model', '--model <name>'))
    .addOption(settingOption('embeddingModel', '--embedding-model <name>', 'also rank by meaning, with this model'))
    .option('--no-embeddings', 'ask no embedding model, even if one is set')
    .optionsGroup('Output:')
    .addOption(countOption('--budget <n>', 'token budget of the answer, at least 128 (default: 32768)'))
    .addOption(
      new Option('--format <format>', 'default: markdown; prompt: by a template').choices([
        ...['markdown', 'prompt', 'json'],
      ]),
    )
    .jsonOption()
    .option('--template <file>', 'template of a prompt, with the placeholders {task}, {context}, {types}, {tests}')
    .option('--output <file>', 'write the answer to this file')
    .option('--explain', 'show why: scores by signal, what was packed, what was left out')
    .option('-v, --verbose', 'the same as --explain')
    .option('--no-pager', 'print to the terminal instead of a pager')
    .repositoryOptions({ notesRef: true, gitBackend: true })
    .action(async (words: readonly string[], flags: RetrieveFlags) =>
      (await import('./run-retrieve.ts')).runRetrieve(host, words, flags),
    )
    .addHelpText('after', HELP)
    .examples([
      { line: '$ "Reconnect when the broker restarts"', shows: 'before you read anything else' },
      { line: '$ --issue-file issue.md --budget 8000', shows: 'for a reported issue, in a smaller budget' },
      { line: 'gh issue view 12 | $ - --rev v1.2.0 --output context.md', shows: 'as of a release, into a file' },
      { line: '$ "Rename the pool" --explain', shows: 'with the reasons' },
    ])
}

function scopeSizeOption(): Option {
  const description = `files that are ranked, 1 to ${MAX_SCOPE_SIZE} (default: 75)`
  return new Option('--scope-size <n>', description).argParser((text) => {
    const size = /^\d{1,4}$/u.test(text) ? Number(text) : 0
    if (size >= 1 && size <= MAX_SCOPE_SIZE) return size
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_SCOPE_SIZE}.`)
  })
}

const HELP = `
The budget counts the markdown, or the prompt. A JSON document has the ranking too, so it is longer.
With --explain the reasons follow the answer; with --format prompt or json they go to stderr.
An embedding model is sent the task and the beginnings of the units of all source files, without
secrets: each once, and later what has changed. It is asked with the profile fused only.`
