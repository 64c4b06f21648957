import { InvalidArgumentError, Option, type Command } from 'commander'
import { omitUndefined } from '@chronicle/schema'
import { resolveHost, type CommandHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand, type ChronicleCommand } from '../host/create-command.ts'
import { AGENT_CLIENT_NAMES } from '../install/agent-clients.ts'
import { INSTALL_EXIT_CODES } from '../install/install-options.ts'
import { SKILL_PARTS } from '../skill/skill-flags.ts'
import type { InitFlags, RunSync, UninstallFlags } from './run-init.ts'

/** Options of `init` and `uninstall`. */
export interface InitOptions extends CommandOptions {
  /** Creates the command whose `enable` and `disable` share notes with a remote. Absent: sharing is not offered. */
  readonly createSync?: ((options: CommandOptions) => Command) | undefined
}

/** Creates `init`: sets up a repository. */
export function createInitCommand(options: InitOptions = {}): Command {
  const host = resolveHost(options)
  const sync = syncOf(options, host)
  return createCommand(options.name ?? 'init', host.io)
    .summary('set up this repository: git hooks and, on request, agents')
    .description(
      'Installs git hooks: a commit picks up what was kept for it with `note` and `context`, and an amend,\n' +
        'rebase or squash carries annotations along. Existing hooks keep running; husky and lefthook are\n' +
        'configured in their own files. The hooks work in the background: git does not wait for them, and does not\n' +
        'fail because of them. Running it again changes nothing, or repairs what was broken.',
    )
    .optionsGroup('Also:')
    .addOption(
      new Option(
        '--mcp [clients]',
        'put the MCP server into the configuration of agents: claude-code,cursor,…',
      ).argParser(namesOf(AGENT_CLIENT_NAMES)),
    )
    .addOption(
      new Option('--skill [parts]', 'teach agents: skill,hooks,agents-md (default: skill)').argParser(
        namesOf(SKILL_PARTS),
      ),
    )
    .with((command) =>
      sync === undefined
        ? command
        : command.option('--sync', 'share what is recorded with the remote: git chronicle sync enable'),
    )
    .with(addOutputOptions)
    .action(async (flags: InitFlags) => (await import('./run-init.ts')).runInit(host, flags, sync))
    .addHelpText('after', INIT_NOTES)
    .examples([
      { line: '$', shows: 'hooks for this clone' },
      { line: '$ --dry-run', shows: 'see what would be written' },
      { line: '$ --mcp claude-code --skill', shows: 'hooks, the MCP server for Claude Code, and the skill' },
    ])
}

/** Creates `uninstall`: removes what `init`, `mcp install` and `skill install` added. */
export function createUninstallCommand(options: InitOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'uninstall', host.io)
    .summary('remove what init and install added')
    .description(
      'Removes the hooks, and what `init --mcp`, `init --skill`, `mcp install` and `skill install` added to\n' +
        'this repository. Afterwards, files are byte for byte what they were before. What is recorded stays,\n' +
        'in refs/notes/chronicle.',
    )
    .with(addOutputOptions)
    .action(async (flags: UninstallFlags) =>
      (await import('./run-init.ts')).runUninstall(host, flags, syncOf(options, host)),
    )
    .addHelpText('after', INSTALL_EXIT_CODES)
    .examples([
      { line: '$', shows: 'out of this repository' },
      { line: '$ --dry-run', shows: 'show what would be removed' },
    ])
}

/**
 * Returns a function that turns sharing on or off in the folder of the command. Its output goes to stderr when stdout
 * is for a program.
 */
function syncOf({ createSync }: InitOptions, host: CommandHost): RunSync | undefined {
  if (createSync === undefined) return undefined
  return async (action, { C, format }) => {
    const io = format === 'json' ? { ...host.io, stdout: host.io.stderr } : host.io
    const command = createSync({ io, ...omitUndefined({ open: host.open }) })
    await command.parseAsync([action, ...(C === undefined ? [] : ['-C', C])], { from: 'user' })
  }
}

function addOutputOptions(command: ChronicleCommand): ChronicleCommand {
  return command
    .optionsGroup('Output:')
    .option('--dry-run', 'show what would change as a diff, write nothing')
    .formatOption('of the confirmation')
    .repositoryOptions()
}

function namesOf<T extends string>(all: readonly T[]): (text: string) => readonly T[] {
  return (text) =>
    text.split(',').map((each) => {
      const name = all.find((known) => known === each.trim())
      if (name === undefined) throw new InvalidArgumentError(`'${each.trim()}' is none of ${all.join(', ')}.`)
      return name
    })
}

const INIT_NOTES = `
Environment: CHRONICLE_HOOKS=off turns the hooks off, CHRONICLE_HOOKS=wait makes git wait for them.
${INSTALL_EXIT_CODES}`
