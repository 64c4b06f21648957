import { fusedProfile } from './fused-profile.ts'
import type { RankingProfile } from './profile.ts'
import { weightedProfile } from './weighted-profile.ts'

/** Name of a built-in profile. */
export type ProfileName = 'fused' | 'weighted'

/** Names of the built-in profiles, the default first. */
export const PROFILE_NAMES: readonly [ProfileName, ...ProfileName[]] = ['fused', 'weighted']

/** Returns the built-in profile of the given name. */
export function namedProfile(name: ProfileName): RankingProfile {
  return name === 'fused' ? fusedProfile() : weightedProfile()
}
