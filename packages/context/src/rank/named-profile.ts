import { codedError } from '@chronicle/core/contracts'
import { errAsync } from '@chronicle/schema'
import { signal } from '../signals/signal.ts'
import { fusedProfile } from './fused-profile.ts'
import type { RankingProfile } from './profile.ts'
import { weightedProfile } from './weighted-profile.ts'

/** Name of a built-in profile. */
export type ProfileName = 'fused' | 'weighted'

/** Names of the built-in profiles, the default first. */
export const PROFILE_NAMES: readonly [ProfileName, ...ProfileName[]] = ['fused', 'weighted']

/**
 * Returns the built-in profile of the given name. With another name, as an untyped caller may give it, every retrieval
 * fails with `invalid_query`.
 */
export function namedProfile(name: ProfileName): RankingProfile {
  if (name === 'fused') return fusedProfile()
  return name === 'weighted' ? weightedProfile() : unknownProfile(name)
}

function unknownProfile(name: unknown): RankingProfile {
  const message = `There is no profile ${JSON.stringify(name)}. Give one of ${PROFILE_NAMES.join(', ')}, or one of your own.`
  const refuse = signal('unknown', () => errAsync(codedError('invalid_query', message)))
  return { name: 'unknown', signals: [refuse], combine: () => new Map() }
}
