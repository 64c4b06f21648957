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

/** What was found to say about one place, before it is a region. */
export interface DraftRegion {
  /** Absent: the commit as a whole. */
  readonly place?: CodePlace
  /** What the message says the code is for, where it gives the reason of this place. */
  intent?: string
  readonly reasons: string[]
  readonly constraints: string[]
  readonly risks: string[]
  readonly dependencies: { readonly file: string; readonly nature: string }[]
  readonly rejected: RejectedAlternative[]
  readonly related: RelatedAnnotation[]
  /** Tests that the commit added for it. */
  readonly tests: HoldingTest[]
  /** What they state, without the groups around them. */
  readonly titles: string[]
  readonly tags: string[]
  readonly evidence: Evidence[]
}

/** The drafts of one commit, one for each place. */
export class Drafts {
  readonly #drafts = new Map<string, DraftRegion>()

  /** The draft about a place; without one, about the commit as a whole. */
  at(place: CodePlace | undefined): DraftRegion {
    const { file, unit, lines } = place ?? {}
    const key = JSON.stringify([file?.path, unit?.name, lines?.start, lines?.end])
    const draft = this.#drafts.get(key) ?? emptyDraft(place)
    this.#drafts.set(key, draft)
    return draft
  }

  /** In the order of files and lines. */
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

/** Rules and warnings of one region at most; a file of rules is better read itself. */
const MOST_ENTRIES = 5
/** Tests of one region at most. */
const MOST_TESTS = 10

/** Whether nothing was found to say about a place but which tests hold it. */
export function hasOnlyTests(draft: DraftRegion): boolean {
  const { intent, tests, reasons, constraints, risks, dependencies, rejected, related } = draft
  const statements = [reasons, constraints, risks, dependencies, rejected, related]
  return tests.length > 0 && intent === undefined && statements.every((list) => list.length === 0)
}

/** A region of what was found, for `intent` and what that rests on. */
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
    constraints: [...new Set(constraints)].slice(0, MOST_ENTRIES).map((text) => ({ text, source: 'inferred' })),
    semantic_dependencies: dependencies.map(({ file: target, nature }) => ({ file: target, anchor: '', nature })),
    related_annotations: related,
    tags: [...new Set(tags)],
    ...(risks.length === 0 ? {} : { risk_notes: [...new Set(risks)].slice(0, MOST_ENTRIES).join('\n') }),
    rejected_alternatives: rejected,
    evidence: unique(intentEvidence === undefined ? evidence : [intentEvidence, ...evidence]),
    ...omitEmpty({ held_by_tests: tests.slice(0, MOST_TESTS) }),
    corrections: [],
  }
}

function unique(all: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}
