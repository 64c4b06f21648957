import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { countOption, dateOption } from '../host/option-values.ts'
import { settingOption } from '../host/setting-option.ts'
import type { BackfillFlags } from './run-backfill.ts'

/** `backfill`: writes about the commits there are. */
export function createBackfillCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'backfill', host.io)
    .summary('write about commits that were made before')
    .description(
      'Writes about the commits of the history, by default with the words of the commits alone: reasons in their\n' +
        'messages, rules and warnings in comments that they added. Annotations are stored as it goes: interrupted, it goes\n' +
        'on where it was when it is started again.',
    )
    .optionsGroup('Which commits (default: all that HEAD leads to):')
    .addOption(countOption('--limit <n>', 'so many at most, merges not counted'))
    .addOption(dateOption('--since <date>', 'made since then: 2026-01-31, or any ISO date'))
    .option('--path <path>', 'that changed this file, or something in this folder')
    .addOption(
      new Option('--order <order>', 'newest first, or those first that most lines of the files are from')
        .choices(['newest', 'most_blamed'])
        .default('newest'),
    )
    .addOption(
      new Option('--retry-failed', 'only those that failed before, or were examined in part').conflicts([
        ...['since', 'path', 'order'],
      ]),
    )
    .option('--force', 'look again at commits that are annotated, trivial or had nothing to say')
    .option('--replace', 'the same, and put it in the place of what this writer recorded for you before')
    .optionsGroup('How:')
    .addOption(settingOption('writer', '--writer <name>').choices(['auto', 'heuristic', 'llm']))
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .addOption(settingOption('maxSpendTokens', '--max-spend-tokens <n>'))
    .option('--estimate', 'tell how many commits, tokens and dollars it would take; ask no model, write nothing')
    .option('--dry-run', 'tell what would be recorded, write nothing; a model is not asked')
    .addOption(new Option('--ask-model', 'with --dry-run: ask the model all the same').conflicts('estimate'))
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
