import { QUALITY_FINDING_KINDS } from '@chronicle/schema'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { countOption } from '../host/option-values.ts'
import type { DoctorFlags, FailOn } from './run-doctor.ts'

/** Creates `doctor [PATH...]`: reports the quality of what is recorded. */
export function createDoctorCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'doctor', host.io)
    .summary('review what is recorded')
    .description(
      'Reports how much of the history is annotated, and what is wrong with it: secrets, notes that cannot be\n' +
        'read, code that no longer exists, claims without a source, texts that repeat the change. Each finding\n' +
        'names the command that fixes it. The git hooks of `init`, the refspecs, the index and the commit graph\n' +
        'are checked as well. Nothing is changed unless --fix is given.',
    )
    .argument('[path...]', 'only what is recorded about these files and folders')
    .optionsGroup('Scope:')
    .addOption(new Option('--range <a..b>', 'only these commits and their notes').conflicts('commit'))
    .option('--commit <sha>', 'only this one')
    .addOption(
      countOption('--max-commits <n>', 'commits to compare with their annotations, newest first (default: 1000)'),
    )
    .optionsGroup('Repair:')
    .option('--fix', 'first repair the hooks that `init` made; notes are left to you')
    .optionsGroup('In CI:')
    .addOption(
      new Option(
        '--fail-on <kinds>',
        'exit with 3 on findings of these kinds (dead_anchor,restatement), or as bad as error, warning or info',
      ).argParser(parseFailOn),
    )
    .optionsGroup('Output:')
    .addOption(
      countOption('--limit <n>', 'maximum number of findings of each kind; the others are only counted (default: 10)'),
    )
    .formatOption('of the report', ['pretty', 'json', 'markdown'])
    .option('--no-pager', 'print to the terminal instead of a pager')
    .repositoryOptions({ notesRef: true, gitBackend: true })
    .action(async (paths: readonly string[], flags: DoctorFlags) =>
      (await import('./run-doctor.ts')).runDoctor(host, paths, flags),
    )
    .addHelpText('after', EXIT_CODES)
    .examples([
      { line: '$', shows: 'everything recorded, and the newest 1,000 commits' },
      { line: '$ src/mqtt --limit 50', shows: 'one folder, more of each kind' },
      { line: '$ --fix', shows: 'hooks in order again, then the report' },
      { line: '$ --range main..HEAD --fail-on error,restatement', shows: 'what a branch recorded, in CI' },
    ])
}

/** The kinds of findings, and the severities, that `--fail-on` takes. */
export const FAIL_ON: readonly string[] = ['error', 'warning', 'info', ...QUALITY_FINDING_KINDS]

function parseFailOn(text: string, before: readonly FailOn[] | undefined): readonly FailOn[] {
  const kinds = text.split(',').map((kind) => kind.trim())
  const wrong = kinds.find((kind) => !FAIL_ON.includes(kind))
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`'${wrong}' is none of ${FAIL_ON.join(', ')}.`)
  }
  return [...(before ?? []), ...(kinds as FailOn[])]
}

const EXIT_CODES = `
Exit code: 0 reviewed, whatever was found; 3 found something that --fail-on names; 1 failed;
2 wrong usage.`
