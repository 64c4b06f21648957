import { Argument, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { HOOK_NAMES, type HookName } from '../init/hook-names.ts'

/** Creates `git-hook <name>`: called by the hooks that `init` installs. */
export function createGitHookCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'git-hook', host.io)
    .summary('answer the hooks of git')
    .description(
      'Does the work of a git hook: carries annotations to rewritten and copied commits, and records what was\n' +
        'kept for a commit. Installed by: init',
    )
    .addArgument(new Argument('<hook>', 'the hook').choices(HOOK_NAMES))
    .argument('[arguments...]', 'its arguments from git')
    .addHelpText(
      'after',
      '\nThe pairs of post-rewrite come on stdin. post-commit takes the new commit, and the one that it was picked from,\n' +
        'as arguments (default: HEAD). With CHRONICLE_HOOKS=off, it does nothing.\n' +
        '\nExit code: 0, whatever happens: a hook never stands in the way of git. Failures are written to failed.log.',
    )
    .action(async (hook: HookName, args: readonly string[]) =>
      (await import('./run-git-hook.ts')).runGitHook(host, hook, args),
    )
}
