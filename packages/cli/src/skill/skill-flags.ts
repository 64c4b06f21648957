import type { InstallFlags } from '../install/install-flags.ts'

/** What can be installed for agents beside the server. */
export const SKILL_PARTS = ['skill', 'hooks', 'agents-md'] as const

/** One of them. */
export type SkillPart = (typeof SKILL_PARTS)[number]

/** The options of `skill install`. */
export interface SkillInstallFlags extends InstallFlags {
  readonly dir?: string
  readonly print?: true
}
