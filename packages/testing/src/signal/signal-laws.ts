import type { RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { declareLaws } from '../law.ts'
import {
  runSignals,
  scenesOf,
  sortedScores,
  type OpenedScene,
  type RankingSignal,
  type SignalLawOptions,
  type SignalScores,
} from './law-scene.ts'
import { taskArbitrary } from './task-arbitrary.ts'

/** A law as a property of a task and of the earlier score lists. */
export interface SignalLaw {
  readonly name: string
  readonly property: fc.IAsyncProperty<[string, readonly number[]]>
}

/** Declares the laws of ranking signals as tests of the surrounding suite. */
export function signalLaws<Context>(signal: RankingSignal<Context>, options: SignalLawOptions<Context>): void {
  declareLaws(`signal ${signal.name} obeys the laws`, signalProperties(signal, options), options.runs ?? 30)
}

/** Returns the laws as properties, for a test that expects one to fail. */
export function signalProperties<Context>(
  signal: RankingSignal<Context>,
  options: SignalLawOptions<Context>,
): readonly SignalLaw[] {
  const { openTask, openEmpty } = scenesOf(options)
  const law = (
    name: string,
    check: (opened: OpenedScene<Context>, before: ReadonlyMap<string, SignalScores>, task: string) => Promise<void>,
  ): SignalLaw => ({
    name,
    property: fc.asyncProperty(taskArbitrary(), earlierScores(), async (task, choices) => {
      const opened = await openTask(task)
      await check(opened, listsOf(opened.paths, choices), task)
    }),
  })
  const ask = async (context: Context, lists: ReadonlyMap<string, SignalScores>): Promise<SignalScores> =>
    (await runSignals([signal], context, new Map(lists))).get(signal.name) ?? new Map<RepoPath, number>()
  return [
    law('any task has an answer', async ({ context }, lists) => {
      await ask(context, lists)
    }),
    law('only files of the state are scored', async ({ context, paths }, lists) => {
      const known = new Set(paths)
      expect([...(await ask(context, lists)).keys()].filter((path) => !known.has(path))).toEqual([])
    }),
    law('scores are finite and not negative', async ({ context }, lists) => {
      const wrong = [...(await ask(context, lists))].filter(([, score]) => !Number.isFinite(score) || score < 0)
      expect(wrong).toEqual([])
    }),
    law('equal questions have equal answers', async ({ context }, lists, task) => {
      const first = sortedScores(await ask(context, lists))
      expect(sortedScores(await ask(context, lists))).toEqual(first)
      const again = await openTask(task)
      expect(sortedScores(await ask(again.context, lists))).toEqual(first)
    }),
    law('the scores of other signals are not changed', async ({ context }, lists) => {
      const before = structuredClone(lists)
      await ask(context, lists)
      expect(lists).toEqual(before)
    }),
    law('a state without files has no scores', async (_, __, task) => {
      const { context } = await openEmpty(task)
      expect([...(await ask(context, new Map()))]).toEqual([])
    }),
  ]
}

function earlierScores(): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 8 })
}

/** Returns the scores of two earlier signals over some files of the state. */
function listsOf(paths: readonly RepoPath[], choices: readonly number[]): ReadonlyMap<string, SignalScores> {
  if (choices.length === 0 || paths.length === 0) return new Map()
  const scores = choices.map((score, index) => [paths[(index * 7 + choices.length) % paths.length], score] as const)
  const known = scores.flatMap(([path, score]) => (path === undefined ? [] : [[path, score] as const]))
  return new Map([
    ['first', new Map(known)],
    ['second', new Map(known.slice(0, 2).reverse())],
  ])
}
