import { join } from 'node:path'
import { getNodeValue } from 'jsonc-parser'
import { err, ok, omitUndefined, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { removeFromJson, setInJson } from '../config-files/edit-json.ts'
import { readToml, removeTomlTable, setTomlTable } from '../config-files/edit-toml.ts'
import { nodeAt, parseJsonText } from '../config-files/json-text.ts'
import { readTarget } from '../config-files/target-file.ts'
import type { AgentClient, AgentClientName, UserEnvironment } from './agent-clients.ts'
import type { PlannedFile } from './planned-file.ts'
import { servedFolder, serverEntry, startsChronicle, type ServerEntry } from './server-entry.ts'

/** A client whose configuration gets or loses our server. */
export interface ServerPlan {
  readonly name: AgentClientName
  readonly client: AgentClient
  readonly scope: 'project' | 'user'
  readonly places: UserEnvironment
  /**
   * Name of the server entry. Absent, only to uninstall: every entry that starts our server for this repository,
   * whatever its name.
   */
  readonly serverName: string | undefined
  /** Top of the repository; a failure matters only where the path is needed. */
  readonly top: Result<string, CodedError>
  readonly self: readonly string[] | undefined
  readonly tools: readonly string[] | undefined
}

/** Plans the edit of a client's configuration. */
export function planServer(plan: ServerPlan, uninstall: boolean): ResultAsync<PlannedFile, CodedError> {
  return safeTry(async function* () {
    const { name, client, scope, top, serverName } = plan
    if (top.isErr() && (scope === 'project' || (client.repository === 'fixed' && !uninstall))) return err(top.error)
    const repository = top.unwrapOr(undefined)
    const path =
      scope === 'project' && repository !== undefined && client.projectFile !== undefined
        ? join(repository, client.projectFile)
        : client.userFile(plan.places)
    const file = yield* readTarget(path)
    const text = file.text ?? ''
    const editor = client.format === 'toml' ? TOML : JSON_TEXT
    const base: Omit<PlannedFile, 'text'> = {
      file,
      content: 'mcp_server',
      client: name,
      ...(scope === 'project' && repository !== undefined && { within: repository }),
    }
    if (serverName === undefined) {
      const left = yield* removeOurs(editor, file.text, { key: client.key, path, repository })
      return ok({ ...base, text: left })
    }
    const at = [client.key, serverName]
    const present = yield* editor.read(text, at, path)
    const isAnotherServer = present !== undefined && !startsChronicle(present)
    if (uninstall) {
      if (present === undefined) return ok({ ...base, text: file.text })
      const note = `Another server is named ${serverName} here; it was left alone.`
      if (isAnotherServer) return ok({ ...base, text: file.text, note })
      return editor.remove(text, at, path).map((left): PlannedFile => ({ ...base, text: left }))
    }
    const entry = serverEntry(client, { ...plan, repository })
    const conflict = isAnotherServer ? 'another server' : otherRepository(client, present, entry)
    if (conflict !== undefined) {
      const message = `${path} has ${conflict} named ${serverName}. Choose a name with --name, or remove it first. Nothing was written.`
      return err(codedError('config_conflict', message, { data: { path, name: serverName } }))
    }
    const note = client.note[scope]
    return editor
      .set({ text, at, path, fresh: present === undefined, entry: { ...client.extraProperties, ...entry } })
      .map((changed): PlannedFile => ({ ...base, text: changed, ...omitUndefined({ note }) }))
  })
}

/** Removes every entry that starts our server, except those for other repositories. */
function removeOurs(
  editor: Editor,
  given: string | undefined,
  { key, path, repository }: { readonly key: string; readonly path: string; readonly repository: string | undefined },
): Result<string | undefined, CodedError> {
  return safeTry(function* () {
    const servers = (yield* editor.read(given ?? '', [key], path)) ?? {}
    let text = given
    for (const [name, entry] of Object.entries(servers)) {
      const served = servedFolder(entry)
      const isOurs = startsChronicle(entry) && (served === undefined || served.includes('$') || served === repository)
      if (isOurs) text = yield* editor.remove(text ?? '', [key, name], path)
    }
    return ok(text)
  })
}

/**
 * Returns a description of the other repository if a client's entry serves one. A client without projects has one entry
 * per repository.
 */
function otherRepository(client: AgentClient, present: unknown, entry: ServerEntry): string | undefined {
  const served = servedFolder(present)
  if (client.repository !== 'fixed' || present === undefined || served === servedFolder(entry)) return undefined
  return `the server of ${served ?? 'another repository'}`
}

interface Editor {
  readonly read: (text: string, at: readonly string[], path: string) => Result<unknown, CodedError>
  readonly set: (edit: {
    readonly text: string
    readonly at: readonly string[]
    readonly path: string
    readonly fresh: boolean
    readonly entry: ServerEntry & Readonly<Record<string, string | readonly string[]>>
  }) => Result<string, CodedError>
  readonly remove: (text: string, at: readonly string[], path: string) => Result<string | undefined, CodedError>
}

const TOML: Editor = {
  read: readToml,
  set: ({ text, at, path, entry }) => setTomlTable(text, at, entry, path),
  remove: removeTomlTable,
}

const JSON_TEXT: Editor = {
  read: (text, at, path) =>
    parseJsonText(text.replace(/^\uFEFF/u, ''), path).map((root) => {
      const node = nodeAt(root, at)
      return node === undefined ? undefined : (getNodeValue(node) as unknown)
    }),
  // Properties that the user added to our entry (`env`, `disabled`) stay.
  set: ({ text, at, path, fresh, entry }) =>
    fresh
      ? setInJson(text, at, entry, path)
      : Object.entries(entry).reduce<Result<string, CodedError>>(
          (edited, [key, value]) => edited.andThen((before) => setInJson(before, [...at, key], value, path)),
          ok(text),
        ),
  remove: removeFromJson,
}
