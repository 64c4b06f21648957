import { Argument, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { countOption } from '../host/option-values.ts'
import { settingOption } from '../host/setting-option.ts'
import type { HookFlags } from './run-hook.ts'

/** Creates `hook claude-code`: called by the hooks that `skill install hooks` installs. */
export function createHookCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'hook', host.io)
    .summary('answer the hooks of an agent')
    .description(
      'Answers a hook of an agent, which gives the event as JSON on stdin. Before an edit: what is known about\n' +
        'the lines it changes, once in a session. After a commit that nothing is recorded on: how to record it.\n' +
        'Installed by: skill install hooks',
    )
    .addArgument(new Argument('<agent>', 'whose hook').choices(['claude-code']))
    .addOption(settingOption('notesRefs', '--notes-ref <ref>'))
    .addOption(countOption('--history-ms <n>', 'milliseconds for a first look into the history (default: 1000)'))
    .addHelpText(
      'after',
      '\nExit code: 0, whatever the input: a hook never stands in the way. Failures are written to stderr.',
    )
    .action(async (_agent: string, flags: HookFlags) => (await import('./run-hook.ts')).runHook(host, flags))
}
