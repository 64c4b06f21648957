import {
  omitEmpty,
  omitUndefined,
  type Evidence,
  type HoldingTest,
  type Region,
  type RejectedAlternative,
  type RelatedAnnotation,
} from '@chronicle/schema'
import { anchorOfUnit } from '@chronicle/core/annotate'
import type { CodePlace } from '../places/unit-of-lines.ts'

/** The findings about one place, from which its region is made. */
export interface DraftRegion {
  /** Absent for the commit as a whole. */
  readonly place?: CodePlace
  /** The purpose of the code, from the message, if the message gives the reason of this place. */
  intent?: string
  readonly reasons: string[]
  readonly constraints: string[]
  readonly risks: string[]
  readonly dependencies: { readonly file: string; readonly nature: string }[]
  readonly rejected: RejectedAlternative[]
  readonly related: RelatedAnnotation[]
  /** Tests that the commit added for this place. */
  readonly tests: HoldingTest[]
  /** The titles of the tests, each after the conditions that its groups state. */
  readonly titles: string[]
  readonly tags: string[]
  readonly evidence: Evidence[]
}

/** The drafts of one commit, one for each place. */
export class Drafts {
  readonly #drafts = new Map<string, DraftRegion>()

  /** Returns the draft of a place; without a place, the draft of the commit as a whole. */
  at(place: CodePlace | undefined): DraftRegion {
    const { file, unit, lines } = place ?? {}
    const key = JSON.stringify([file?.path, unit?.name, lines?.start, lines?.end])
    const draft = this.#drafts.get(key) ?? emptyDraft(place)
    this.#drafts.set(key, draft)
    return draft
  }

  /** Returns all drafts, ordered by file and line. */
  all(): readonly DraftRegion[] {
    return [...this.#drafts.values()]
  }
}

function emptyDraft(place: CodePlace | undefined): DraftRegion {
  const lists = {
    reasons: [],
    constraints: [],
    risks: [],
    dependencies: [],
    rejected: [],
    related: [],
    tests: [],
    titles: [],
    tags: [],
    evidence: [],
  }
  return place === undefined ? lists : { place, ...lists }
}

/** Maximum number of rules and warnings in one region; a file with more is better read itself. */
const MAX_ENTRIES = 5
/** Maximum number of tests in one region. */
const MAX_TESTS = 10

/** Whether only tests were found for a place. */
export function hasOnlyTests(draft: DraftRegion): boolean {
  const { intent, tests, reasons, constraints, risks, dependencies, rejected, related } = draft
  const statements = [reasons, constraints, risks, dependencies, rejected, related]
  return tests.length > 0 && intent === undefined && statements.every((list) => list.length === 0)
}

/** Builds a region from a draft, with `intent` and the evidence for it. */
export function finishRegion(draft: DraftRegion, intent: string, intentEvidence: Evidence | undefined): Region {
  const { place, reasons, constraints, risks, dependencies, rejected, related, tags, tests, evidence } = draft
  const { file, unit, lines } = place ?? {}
  const reasoning = [...new Set(reasons)].filter((reason) => reason !== intent)
  return {
    ...omitUndefined({ file: file?.path }),
    ...omitUndefined({ ast_anchor: unit && anchorOfUnit(unit) }),
    ...omitUndefined({ lines }),
    intent,
    ...omitEmpty({ reasoning: reasoning.join('\n\n') }),
    constraints: [...new Set(constraints)].slice(0, MAX_ENTRIES).map((text) => ({ text, source: 'inferred' })),
    semantic_dependencies: dependencies.map(({ file: target, nature }) => ({ file: target, anchor: '', nature })),
    related_annotations: related,
    tags: [...new Set(tags)],
    ...(risks.length > 0 && { risk_notes: [...new Set(risks)].slice(0, MAX_ENTRIES).join('\n') }),
    rejected_alternatives: rejected,
    evidence: unique(intentEvidence === undefined ? evidence : [intentEvidence, ...evidence]),
    ...omitEmpty({ held_by_tests: tests.slice(0, MAX_TESTS) }),
    corrections: [],
  }
}

function unique(all: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}
