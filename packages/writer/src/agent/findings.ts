import {
  joinTexts,
  omitUndefined,
  type Annotation,
  type CrossCuttingConcern,
  type Diagnostic,
  type LineRange,
  type Region,
} from '@chronicle/schema'
import type { RecentAnnotation } from '../commit-context.ts'
import { distinct } from '../distinct.ts'
import { adviceOutcome, type ModelAdvice } from './advice-outcome.ts'

/** The findings of all conversations about one commit so far. */
export interface Findings {
  /** Ordered by file and line, with one region for each place. */
  regions(): readonly Region[]
  concerns(): readonly CrossCuttingConcern[]
  /** Refusals that no later emission replaced, corrected places, and left-out or changed content. */
  diagnostics(): readonly Diagnostic[]
  /** Whether no emission was kept. */
  isEmpty(): boolean
  /** Number of emissions that were kept. */
  accepted(): number
  /** Adds a region, or merges it into the region of the same place. `place` is the model's name for the place. */
  addRegion(region: Region & { readonly file: string }, place: string, diagnostics: readonly Diagnostic[]): void
  addConcern(concern: CrossCuttingConcern, name: string): void
  /** Whether the model already got advice about this place. */
  isAdvised(region: Region & { readonly file: string }): boolean
  /** Stores the advice given to the model. The next emission for the place replaces the region. */
  advise(region: Region & { readonly file: string }, advice: readonly ModelAdvice[]): void
  /**
   * `place` is the model's name for the place. The refusal is removed when something is recorded under the same name.
   */
  refuse(place: string, reason: string): void
  report(diagnostic: Diagnostic): void
  /** Stores the model's reason why there is nothing to record. The first reason is kept. */
  reportNothing(reason: string): void
  nothing(): string | undefined
  /** Annotations that were shown to the model and can be referred to: the places of each, by commit. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>
  show(recent: RecentAnnotation): void
}

/** Returns the number of places and concerns. Repetitions add nothing. */
export function countFindings(findings: Pick<Findings, 'regions' | 'concerns'>): number {
  return findings.regions().length + findings.concerns().length
}

export function createFindings(): Findings {
  const regions = new Map<string, Region & { readonly file: string }>()
  const concerns = new Map<string, CrossCuttingConcern>()
  const refusals = new Map<string, string>()
  const advised = new Map<string, { readonly advice: readonly ModelAdvice[]; again: boolean }>()
  const diagnostics: Diagnostic[] = []
  const shown = new Map<string, ReadonlySet<string>>()
  let nothing: string | undefined
  let accepted = 0
  return {
    regions: () =>
      [...regions.values()].sort(
        (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || (a.lines?.start ?? 0) - (b.lines?.start ?? 0),
      ),
    concerns: () => [...concerns.values()],
    diagnostics: () => [
      ...diagnostics,
      ...[...advised].flatMap(([key, { advice }]) => advice.map((each) => adviceOutcome(each, regions.get(key)))),
      ...[...refusals].map(([place, reason]): Diagnostic => ({
        code: 'annotation_refused',
        severity: 'info',
        message: `What the model said about ${place} was refused: ${reason}`,
      })),
    ],
    isEmpty: () => accepted === 0,
    accepted: () => accepted,
    addRegion: (region, place, added) => {
      accepted++
      const key = placeKey(region)
      const known = regions.get(key)
      const advice = advised.get(key)
      const isMended = advice !== undefined && !advice.again
      if (advice !== undefined) advice.again = true
      regions.set(key, known === undefined || isMended ? region : mergeRegions(known, region))
      refusals.delete(place)
      diagnostics.push(...added)
    },
    addConcern: (concern, name) => {
      accepted++
      refusals.delete(name)
      const key = JSON.stringify([...concern.regions].sort())
      if (!concerns.has(key)) concerns.set(key, concern)
    },
    isAdvised: (region) => advised.has(placeKey(region)),
    advise: (region, advice) => void advised.set(placeKey(region), { advice, again: false }),
    refuse: (place, reason) => void refusals.set(place, reason),
    report: (diagnostic) => void diagnostics.push(diagnostic),
    reportNothing: (reason) => void (nothing ??= reason),
    nothing: () => nothing,
    shown,
    show: ({ commit, annotation }) => void shown.set(commit, placesIn(annotation)),
  }
}

/** Returns the names of an annotation's places: files, units, and units with their files. */
function placesIn({ regions }: Annotation): ReadonlySet<string> {
  return new Set(
    regions.flatMap(({ file, ast_anchor: anchor }) => [
      ...(file === undefined ? [] : [file]),
      ...(anchor === undefined ? [] : [anchor.name, `${file ?? ''}:${anchor.name}`]),
    ]),
  )
}

/** Formats a place for use in a sentence. */
export function describeRegion(file: string, anchor: string | undefined): string {
  return anchor === undefined ? file : `${file}:${anchor}`
}

function placeKey({ file, ast_anchor: anchor, lines }: Region): string {
  return JSON.stringify([file, anchor?.name ?? [lines?.start, lines?.end]])
}

/** The first intent is kept; a different second intent is added to the reasoning. */
function mergeRegions<R extends Region>(first: R, second: R): R {
  const other = second.intent === first.intent ? undefined : second.intent
  const reasoning = joinTexts([first.reasoning, second.reasoning, other])
  const risk = joinTexts([first.risk_notes, second.risk_notes])
  const lines = first.lines === undefined || second.lines === undefined ? undefined : span(first.lines, second.lines)
  const { lines: _, ...rest } = first
  return {
    ...(rest as R),
    ...omitUndefined({ lines, reasoning, risk_notes: risk }),
    constraints: distinct([...first.constraints, ...second.constraints]),
    semantic_dependencies: distinct([...first.semantic_dependencies, ...second.semantic_dependencies]),
    related_annotations: distinct([...first.related_annotations, ...second.related_annotations]),
    tags: distinct([...first.tags, ...second.tags]),
    rejected_alternatives: distinct([...first.rejected_alternatives, ...second.rejected_alternatives]),
    evidence: distinct([...first.evidence, ...second.evidence]),
  }
}

function span(a: LineRange, b: LineRange): LineRange {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}
