import { InvalidArgumentError, Option, type Command } from 'commander'
import { resolveHost, type CommandHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { splitAtCommas } from '../host/option-values.ts'
import { createMcpInstallCommand } from '../install/mcp-install-command.ts'
import { scorerOption } from '../queries/query-options.ts'
import type { McpFlags } from './serve-repository.ts'

/** Creates `mcp start`: offers what is recorded as tools for agents. */
export function createMcpCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'mcp', host.io)
    .summary('serve agents over the Model Context Protocol')
    .description('Serves agents over the Model Context Protocol.')
    .helpCommand(false)
    .addCommand(createStartCommand(host))
    .addCommand(createMcpInstallCommand(host))
}

function createStartCommand(host: CommandHost): Command {
  return createCommand('start', host.io)
    .summary('serve one repository')
    .description(
      'Serves one repository to agents: over stdin and stdout until the client closes them, or over\n' +
        'HTTP. Nothing but the protocol is written to stdout; errors are written to stderr.',
    )
    .addOption(
      listOption(
        '--tools <name,...>',
        'only these tools, with or without chronicle_; chronicle: all but read; legacy: the former names of read (default: all but those)',
      ),
    )
    .option('--structured', 'give the JSON document beside the text, and list output schemas; budgets count both')
    .optionsGroup('HTTP:')
    .addOption(new Option('--http [port]', 'streamable HTTP instead of stdio (default port: 4747)').argParser(portOf))
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1); others need a token')
    .option('--token <token>', 'what clients must send as a bearer token (or CHRONICLE_MCP_TOKEN)')
    .addOption(listOption('--allow-host <name,...>', 'more names by which clients reach this server'))
    .repositoryOptions({ notesRef: true, gitBackend: true })
    .addOption(scorerOption())
    .action(async (flags: McpFlags) => {
      if (flags.http === undefined) {
        const { runMcpStdio } = await import('./run-mcp-stdio.ts')
        await runMcpStdio(host, flags)
      } else {
        const { runMcpHttp } = await import('./run-mcp-http.ts')
        await runMcpHttp(host, flags)
      }
    })
    .examples([
      { line: '$ -C /path/to/repository', shows: 'what a client is configured to run' },
      { line: '$ --tools lookup,annotate', shows: 'with two tools only' },
      { line: '$ --tools chronicle', shows: 'without the source reader, for agents that read files themselves' },
      { line: '$ --tools default,legacy', shows: 'with read_file and the other former names of read, too' },
      { line: '$ --http 4747', shows: 'for clients of this machine, at http://127.0.0.1:4747/mcp' },
    ])
}

function listOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text, before: readonly string[] = []) => [
    ...before,
    ...splitAtCommas(text),
  ])
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return port
}
