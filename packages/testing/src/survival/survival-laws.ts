import type { ReadError, ReadQuery } from '@chronicle/core'
import type { CommitId, ReadOutput, ReadRegion, ResultAsync } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SUITE_OPTIONS } from '../suite-options.ts'
import {
  addComment,
  annotatedUnit,
  buildSurvivalHistory,
  editUnit,
  linesOf,
  moveUnit,
  renameFile,
  survivalPlanArbitrary,
  type FileChange,
  type SurvivalHistory,
  type SurvivalPlan,
} from './survival-plan.ts'
import { unchangedLines } from './unchanged-lines.ts'

/** Reads what is recorded about the files of one repository: your own pipeline or backend, or a preset. */
export interface RecordedReader {
  read(query: ReadQuery): ResultAsync<ReadOutput, ReadError>
  close?(): Promise<void>
}

/** A law of what a reader reports about a history: its name, and the property that states it. */
export interface HistoryLaw {
  readonly name: string
  readonly property: fc.IAsyncProperty<unknown>
}

/** A reader, as the laws of survival and drift call it. */
export interface SurvivalContract {
  /** Opens the reader on a repository with a working tree. */
  open(dir: string): RecordedReader | Promise<RecordedReader>
  /** Whether the reader parses TypeScript, so that a function moved in its file is found by its name. Default true. */
  readonly outlines?: boolean
  /** Number of histories for each law. Default 15. */
  readonly runs?: number
}

/**
 * Declares the laws of survival and drift as tests of the surrounding suite: what a read reports about a region whose
 * code was edited, commented, moved or renamed later, over generated histories made by real git.
 */
export function survivalLaws(contract: SurvivalContract): void {
  describe('survival and drift obey the laws', SUITE_OPTIONS, () => {
    for (const { name, property } of survivalProperties(contract)) {
      it(name, () => fc.assert(property, { numRuns: contract.runs ?? 15 }))
    }
  })
}

/** Returns the laws as properties, for other test runners. */
export function survivalProperties({ open, outlines = true }: SurvivalContract): readonly HistoryLaw[] {
  const law = (name: string, check: (plan: SurvivalPlan) => Promise<void>): HistoryLaw => ({
    name,
    property: fc.asyncProperty(survivalPlanArbitrary(), check),
  })
  const play = (
    plan: SurvivalPlan,
    further: readonly FileChange[],
    check: (played: PlayedHistory) => Promise<void>,
  ): Promise<void> => playHistory(plan, further, open, check)

  const laws: HistoryLaw[] = [
    law('survival is a share in [0, 1], and that of its lines which are intact', (plan) =>
      play(plan, [], async ({ readAt, commits }) => {
        const { intact_lines: lines, survival } = await readAt(commits.length - 1)
        expect(survival).toBeGreaterThanOrEqual(0)
        expect(survival).toBeLessThanOrEqual(1)
        if (lines !== undefined) expect(survival).toBeCloseTo(lines.intact / lines.recorded, 2)
      }),
    ),
    law('survival is the share of its lines that git diff leaves, and 1 where only comments changed', (plan) =>
      play(plan, [], async ({ annotated, commits, files, readAt, unchanged }) => {
        const last = commits.length - 1
        const [left, all] = await unchanged(last)
        const [before, after] = [annotated, last].map((at) => codeAt(plan, files, at))
        expect((await readAt(last)).survival).toBeCloseTo(before === after ? 1 : left / all, 2)
        expect((await readAt(annotated)).survival).toBe(1)
      }),
    ),
    law('a fresh region has a survival of 1, and nothing drifted it', (plan) =>
      play(plan, [], async ({ readAt, commits }) => {
        const region = await readAt(commits.length - 1)
        if (region.freshness !== 'fresh') return
        expect(region.survival).toBe(1)
        expect(region.drifted_by ?? []).toEqual([])
      }),
    ),
    law('a region that nobody touched is fresh; moved, where lines above it changed', (original) => {
      const plan = { ...original, after: original.after.filter(({ unit }) => !isAnnotated(original, unit)) }
      return play(plan, [], async ({ annotated, commits, files, readAt }) => {
        const last = commits.length - 1
        const starts = [annotated, last].map((at) => linesAt(plan, files, at)?.start)
        const region = await readAt(last)
        expect(region.freshness).toBe(starts[0] === starts[1] ? 'fresh' : 'moved')
        expect(region.survival).toBe(1)
        expect(region.drifted_by ?? []).toEqual([])
      })
    }),
    law('adding a comment changes neither survival nor drift', (plan) =>
      play(plan, [addComment(plan)], async ({ readAt, commits }) => {
        const [before, after] = [await readAt(commits.length - 2), await readAt(commits.length - 1)]
        expect(trust(after)).toEqual(trust(before))
      }),
    ),
    law('an edit makes a region drift, by that commit', (plan) =>
      play(plan, [editUnit(plan)], async ({ readAt, commits }) => {
        const [before, after] = [await readAt(commits.length - 2), await readAt(commits.length - 1)]
        expect(after.freshness).toBe('drifted')
        expect(after.drifted_by?.[0]).toBe(commits.at(-1))
        expect(after.survival).toBeLessThan(1)
        expect(after.survival).toBeLessThanOrEqual(before.survival)
      }),
    ),
    law('a drifted region names commits after the annotated one, and at least one', (plan) =>
      play(plan, [], async ({ annotated, readAt, commits }) => {
        const region = await readAt(commits.length - 1)
        const later = new Set<string>(commits.slice(annotated + 1))
        const by = region.drifted_by ?? []
        expect(by.filter((commit) => !later.has(commit))).toEqual([])
        expect(new Set(by).size).toBe(by.length)
        if (region.freshness === 'drifted') expect(by.length).toBeGreaterThan(0)
      }),
    ),
    law('renaming its file keeps the survival, and is named as what changed the place', (plan) =>
      play(plan, [renameFile], async ({ readAt, commits }) => {
        const [before, after] = [await readAt(commits.length - 2), await readAt(commits.length - 1)]
        expect(after.survival).toBe(before.survival)
        expect(after.freshness).toBe(before.freshness === 'drifted' ? 'drifted' : 'moved')
        expect(after.drifted_by).toEqual([commits.at(-1), ...(before.drifted_by ?? [])])
      }),
    ),
  ]
  if (!outlines) return laws
  const move = law(
    'a function that was moved in its file, and not changed, is moved, with a survival of 1',
    (original) => {
      const plan = { ...original, named: true, after: [] }
      return play(plan, [moveUnit(plan)], async ({ readAt, commits }) => {
        const region = await readAt(commits.length - 1)
        expect(region.freshness).toBe('moved')
        expect(region.survival).toBe(1)
      })
    },
  )
  return [...laws, move]
}

