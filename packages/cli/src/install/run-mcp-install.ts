import { join } from 'node:path'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { nearestWord } from '../config/nearest-word.ts'
import { exists } from '../host/absent-files.ts'
import type { CommandHost } from '../host/command-host.ts'
import { AGENT_CLIENT_NAMES, AGENT_CLIENTS, type AgentClient, type AgentClientName } from './agent-clients.ts'
import { warnIfNotOnPath } from './command-on-path.ts'
import type { InstallFlags, McpInstallFlags } from './install-flags.ts'
import { planServer, type ServerPlan } from './plan-server.ts'
import type { InstallPlan, PlannedFile } from './planned-file.ts'
import { userPlaces } from './user-places.ts'
import { worktreeTop } from './worktree-top.ts'
import { installFiles } from './install-files.ts'

/** Runs one `mcp install`: plans all edits, and writes only if all of them are possible. */
export async function runMcpInstall(
  host: CommandHost,
  named: readonly AgentClientName[],
  flags: McpInstallFlags,
): Promise<void> {
  await installFiles(host.io, await planMcpInstall(host, named, flags), flags)
}

/** Plans the changes of one `mcp install`. Without a name, plans to remove our servers, whatever their names. */
export function planMcpInstall(
  host: CommandHost,
  named: readonly AgentClientName[],
  flags: Omit<McpInstallFlags, 'name'> & { readonly name: McpInstallFlags['name'] | undefined },
): ResultAsync<InstallPlan, CodedError> {
  return safeTry(async function* () {
    const { io } = host
    const wrong = await unknownTool(flags.tools ?? [])
    if (wrong !== undefined) return err(wrong)
    const places = yield* userPlaces(io)
    const top = await worktreeTop(host, flags)
    const asked = named.length > 0 ? named : AGENT_CLIENT_NAMES
    const clients = asked.map((name): ServerPlan => {
      const client: AgentClient = AGENT_CLIENTS[name]
      const scope = flags.user === true || client.projectFile === undefined ? 'user' : 'project'
      return { name, client, scope, places, serverName: flags.name, top, self: io.self, tools: flags.tools }
    })
    const chosen = named.length > 0 ? clients : await findClients(clients, flags)
    if (chosen.length === 0 && flags.uninstall !== true) return err(nothingFound(flags))
    const files: PlannedFile[] = []
    for (const each of chosen) {
      const file = yield* planServer(each, flags.uninstall === true)
      // An uninstall without named clients lists only the files that contained an entry.
      if (named.length > 0 || flags.uninstall !== true || file.text !== file.file.text) files.push(file)
    }
    const portable = chosen.some(({ client, scope }) => scope === 'project' || !client.graphical)
    return ok({ files, warnings: portable && flags.uninstall !== true ? await warnIfNotOnPath(io) : [] })
  })
}

/** Returns the clients of the requested scope that are used here; for an uninstall, all clients of that scope. */
async function findClients(clients: readonly ServerPlan[], flags: InstallFlags): Promise<readonly ServerPlan[]> {
  const scope = flags.user === true ? 'user' : 'project'
  const found: ServerPlan[] = []
  for (const each of clients.filter((one) => one.scope === scope)) {
    const { traces } = each.client
    const top = each.top.unwrapOr(undefined)
    const inProject = scope === 'project' && top !== undefined ? traces.project.map((name) => join(top, name)) : []
    if (flags.uninstall === true || (await anyExists([...inProject, ...traces.user(each.places)]))) found.push(each)
  }
  return found
}

async function anyExists(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    if (await exists(path)) return true
  }
  return false
}

function nothingFound({ user }: InstallFlags): CodedError<'usage'> {
  const where = user === true ? 'your home folder' : 'this repository or your home folder'
  const list = AGENT_CLIENT_NAMES.map((name) => `${name} (${AGENT_CLIENTS[name].title})`).join(', ')
  return codedError('usage', `No client was found in ${where}. Name those to install into: ${list}.`, {
    data: { clients: AGENT_CLIENT_NAMES },
  })
}

async function unknownTool(tools: readonly string[]): Promise<CodedError<'usage'> | undefined> {
  if (tools.length === 0) return undefined
  const { SELECTABLE_TOOLS: names } = await import('../mcp/tool-names.ts')
  const wrong = tools.find((tool) => !names.includes(tool) && !names.includes(`chronicle_${tool}`))
  if (wrong === undefined) return undefined
  const near = nearestWord(wrong, [...names, ...names.map((name) => name.replace(/^chronicle_/u, ''))])
  const hint = near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`
  return codedError('usage', `There is no tool "${wrong}". ${hint}`, { data: { tool: wrong, tools: names } })
}
