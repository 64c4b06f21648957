import type { Command } from 'commander'
import { resolveHost, type CommandHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand, type HelpExample } from '../host/create-command.ts'
import type { SyncAction, SyncFlags } from './sync-flags.ts'

/** Creates `sync`: shares what is recorded with a remote. */
export function createSyncCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  const command = createCommand(options.name ?? 'sync', host.io)
    .summary('share what is recorded with a remote')
    .description(
      'Shares annotations, corrections and acknowledgements with a remote. What either side has, both\n' +
        'have afterwards. Branches are not touched; git push, git fetch and git pull work as before.',
    )
    .helpCommand(false)
  for (const part of PARTS) command.addCommand(createPart(host, part))
  return command
}

interface Part {
  readonly action: SyncAction
  readonly summary: string
  readonly description: string
  readonly examples: readonly HelpExample[]
}

const PARTS: readonly Part[] = [
  {
    action: 'enable',
    summary: 'let git fetch bring what others recorded, and bring it now',
    description:
      'Makes git fetch bring the notes of a remote too, and merges them now. Run it once in each clone. Adds one fetch\n' +
      'refspec, to refs of its own below refs/notes/remotes/; nothing else is configured.',
    examples: [
      { line: '$', shows: 'once, after cloning' },
      { line: '$ upstream', shows: 'with a remote that is not origin' },
    ],
  },
  {
    action: 'status',
    summary: 'see what is not shared yet',
    description:
      'Tells what is here and not at the remote, and the other way round, as the remote was when it was last\n' +
      'fetched from or pushed to. Nothing is sent or fetched.',
    examples: [
      { line: '$', shows: 'what is to be pushed and pulled' },
      { line: '$ --json', shows: 'the same for a program' },
    ],
  },
  {
    action: 'pull',
    summary: 'fetch what others recorded, and merge it',
    description:
      'Fetches the notes of a remote and merges them with those here: annotations by their content, corrections\n' +
      'and acknowledgements line by line. Nothing of either side is lost, and there are no conflicts.',
    examples: [{ line: '$', shows: 'get what others recorded' }],
  },
  {
    action: 'push',
    summary: 'push what is recorded here',
    description:
      'Pushes the notes to a remote, by name and never by force. If somebody else pushed first, fetches,\n' +
      'merges and pushes again. Local pre-push hooks are not run.',
    examples: [{ line: '$', shows: 'share what is recorded here' }],
  },
  {
    action: 'disable',
    summary: 'stop git fetch from bringing notes',
    description:
      'Takes away what sync enable configured, and the refs below refs/notes/remotes/. The notes\n' + 'stay.',
    examples: [{ line: '$', shows: 'leave no trace in the configuration' }],
  },
]

function createPart(host: CommandHost, { action, summary, description, examples }: Part): Command {
  return createCommand(action, host.io)
    .summary(summary)
    .description(description)
    .argument(
      '[remote]',
      'its name; default: the one that sync is enabled for, else the upstream, the only one or origin',
    )
    .optionsGroup('Output:')
    .formatOption('of the receipt')
    .repositoryOptions({ notesRef: true })
    .action(async (remote: string | undefined, flags: SyncFlags) =>
      (await import('./run-sync.ts')).runSync(host, { action, remote, flags }),
    )
    .addHelpText('after', '\nExit code: 0 done, 1 failed, 2 wrong usage.')
    .examples(examples)
}
