import type { InstallFlags } from '../install/install-flags.ts'

/** Parts that can be installed for agents besides the server. */
export const SKILL_PARTS = ['skill', 'hooks', 'agents-md'] as const

/** Name of such a part. */
export type SkillPart = (typeof SKILL_PARTS)[number]

/** The options of `skill install`. */
export interface SkillInstallFlags extends InstallFlags {
  readonly dir?: string
  readonly print?: true
}
