import type { RankingProfile } from '../../rank/profile.ts'

/** Returns a profile without one of its signals, for an ablation: how the others rank without its scores. */
export function withoutSignal(profile: RankingProfile, name: string): RankingProfile {
  return {
    ...profile,
    name: `${profile.name} without ${name}`,
    signals: profile.signals.filter((signal) => signal.name !== name),
  }
}
