import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand, type ChronicleCommand } from '../host/create-command.ts'
import { listOption } from '../host/option-values.ts'
import { settingOption } from '../host/setting-option.ts'
import type { ContextFlags, SetContextFlags } from './run-context.ts'

/** Creates `context set|show|clear`: what the author states about the next commit. */
export function createContextCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'context', host.io)
    .summary('keep your reasons for the next commit')
    .description(
      'Keeps your reasons for the next commit in this working tree, until it is made with\n' +
        '`git chronicle commit`, or annotated with `git chronicle annotate`.',
    )
    .addCommand(createSetCommand(options))
    .addCommand(
      createCommand('show', host.io)
        .summary('show what is kept')
        .with(addSharedOptions)
        .action(async (flags: ContextFlags) => (await import('./run-context.ts')).runShowContext(host, flags)),
    )
    .addCommand(
      createCommand('clear', host.io)
        .summary('forget it')
        .with(addSharedOptions)
        .action(async (flags: ContextFlags) => (await import('./run-context.ts')).runClearContext(host, flags)),
    )
    .examples([
      { line: '$ set --task T-12 --reasoning "Polling was late by a minute"', shows: 'say it before you forget it' },
      { line: '$ show', shows: 'what will be recorded with the next commit' },
    ])
}

function createSetCommand(options: CommandOptions): Command {
  const host = resolveHost(options)
  return createCommand('set', host.io)
    .summary('add to it; a text replaces the one before')
    .description('Adds to what is kept. A text replaces the one before; lists grow. Give - to read a text from stdin.')
    .option('--task <text>', 'what the work is part of')
    .option('--reasoning <text>', 'why it is done in this way')
    .option('--dependencies <text>', 'what it relies on: one `file:anchor - assumption` a line')
    .addOption(listOption('--tags <tag,…>'))
    .addOption(listOption('--rejected <"approach: reason">', 'what was considered and not done; repeat'))
    .addOption(listOption('--squash-sources <sha,…>', 'commits that the next one is squashed from'))
    .addOption(settingOption('contextHours', '--hours <n>', 'how long to keep it'))
    .with(addSharedOptions)
    .action(async (flags: SetContextFlags) => (await import('./run-context.ts')).runSetContext(host, flags))
}

/** Adds the options that all commands about the next commit share. */
export function addSharedOptions(command: ChronicleCommand): ChronicleCommand {
  return command.optionsGroup('Output:').formatOption('of the answer').repositoryOptions({ gitBackend: true })
}
