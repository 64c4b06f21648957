import { joinTexts, type CrossCuttingConcern, type Diagnostic, type LineRange, type Region } from '@chronicle/schema'

/** What conversations about one commit have come to so far. */
export interface Findings {
  /** In the order of files and lines. Of one place there is one. */
  regions(): readonly Region[]
  concerns(): readonly CrossCuttingConcern[]
  /** What was refused and not emitted again in a form that could be kept, and what was taken off or put right. */
  diagnostics(): readonly Diagnostic[]
  /** Nothing was emitted that is kept. */
  isEmpty(): boolean
  /** How often something was emitted that is kept. */
  accepted(): number
  /** Joins the region with one that speaks of the same place. `place` is how the model named it. */
  addRegion(region: Region & { readonly file: string }, place: string, diagnostics: readonly Diagnostic[]): void
  addConcern(concern: CrossCuttingConcern): void
  /** `place` is how the model named it. Forgotten when something is recorded under the same name. */
  refuse(place: string, reason: string): void
  report(diagnostic: Diagnostic): void
  /** Why there is nothing to record, as the model says. The first reason stands. */
  sayNothing(reason: string): void
  nothing(): string | undefined
  /** Commits whose annotations were shown, which can be referred to. */
  readonly shownCommits: Set<string>
}

export function createFindings(): Findings {
  const regions = new Map<string, Region & { readonly file: string }>()
  const concerns = new Map<string, CrossCuttingConcern>()
  const refusals = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
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
      regions.set(key, known === undefined ? region : joinSame(known, region))
      refusals.delete(place)
      diagnostics.push(...added)
    },
    addConcern: (concern) => {
      accepted++
      const key = JSON.stringify([...concern.regions].sort())
      if (!concerns.has(key)) concerns.set(key, concern)
    },
    refuse: (place, reason) => void refusals.set(place, reason),
    report: (diagnostic) => void diagnostics.push(diagnostic),
    sayNothing: (reason) => void (nothing ??= reason),
    nothing: () => nothing,
    shownCommits: new Set(),
  }
}

/** How a place is named in a sentence. */
export function describeRegion(file: string, anchor: string | undefined): string {
  return anchor === undefined ? file : `${file}:${anchor}`
}

function placeKey({ file, ast_anchor: anchor, lines }: Region): string {
  return JSON.stringify([file, anchor?.name ?? [lines?.start, lines?.end]])
}

/** The first word stands; what a second intent says beside it is not lost. */
function joinSame<R extends Region>(first: R, second: R): R {
  const other = second.intent === first.intent ? undefined : second.intent
  const reasoning = joinTexts([first.reasoning, second.reasoning, other])
  const risk = joinTexts([first.risk_notes, second.risk_notes])
  const lines = first.lines === undefined || second.lines === undefined ? undefined : span(first.lines, second.lines)
  const { lines: _, ...rest } = first
  return {
    ...(rest as R),
    ...(lines === undefined ? {} : { lines }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(risk === undefined ? {} : { risk_notes: risk }),
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

function distinct<T>(entries: readonly T[]): readonly T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}