interface PlayedHistory extends Pick<SurvivalHistory, 'annotated' | 'commits' | 'files'> {
  /** Returns the only region, read at a commit. */
  readAt(position: number): Promise<ReadRegion>
  /** Returns how many of the recorded lines git leaves unchanged up to a commit, and how many lines there are. */
  unchanged(position: number): Promise<readonly [number, number]>
}

async function playHistory(
  plan: SurvivalPlan,
  further: readonly FileChange[],
  open: SurvivalContract['open'],
  check: (played: PlayedHistory) => Promise<void>,
): Promise<void> {
  const { repository, ...history } = await buildSurvivalHistory(plan, further)
  const { annotated, commits, files, lines } = history
  let reader: RecordedReader | undefined
  const at = (position: number): { readonly commit: CommitId; readonly path: string } => {
    const [commit, file] = [commits[position], files[position]]
    if (commit === undefined || file === undefined) throw new Error(`there is no commit ${position}`)
    return { commit, path: file.path }
  }
  try {
    const opened = (reader = await open(repository.dir))
    await check({
      ...history,
      async readAt(position) {
        const { commit, path } = at(position)
        const answer = await opened.read({ files: [path], at: commit })
        if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
        const [region, ...others] = answer.value.regions
        if (region === undefined) throw new Error(`nothing is recorded at commit ${position}`)
        expect(others).toEqual([])
        return region
      },
      async unchanged(position) {
        const [from, to] = [at(annotated), at(position)]
        const ids = [`${from.commit}:${from.path}`, `${to.commit}:${to.path}`] as const
        return [await unchangedLines(repository, ...ids, lines), lines.end - lines.start + 1]
      },
    })
  } finally {
    await reader?.close?.()
    await repository.dispose()
  }
}

function isAnnotated(plan: SurvivalPlan, unit: number): boolean {
  return unit % plan.sizes.length === annotatedUnit(plan)
}

function linesAt(plan: SurvivalPlan, files: SurvivalHistory['files'], at: number): ReturnType<typeof linesOf> {
  const file = files[at]
  return file && linesOf(file, `unit${annotatedUnit(plan)}`)
}

/** Returns the code of the annotated function, without its comments. */
function codeAt(plan: SurvivalPlan, files: SurvivalHistory['files'], at: number): string | undefined {
  const body = files[at]?.units[annotatedUnit(plan)]?.body
  return body?.filter((line) => !line.trim().startsWith('//')).join('\n')
}

function trust({ drifted_by, freshness, survival }: ReadRegion): unknown {
  return { drifted_by: drifted_by ?? [], freshness, survival }
}
