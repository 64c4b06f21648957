import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { countOption } from '../host/option-values.ts'
import { settingOption } from '../host/setting-option.ts'
import type { CondenseFlags } from './run-condense.ts'

/** Creates `condense`: a model makes one text of what several commits recorded before they were squashed. */
export function createCondenseCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'condense', host.io)
    .summary('let a model shorten the reasoning that squashed commits left')
    .description(
      'When several commits become one, they leave several texts about one place. Asks the configured model to\n' +
        'make one text of them. Only reasoning is condensed: constraints, risks, dependencies, rejected\n' +
        'alternatives and what must change together stay as they are. So do the notes: the new text is stored\n' +
        'beside them, in the name of the model, and answers say that it was condensed.',
    )
    .argument('[commit...]', 'commits with squashed annotations (default: all reachable from HEAD)')
    .addOption(countOption('--limit <n>', 'this many annotations at most, newest first (default: 20)'))
    .optionsGroup('How:')
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .addOption(settingOption('maxSpendTokens', '--max-spend-tokens <n>'))
    .option('--dry-run', 'show which texts a model would be asked about; ask none, write nothing')
    .optionsGroup('Output:')
    .formatOption('of the answer', ['pretty', 'json', 'markdown'])
    .repositoryOptions({ notesRef: 'notes ref of the annotations', gitBackend: true })
    .addHelpText('after', HELP)
    .action(async (commits: readonly string[], flags: CondenseFlags) =>
      (await import('./run-condense.ts')).runCondense(host, commits, flags),
    )
    .examples([
      { line: '$ --dry-run', shows: 'which texts could be condensed, and how long they are' },
      { line: '$ HEAD', shows: 'condense the texts of the commits squashed into HEAD' },
      { line: '$ --limit 5 --max-spend 0.5', shows: 'the five newest squashes, for half a dollar at most' },
    ])
}

const HELP = `
The text of a model is stored only if every sentence with a rule, a negation or a limit is in it word for
word, if it has no other such sentence, names nothing new, keeps every reason, and is shorter.
See the words as recorded: git chronicle show <commit> --verbose

Exit code: 0 condensed, refused, or nothing to condense; 1 failed, in part or as a whole; 2 wrong usage.`
