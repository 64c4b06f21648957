import type { RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SUITE_OPTIONS } from '../suite-options.ts'
import {
  runSignals,
  scenesOf,
  type OpenedScene,
  type RankingSignal,
  type SignalLawOptions,
  type SignalScores,
} from './law-scene.ts'
import { taskArbitrary } from './task-arbitrary.ts'

/** A ranking profile, for any type of context. */
export interface RankedBy<Context> {
  readonly name: string
  readonly signals: readonly RankingSignal<Context>[]
  combine(
    lists: ReadonlyMap<string, SignalScores>,
    context: Context,
  ): ReadonlyMap<RepoPath, Readonly<Record<string, number>>>
}

/** A law as a property of a task. */
export interface RankingProfileLaw {
  readonly name: string
  readonly property: fc.IAsyncProperty<[string]>
}

/** Declares the laws of ranking profiles as tests of the surrounding suite. */
export function rankingProfileLaws<Context>(profile: RankedBy<Context>, options: SignalLawOptions<Context>): void {
  describe(`ranking profile ${profile.name} obeys the laws`, SUITE_OPTIONS, () => {
    it('each signal has a name of its own', () => {
      const names = profile.signals.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
    })
    for (const { name, property } of rankingProfileProperties(profile, options))
      it(name, () => fc.assert(property, { numRuns: options.runs ?? 30 }))
  })
}

/** Returns the laws as properties, for a test that expects one to fail. */
export function rankingProfileProperties<Context>(
  profile: RankedBy<Context>,
  options: SignalLawOptions<Context>,
): readonly RankingProfileLaw[] {
  const { openTask, openEmpty } = scenesOf(options)
  const law = (
    name: string,
    check: (scene: OpenedScene<Context>, lists: ReadonlyMap<string, SignalScores>, task: string) => Promise<void>,
  ): RankingProfileLaw => ({
    name,
    property: fc.asyncProperty(taskArbitrary(), async (task) => {
      const opened = await openTask(task)
      await check(opened, await runSignals(profile.signals, opened.context), task)
    }),
  })
  return [
    law('only files that a signal scored are ranked', async ({ context }, lists) => {
      const scored = new Set([...lists.values()].flatMap((scores) => [...scores.keys()]))
      expect([...profile.combine(lists, context).keys()].filter((path) => !scored.has(path))).toEqual([])
    }),
    law('contributions are finite and not negative', async ({ context }, lists) => {
      const parts = [...profile.combine(lists, context).values()].flatMap((breakdown) => Object.values(breakdown))
      expect(parts.filter((part) => !Number.isFinite(part) || part < 0)).toEqual([])
    }),
    law('a contribution has the name of a signal', async ({ context }, lists) => {
      const names = [...profile.combine(lists, context).values()].flatMap((breakdown) => Object.keys(breakdown))
      expect([...new Set(names)].filter((name) => !lists.has(name))).toEqual([])
    }),
    law('the scores of signals are not changed', async ({ context }, lists) => {
      const before = structuredClone(lists)
      profile.combine(lists, context)
      expect(lists).toEqual(before)
    }),
    law('equal scores are combined alike, in whatever order their files are', async ({ context }, lists, task) => {
      const first = sorted(profile.combine(lists, context))
      const reversed = new Map([...lists].map(([name, scores]) => [name, new Map([...scores].reverse())]))
      expect(sorted(profile.combine(reversed, context))).toEqual(first)
      const again = await openTask(task)
      const lists2 = await runSignals(profile.signals, again.context)
      expect(sorted(profile.combine(lists2, again.context))).toEqual(first)
    }),
    law('a state without files has no ranking', async (_, __, task) => {
      const { context } = await openEmpty(task)
      expect([...profile.combine(await runSignals(profile.signals, context), context)]).toEqual([])
    }),
  ]
}

function sorted(
  breakdowns: ReadonlyMap<string, Readonly<Record<string, number>>>,
): readonly (readonly [string, Readonly<Record<string, number>>])[] {
  return [...breakdowns].sort(([a], [b]) => (a < b ? -1 : 1))
}
