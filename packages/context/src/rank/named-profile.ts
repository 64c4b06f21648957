import { fusedProfile } from './fused-profile.ts'
import type { RankingProfile } from './profile.ts'
import { weightedProfile } from './weighted-profile.ts'

/** Name of a profile that comes with the package. */
export type ProfileName = 'fused' | 'weighted'

/** Names of the profiles that come with the package, the default first. */
export const PROFILE_NAMES: readonly [ProfileName, ...ProfileName[]] = ['fused', 'weighted']

/** Returns the profile of a name. */
export function namedProfile(name: ProfileName): RankingProfile {
  return name === 'fused' ? fusedProfile() : weightedProfile()
}
