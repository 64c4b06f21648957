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
    if (chosen.length === 0 && flags.uninstall !== true) return err(nothingFound(clientsOfScope(clients, flags), flags))
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
  const found: ServerPlan[] = []
  for (const each of clientsOfScope(clients, flags)) {
    if (flags.uninstall === true || (await anyExists(searchedPaths(each)))) found.push(each)
  }
  return found
}

function clientsOfScope(clients: readonly ServerPlan[], { user }: InstallFlags): readonly ServerPlan[] {
  return clients.filter(({ scope }) => scope === (user === true ? 'user' : 'project'))
}

/** Returns the paths of which any shows that the client is used. */
function searchedPaths({ client: { traces }, places, scope, top }: ServerPlan): readonly string[] {
  const folder = top.unwrapOr(undefined)
  const inProject = scope === 'project' && folder !== undefined ? traces.project.map((name) => join(folder, name)) : []
  return [...inProject, ...traces.user(places)]
}

async function anyExists(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    if (await exists(path)) return true
  }
  return false
}

/** Returns the error for an install without names where no client is used, which another machine may have. */
function nothingFound(clients: readonly ServerPlan[], { user }: InstallFlags): CodedError<'client_not_found'> {
  const isInRepository = user !== true && clients.some(({ top }) => top.unwrapOr(undefined) !== undefined)
  const where = isInRepository ? 'in this repository or for you' : 'for you'
  const list = AGENT_CLIENT_NAMES.map((name) => `${name} (${AGENT_CLIENTS[name].title})`).join(', ')
  const searched = [...new Set(clients.flatMap((each) => searchedPaths(each)))]
  const shown = clients.flatMap(({ client: { traces }, places, scope }) => [
    ...(isInRepository && scope === 'project' ? traces.project : []),
    ...traces.user(places).map((path) => (path.startsWith(places.home) ? `~${path.slice(places.home.length)}` : path)),
  ])
  const message = `No client was found ${where}: there is no ${[...new Set(shown)].join(', ')}. Name those to install into: ${list}.`
  return codedError('client_not_found', message, { data: { clients: AGENT_CLIENT_NAMES, searched } })
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
