import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { listOption } from '../host/option-values.ts'
import { settingOption } from '../host/setting-option.ts'
import { addSharedOptions } from './context-command.ts'
import type { NoteFlags } from './run-context.ts'

/** Creates `note TEXT`: keeps a remark made while working. */
export function createNoteCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'note', host.io)
    .summary('note down a reason while you work')
    .description(
      'Keeps a remark that you make while you work. It becomes part of what is recorded about the next commit: with --at as the\n' +
        'intent of that place, otherwise as reasoning about what changed most.',
    )
    .argument('[text]', 'the remark; - reads it from stdin')
    .option('--at <place>', 'what it is about: path, path:unit or path:10-20')
    .addOption(listOption('--constraint <text>', 'what must hold; may be repeated'))
    .addOption(listOption('--risk <text>', 'what may go wrong; may be repeated'))
    .addOption(listOption('--depends-on <path:unit=assumption>', 'what it assumes of other code; may be repeated'))
    .addOption(new Option('--list', 'show what is kept, each note with its id').conflicts('remove'))
    .option('--remove <id>', 'delete one note')
    .addOption(settingOption('contextHours', '--hours <n>', 'how long to keep it'))
    .with(addSharedOptions)
    .action(async (text: string | undefined, flags: NoteFlags) =>
      (await import('./run-context.ts')).runNote(host, text, flags),
    )
    .examples([
      {
        line: '$ "The broker drops idle connections after 30 minutes" --at src/mqtt/client.rs:connect',
        shows: 'about a unit',
      },
      { line: '$ --at src/pool.ts:acquire --constraint "Never waits"', shows: 'a rule about a unit' },
      { line: '$ --list', shows: 'what is kept' },
      { line: '$ "Tried a lock first; two threads waited for each other"', shows: 'about the change as a whole' },
    ])
}
