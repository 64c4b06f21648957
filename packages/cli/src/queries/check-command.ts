import { Option, type Command } from 'commander'
import { CHECK_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import type { CheckFlags } from './query-flags.ts'
import { countOption } from '../host/option-values.ts'
import { addAnswerOptions, scorerOption } from './query-options.ts'

/** Creates `check [RANGE]`: reports what a change puts at risk. */
export function createCheckCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'check', host.io)
    .answers(CHECK_OUTPUT_SCHEMA)
    .summary('show what a change puts at risk')
    .description(
      'Compares a change with what is recorded about the code it touches: constraints, dependents, what must\n' +
        'change together with it, what was tried and rejected. The highest risk comes first.',
    )
    .argument('[range]', 'commits: main..HEAD, main...topic, or one revision (default: uncommitted edits)')
    .optionsGroup('Change:')
    .option('--staged', 'what is staged instead')
    .optionsGroup('Amount:')
    .addOption(settingOption('minConfidence', '--min-confidence <0..1>'))
    .addOption(countOption('--max-findings <n>', 'maximum number of findings (default: 50)'))
    .addOption(scorerOption())
    .optionsGroup('Answering a finding:')
    .addOption(
      new Option('--ack <id>', 'acknowledge the finding with this id; can be repeated').argParser(
        (id: string, ids: readonly string[] = []) => [...ids, id],
      ),
    )
    .option('--reason <text>', 'why the change is right nevertheless; required with --ack')
    .option('--dry-run', 'with --ack: check everything, write nothing')
    .optionsGroup('In CI:')
    .addOption(
      new Option(
        '--fail-on <risk>',
        'exit with 3 if an unanswered finding has at least this risk (default: none)',
      ).choices(['none', 'low', 'medium', 'high']),
    )
    .action(async (range: string | undefined, flags: CheckFlags) =>
      (await import('./run-check.ts')).runCheck(host, range, flags),
    )
    .addHelpText('after', EXIT_CODES)
    .with((command) => addAnswerOptions(command, ['markdown', 'json', 'pretty', 'sarif']))
    .examples([
      { line: '$ --staged', shows: 'what is about to be committed' },
      { line: '$ main...HEAD --fail-on high', shows: 'a branch, in CI' },
      { line: '$ --ack 3f9a01c2d4 --reason "The peer takes eight now"', shows: 'answer a finding' },
      { line: '$ main...HEAD --format sarif > chronicle.sarif', shows: 'for code scanning' },
    ])
}

const EXIT_CODES = `
A commit of the range can answer a finding too, with a line in its message: Chronicle-Ack: <id> <reason>

Exit code: 0 checked, whatever was found; 3 found something at least as risky as --fail-on; 1 failed;
2 wrong usage or configuration.`
