import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'

/** Creates `commit`: runs `git commit` and records what its author knows about it, in one command. */
export function createCommitCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return (
    createCommand(options.name ?? 'commit', host.io)
      .summary('git commit, with the why recorded')
      .usage('[what you know about it] [git commit options]')
      .description(
        'Commits as `git commit` does, with all of its options, and records what you say about it: here, with\n' +
          '`context set` and `note` before, or in the environment. If git does not commit, the words are kept for the next commit.',
      )
      // Our options are parsed by hand, because git must receive the rest unchanged.
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .argument('[arguments...]')
      .addHelpText('after', OPTIONS_HELP)
      .action(async (words: readonly string[], _flags: object, command: Command) =>
        (await import('./run-commit.ts')).runCommit(host, words, () => command.outputHelp()),
      )
      .examples([
        {
          line: '$ -am "Reconnect with backoff" --reasoning "Half of the alarms were restarts"',
          shows: 'commit, and say why',
        },
        {
          line: '$ --amend --no-edit --rejected "retry for ever: the watchdog restarts us"',
          shows: 'say more about the last commit; what was recorded about it comes along',
        },
      ])
  )
}

const OPTIONS_HELP = `
What you know about it:
  --task <text>                   what the work is part of
  --reasoning <text>              why it is done in this way
  --dependencies <text>           what it relies on: one "file:anchor - assumption" a line
  --tags <tag,…>                  words to find it by
  --rejected <"approach: reason"> what was considered and not done; repeat it
  --constraint <text>             what must hold from now on; repeat it
  --risk <text>                   what may go wrong; repeat it
  --depends-on <path:unit=…>       what it assumes of other code; repeat it
  --format <pretty|json>          of the confirmation; with json, git's output goes to stderr

Give - to read a text from stdin; git then has no terminal for its editor, so add -m or --no-edit.

All other options and arguments are those of git commit. That includes -C (reuse a message): name a folder before the
command, as in git chronicle -C <dir> commit.

In the environment: CHRONICLE_TASK, CHRONICLE_REASONING, CHRONICLE_DEPENDENCIES, CHRONICLE_TAGS,
CHRONICLE_REJECTED, CHRONICLE_SQUASH_SOURCES.

Exit code: that of git if it does not commit; 1 if it did and nothing could be recorded (what you said is
then kept for git chronicle annotate); 2 wrong usage.`
