import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { countOption, dateOption } from '../host/option-values.ts'
import { settingOption } from '../host/setting-option.ts'
import type { BackfillFlags } from './run-backfill.ts'

/** Creates `backfill`: writes annotations of existing commits. */
export function createBackfillCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'backfill', host.io)
    .summary('annotate earlier commits')
    .description(
      'Annotates the commits of the history, by default only in their own words: reasons in their messages,\n' +
        'rules and warnings in comments that they added. Annotations are stored along the way, so an interrupted\n' +
        'run continues where it stopped.',
    )
    .optionsGroup('Which commits (default: all reachable from HEAD):')
    .addOption(countOption('--limit <n>', 'this many commits at most, not counting merges'))
    .addOption(dateOption('--since <date>', 'commits since then: 2026-01-31, or any ISO date'))
    .option('--path <path>', 'commits that changed this file, or something in this folder')
    .addOption(
      new Option('--order <order>', 'newest first, or first those that most lines of the files come from')
        .choices(['newest', 'most_blamed'])
        .default('newest'),
    )
    .addOption(
      new Option('--retry-failed', 'only those that failed before or were only partly examined').conflicts([
        ...['since', 'path', 'order'],
      ]),
    )
    .option('--force', 'also examine commits that are annotated, trivial or had nothing to record')
    .option('--replace', 'the same, and replace what this writer recorded for you before')
    .optionsGroup('How:')
    .addOption(settingOption('writer', '--writer <name>').choices(['auto', 'heuristic', 'llm']))
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .addOption(settingOption('maxSpendTokens', '--max-spend-tokens <n>'))
    .option('--estimate', 'show how many commits, tokens and dollars it would take; ask no model, write nothing')
    .option('--dry-run', 'show what would be recorded, write nothing; a model is not asked')
    .addOption(new Option('--ask-model', 'with --dry-run: ask the model anyway').conflicts('estimate'))
    .optionsGroup('Output:')
    .formatOption('of the confirmation')
    .repositoryOptions({ notesRef: 'notes ref to write' })
    .action(async (flags: BackfillFlags) => (await import('./run-backfill.ts')).runBackfill(host, flags))
    .examples([
      { line: '$ --limit 1000', shows: 'the newest thousand commits' },
      { line: '$ --estimate', shows: 'what would a model cost?' },
      { line: '$ --retry-failed --max-spend 2', shows: 'try again what failed' },
      {
        line: '$ --path src/mqtt --order most_blamed --limit 50 --dry-run',
        shows: 'what would be said about a folder',
      },
    ])
}
