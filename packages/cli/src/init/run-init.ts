import { resolve } from 'node:path'
import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type Diagnostic,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { removeEmptyFolders } from '../config-files/target-file.ts'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure } from '../host/report-failure.ts'
import type { InstallPlan, PlannedFile } from '../install/planned-file.ts'
import { planMcpInstall } from '../install/run-mcp-install.ts'
import { SKILL_PARTS, type SkillPart } from '../skill/skill-flags.ts'
import { planSkillInstall } from '../skill/run-skill-install.ts'
import { EMPTY_STATE, stableProgramPath, readRunner, type InitState } from './hook-runner.ts'
import { findHooks, type HooksPlace } from './hooks-place.ts'
import { planHooks, planRemoval } from './plan-hooks.ts'
import { warnAboutHooks } from './warn-about-hooks.ts'
import { installFiles } from '../install/install-files.ts'
import type { AgentClientName } from '../install/agent-clients.ts'

/** The options of `uninstall`. */
export interface UninstallFlags {
  readonly dryRun?: true
  readonly json?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
}

/** The options of `init`. `true`: the option was given without names. */
export interface InitFlags extends UninstallFlags {
  readonly mcp?: true | readonly AgentClientName[]
  readonly skill?: true | readonly SkillPart[]
  readonly sync?: true
}

/** Turns sharing with the remote on or off; `undefined` if the program has no such command. */
export type RunSync = (action: 'enable' | 'disable', flags: Pick<UninstallFlags, 'C' | 'format'>) => Promise<void>

/** Runs one `init`: plans all edits, and writes only if all of them are possible. */
export async function runInit(host: CommandHost, flags: InitFlags, sync?: RunSync): Promise<void> {
  const { io } = host
  const receipt = await installFiles(io, await planInit(host, flags), flags)
  if (receipt === undefined || flags.dryRun === true) return
  if (flags.format === 'pretty' && receipt.status === 'changed') {
    io.stdout.write(AFTERWARDS)
    if (sync !== undefined && flags.sync !== true) io.stdout.write(SHARING)
  }
  if (flags.sync === true) await sync?.('enable', flags)
}

/** Runs one `uninstall`. */
export async function runUninstall(host: CommandHost, flags: UninstallFlags, sync?: RunSync): Promise<void> {
  const { io } = host
  const place = await placeOf(host, flags)
  if (place.isErr()) return reportFailure(io, place.error)
  const { state } = (await readRunner(place.value)) ?? { state: EMPTY_STATE }
  const hooks = await planRemoval(place.value)
  if (hooks.isErr()) return reportFailure(io, hooks.error)
  const files = [...hooks.value]
  const warnings: Diagnostic[] = []
  for (const agents of ['mcp', 'skill'] as const) {
    const planned = await planAgents(host, agents, true, { ...flags, uninstall: true })
    if (planned.isOk()) files.push(...planned.value.files.filter(({ file, text }) => file.text !== text))
    else if (state.agents.includes(agents)) return reportFailure(io, planned.error)
    // The configuration may belong to another program, and must not prevent the rest from being removed.
    else
      warnings.push({ code: planned.error.code, severity: 'warning', message: `Left alone: ${planned.error.message}` })
  }
  const receipt = await installFiles(io, ok({ files, warnings }), flags)
  if (receipt === undefined || flags.dryRun === true) return
  await removeEmptyFolders(state.folders.map((folder) => resolve(place.value.commonDir, folder)))
  if (state.sync === true) await sync?.('disable', flags)
}

const SHARING = 'What is recorded stays in this clone until it is shared: `git chronicle sync enable`.\n'

const AFTERWARDS = `
A commit now takes what \`git chronicle note\` and \`git chronicle context set\` kept for it, and an amend, rebase or
squash takes annotations along, in the background. \`git chronicle doctor\` tells whether that works, \`git chronicle
uninstall\` takes it out again.
`

function planInit(host: CommandHost, flags: InitFlags): ResultAsync<InstallPlan, CodedError> {
  return safeTry(async function* () {
    const place = yield* placeOf(host, flags)
    const runner = await readRunner(place)
    const program = await stableProgramPath(host.io)
    const agentFiles: PlannedFile[] = []
    const agents = new Set<InitState['agents'][number]>(runner?.state.agents)
    const warnings = [...(await warnAboutHooks(host.io, place, program))]
    for (const each of ['mcp', 'skill'] as const) {
      const asked = flags[each]
      if (asked === undefined) continue
      const planned = yield* planAgents(host, each, asked, flags)
      agentFiles.push(...planned.files)
      warnings.push(...planned.warnings.filter(({ code }) => warnings.every((known) => known.code !== code)))
      if (planned.files.some(({ file, text }) => file.text !== text)) agents.add(each)
    }
    const before = runner?.state ?? EMPTY_STATE
    const state = { ...before, agents: [...agents], ...omitEmpty({ sync: flags.sync }) }
    return (await planHooks(place, program, state)).map((files) => ({
      files: [...files, ...agentFiles],
      warnings,
    }))
  })
}

/**
 * Plans the changes of `mcp install` and `skill install`. For an uninstall, plans the removal of everything that they
 * may have added.
 */
function planAgents(
  host: CommandHost,
  agents: InitState['agents'][number],
  asked: true | readonly string[],
  flags: UninstallFlags & { readonly uninstall?: true },
): ResultAsync<InstallPlan, CodedError> {
  const { C, dryRun, format, uninstall } = flags
  const common = {
    format,
    ...omitUndefined({ C, dryRun, uninstall }),
  }
  const named = asked === true ? [] : asked
  return agents === 'mcp'
    ? planMcpInstall(host, named as never, { ...common, name: 'chronicle' })
    : planSkillInstall(host, uninstall === true ? SKILL_PARTS : (named as never), common)
}

/** Finds the hooks of the repository. */
function placeOf(host: CommandHost, flags: Pick<UninstallFlags, 'C'>): ResultAsync<HooksPlace, CodedError> {
  return safeTry(async function* () {
    const { repository } = yield* openRepository(host, flags)
    try {
      const info: Result<RepositoryInfo, CodedError> = await repository.git.describe()
      return info.isErr() ? err(info.error) : findHooks(host.io, info.value)
    } finally {
      await repository.close()
    }
  })
}
