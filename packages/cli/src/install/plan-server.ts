import { join } from 'node:path'
import { getNodeValue } from 'jsonc-parser'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { removeFromJson, setInJson } from '../config-files/edit-json.ts'
import { readToml, removeTomlTable, setTomlTable } from '../config-files/edit-toml.ts'
import { nodeAt, parseJsonText } from '../config-files/json-text.ts'
import { readTarget } from '../config-files/target-file.ts'
import type { AgentClient, AgentClientName, UserPlaces } from './agent-clients.ts'
import type { PlannedFile } from './planned-file.ts'
import { servedFolder, serverEntry, startsChronicle, type ServerEntry } from './server-entry.ts'

/** One client that is to be told, or to forget. */
export interface ServerPlan {
  readonly name: AgentClientName
  readonly client: AgentClient
  readonly scope: 'project' | 'user'
  readonly places: UserPlaces
  readonly serverName: string
  /** Top of the repository; the failure counts only where it is needed. */
  readonly top: Result<string, CodedError>
  readonly self: readonly string[] | undefined
  readonly tools: readonly string[] | undefined
}

/** Works out what a client's configuration is to become. */
export async function planServer(plan: ServerPlan, uninstall: boolean): Promise<Result<PlannedFile, CodedError>> {
  const { name, client, scope, top, serverName } = plan
  if (top.isErr() && (scope === 'project' || (client.repository === 'fixed' && !uninstall))) return err(top.error)
  const repository = top.unwrapOr(undefined)
  const path =
    scope === 'project' && repository !== undefined && client.projectFile !== undefined
      ? join(repository, client.projectFile)
      : client.userFile(plan.places)
  const file = await readTarget(path)
  if (file.isErr()) return err(file.error)
  const text = file.value.text ?? ''
  const editor = client.format === 'toml' ? TOML : JSON_TEXT
  const at = [client.key, serverName]
  const present = editor.read(text, at, path)
  if (present.isErr()) return err(present.error)
  const base: Omit<PlannedFile, 'text'> = {
    file: file.value,
    content: 'mcp_server',
    client: name,
    ...(scope === 'project' && repository !== undefined ? { within: repository } : {}),
  }
  const taken = present.value !== undefined && !startsChronicle(present.value)
  if (uninstall) {
    if (present.value === undefined) return ok({ ...base, text: file.value.text })
    const note = `Another server is named ${serverName} here; it was left alone.`
    if (taken) return ok({ ...base, text: file.value.text, note })
    return editor.remove(text, at, path).map((left): PlannedFile => ({ ...base, text: left }))
  }
  const entry = serverEntry(client, { ...plan, repository })
  const conflict = taken ? 'another server' : otherRepository(client, present.value, entry)
  if (conflict !== undefined) {
    const message = `${path} has ${conflict} named ${serverName}. Choose a name with --name, or remove it first. Nothing was written.`
    return err(codedError('config_conflict', message, { data: { path, name: serverName } }))
  }
  const note = client.note[scope]
  return editor
    .set({ text, at, path, fresh: present.value === undefined, entry: { ...client.also, ...entry } })
    .map((changed): PlannedFile => ({ ...base, text: changed, ...(note === undefined ? {} : { note }) }))
}

/** A client without projects keeps one entry for each repository. */
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
  // What the user added to our entry (`env`, `disabled`) stays.
  set: ({ text, at, path, fresh, entry }) =>
    fresh
      ? setInJson(text, at, entry, path)
      : Object.entries(entry).reduce<Result<string, CodedError>>(
          (edited, [key, value]) => edited.andThen((before) => setInJson(before, [...at, key], value, path)),
          ok(text),
        ),
  remove: removeFromJson,
}
