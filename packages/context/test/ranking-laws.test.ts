import { FUSED_SIGNALS, namedProfile, PROFILE_NAMES, WEIGHTED_SIGNALS, weightedProfile } from '@chronicle/context'
import { rankingProfileLaws, signalLaws } from '@chronicle/testing'
import { openScene } from './open-scene.ts'

const options = { open: openScene, runs: 15 }

for (const signal of [...FUSED_SIGNALS, ...WEIGHTED_SIGNALS]) signalLaws(signal, options)
for (const name of PROFILE_NAMES) rankingProfileLaws(namedProfile(name), options)
rankingProfileLaws({ ...weightedProfile({ weights: { recency: 0.4, path_match: 0 } }), name: 'own weights' }, options)
