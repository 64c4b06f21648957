import type { AgentClientName } from '../install/agent-clients.ts'
import type { SkillPart } from '../skill/skill-flags.ts'

/** The options of `uninstall`. */
export interface UninstallFlags {
  readonly dryRun?: true
  readonly json?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
}

/** The options of `init`. `true`: given without names. */
export interface InitFlags extends UninstallFlags {
  readonly mcp?: true | readonly AgentClientName[]
  readonly skill?: true | readonly SkillPart[]
  readonly sync?: true
}

/** Turns sharing with the remote on or off; `undefined` where the program has no such command. */
export type RunSync = (action: 'enable' | 'disable', flags: Pick<UninstallFlags, 'C' | 'format'>) => Promise<void>
