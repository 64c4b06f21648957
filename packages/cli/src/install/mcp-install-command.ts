import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import type { CommandHost } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { AGENT_CLIENT_NAMES, type AgentClientName } from './agent-clients.ts'
import type { McpInstallFlags } from './install-flags.ts'
import { addInstallOptions, INSTALL_EXIT_CODES } from './install-options.ts'

/** Creates `mcp install [client…]`: adds the server to the configuration of clients. */
export function createMcpInstallCommand(host: CommandHost): Command {
  return createCommand('install', host.io)
    .summary('add this server to agents')
    .description(
      'Puts the server into the configuration of the clients that are named, or of those that are used in\n' +
        'this repository or by you. Everything else in their files stays as it is, comments included.',
    )
    .addArgument(new Argument('[client...]', 'which clients').choices(AGENT_CLIENT_NAMES))
    .addOption(new Option('--name <name>', 'name of the server').argParser(nameOf).default('chronicle'))
    .addOption(
      new Option('--tools <name,...>', 'offer these tools only').argParser((text, before: readonly string[] = []) => [
        ...before,
        ...text.split(',').map((name) => name.trim()),
      ]),
    )
    .with(addInstallOptions)
    .action(async (clients: readonly AgentClientName[], flags: McpInstallFlags) =>
      (await import('./run-mcp-install.ts')).runMcpInstall(host, clients, flags),
    )
    .addHelpText('after', INSTALL_EXIT_CODES)
    .examples([
      { line: '$ claude-code', shows: 'into .mcp.json of this repository, to be committed' },
      { line: '$ cursor vscode --dry-run', shows: 'see what would be written' },
      { line: '$ --user codex', shows: 'for all of your projects' },
      { line: '$ --uninstall', shows: 'out of every client of this repository' },
    ])
}

function nameOf(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u.test(text)) {
    throw new InvalidArgumentError('Expected letters, digits, - and _.')
  }
  return text
}
