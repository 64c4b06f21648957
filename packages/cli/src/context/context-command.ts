import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { addExamples, createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import type { ContextFlags, SetContextFlags } from './context-flags.ts'

/** `context set|show|clear`: what the author has to say about the commit under way. */
export function createContextCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  const command = createCommand(options.name ?? 'context', host.io)
    .summary('say why, for the commit you are about to make')
    .description(
      'Keeps what you have to say about the next commit in this working tree, until it is made with\n' +
        '`git chronicle commit`, or annotated with `git chronicle annotate`.',
    )
    .addCommand(createSetCommand(options))
    .addCommand(
      addSharedOptions(createCommand('show', host.io).summary('show what is kept')).action(
        async (flags: ContextFlags) => (await import('./run-context.ts')).runShowContext(host, flags),
      ),
    )
    .addCommand(
      addSharedOptions(createCommand('clear', host.io).summary('forget it')).action(async (flags: ContextFlags) =>
        (await import('./run-context.ts')).runClearContext(host, flags),
      ),
    )
  return addExamples(command, [
    { line: '$ set --task T-12 --reasoning "Polling was late by a minute"', shows: 'say it before you forget it' },
    { line: '$ show', shows: 'what will be recorded with the next commit' },
  ])
}

function createSetCommand(options: CommandOptions): Command {
  const host = resolveHost(options)
  const command = createCommand('set', host.io)
    .summary('add to it; a text takes the place of the one before')
    .description('Adds to what is kept. A text takes the place of the one before; lists grow.')
    .option('--task <text>', 'what the work is part of')
    .option('--reasoning <text>', 'why it is done in this way')
    .option('--dependencies <text>', 'what it relies on: one `file:anchor - what is relied on` a line')
    .addOption(new Option('--tags <tag,…>').argParser(collect))
    .addOption(
      new Option('--rejected <"approach: reason">', 'what was considered and not done; repeat').argParser(collect),
    )
    .addOption(new Option('--squash-sources <sha,…>', 'commits that the next one is squashed from').argParser(collect))
    .addOption(settingOption('contextHours', '--hours <n>', 'how long to keep it'))
  return addSharedOptions(command).action(async (flags: SetContextFlags & { readonly hours?: number }) =>
    (await import('./run-context.ts')).runSetContext(host, flags),
  )
}

/** Adds what every command about the next commit takes. */
export function addSharedOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .addOption(new Option('--format <format>', 'of the answer').choices(['pretty', 'json']).default('pretty'))
    .optionsGroup('Repository:')
    .option('-C <dir>', 'work as if started in this folder')
    .addOption(settingOption('gitBackend', '--git-backend <name>').choices(['cli', 'isomorphic']))
}

/** Gathers the values of an option that may be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}
