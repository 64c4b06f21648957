import { InvalidArgumentError, Option, type Command } from 'commander'
import { omitUndefined } from '@chronicle/schema'
import { resolveHost, type CommandHost, type CommandOptions } from '../host/command-host.ts'
import { addExamples, createCommand } from '../host/create-command.ts'
import { AGENT_CLIENT_NAMES } from '../install/agent-clients.ts'
import { SKILL_PARTS } from '../skill/skill-flags.ts'
import type { InitFlags, RunSync, UninstallFlags } from './init-flags.ts'

/** Options of `init` and `uninstall`. */
export interface InitOptions extends CommandOptions {
  /** Makes the command whose `enable` and `disable` share notes with a remote. Absent: it is not offered. */
  readonly createSync?: ((options: CommandOptions) => Command) | undefined
}

/** `init`: makes a repository ready. */
export function createInitCommand(options: InitOptions = {}): Command {
  const host = resolveHost(options)
  const command = createCommand(options.name ?? 'init', host.io)
    .summary('make this repository ready: git hooks, and on request agents')
    .description(
      'Puts hooks in place, so that a commit takes what was kept for it with `note` and `context`, and an\n' +
        'amend, rebase or squash takes annotations along. Hooks that are there already go on; husky and\n' +
        'lefthook are told in their own way. The work is done in the background: git does not wait for it, and\n' +
        'does not fail because of it. Running it again changes nothing, or mends what was broken.',
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
  const sync = syncOf(options, host)
  if (sync !== undefined) command.option('--sync', 'share what is recorded with the remote: git chronicle sync enable')
  addOutputOptions(command)
    .action(async (flags: InitFlags) => (await import('./run-init.ts')).runInit(host, flags, sync))
    .addHelpText('after', INIT_NOTES)
  return addExamples(command, [
    { line: '$', shows: 'hooks for this clone' },
    { line: '$ --dry-run', shows: 'see what would be written' },
    { line: '$ --mcp claude-code --skill', shows: 'hooks, the MCP server for Claude Code, and the skill' },
  ])
}

/** `uninstall`: takes out what `init` put in. */
export function createUninstallCommand(options: InitOptions = {}): Command {
  const host = resolveHost(options)
  const command = createCommand(options.name ?? 'uninstall', host.io)
    .summary('take out what init put in')
    .description(
      'Takes out the hooks, and what `init --mcp` and `init --skill` put in. Files are then what they were\n' +
        'before, to the byte. What is recorded stays: it is in refs/notes/chronicle.',
    )
  addOutputOptions(command)
    .action(async (flags: UninstallFlags) =>
      (await import('./run-init.ts')).runUninstall(host, flags, syncOf(options, host)),
    )
    .addHelpText('after', EXIT_CODES)
  return addExamples(command, [
    { line: '$', shows: 'out of this repository' },
    { line: '$ --dry-run', shows: 'see what would go' },
  ])
}

/** Turns sharing on or off, in the folder of the command; what it says goes to stderr when stdout is for a program. */
function syncOf({ createSync }: InitOptions, host: CommandHost): RunSync | undefined {
  if (createSync === undefined) return undefined
  return async (action, { C, format }) => {
    const io = format === 'json' ? { ...host.io, stdout: host.io.stderr } : host.io
    const command = createSync({ io, ...omitUndefined({ open: host.open }) })
    await command.parseAsync([action, ...(C === undefined ? [] : ['-C', C])], { from: 'user' })
  }
}

function addOutputOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--dry-run', 'show what would change as a diff, write nothing')
    .addOption(new Option('--format <format>', 'of the confirmation').choices(['pretty', 'json']).default('pretty'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .optionsGroup('Repository:')
    .option('-C <dir>', 'work as if started in this folder')
}

function namesOf<T extends string>(all: readonly T[]): (text: string) => readonly T[] {
  return (text) =>
    text.split(',').map((each) => {
      const name = all.find((known) => known === each.trim())
      if (name === undefined) throw new InvalidArgumentError(`'${each.trim()}' is none of ${all.join(', ')}.`)
      return name
    })
}

const EXIT_CODES = `
Exit code: 0 done, or nothing to do; 1 a file cannot be edited; 2 wrong usage. A failure is one JSON
document on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}}.`

const INIT_NOTES = `
Environment: CHRONICLE_HOOKS=off turns the hooks off, CHRONICLE_HOOKS=wait has git wait for their work.
${EXIT_CODES}`
