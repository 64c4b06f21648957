import type { InstalledFile, InstallReceipt } from '@chronicle/schema'
import { renderReceipt, type ReceiptEntry } from '../correct/format-receipt.ts'
import type { CliIo } from '../host/cli-io.ts'
import { escapeInvisible, oneLine, showName } from '../host/one-line.ts'
import { useColour } from '../host/use-colour.ts'
import { AGENT_CLIENTS, type AgentClientName } from './agent-clients.ts'

/** Prints how each file was changed. */
export function printInstallReceipt(io: CliIo, receipt: InstallReceipt, format: 'pretty' | 'json'): void {
  if (format === 'json') {
    io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
    return
  }
  const page = {
    headline: headline(receipt),
    entries: receipt.files.map(entryOf),
    warnings: receipt.warnings.map(({ message }) => oneLine(message)),
  }
  io.stdout.write(renderReceipt(page, { format, colour: useColour(io.stdout, io.env) }))
  for (const { diff } of receipt.files) {
    if (diff !== undefined) io.stdout.write(`\n${diff.split('\n').map(escapeInvisible).join('\n')}`)
  }
}

function headline({ status, dry_run: dryRun, files }: InstallReceipt): string {
  if (files.length === 0) return 'Nothing is installed.'
  if (status === 'unchanged') return 'Nothing to do: everything is as asked already.'
  const changed = files.filter(({ change }) => change !== 'unchanged').length
  return `${dryRun ? 'Would change' : 'Changed'} ${changed} file${changed === 1 ? '' : 's'}.`
}

function entryOf({ path, content, client, change, note }: InstalledFile): ReceiptEntry {
  const reader = client === undefined ? '' : `, ${AGENT_CLIENTS[client as AgentClientName].title}`
  return {
    mark: change === 'unchanged' ? '=' : '+',
    text: `${showName(path)} (${CONTENTS[content]}${reader}): ${change}`,
    details: note === undefined ? [] : [note],
  }
}

const CONTENTS: Readonly<Record<InstalledFile['content'], string>> = {
  mcp_server: 'MCP server',
  skill: 'skill',
  hooks: 'hooks',
  agents_md: 'section',
  git_hook: 'git hook',
  hook_runner: 'what the hooks start',
  git_exclude: 'ignored files',
}
