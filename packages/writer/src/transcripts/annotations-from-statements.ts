import {
  formatTimestamp,
  omitEmpty,
  type Annotation,
  type CommitId,
  type Evidence,
  type Region,
  type RejectedAlternative,
  type StoredRecording,
} from '@chronicle/schema'
import type { TranscriptStatement } from './find-statements.ts'

/** Returns the source of a statement: the agent, the session and the message. */
export function sourceOf({
  agent,
  session,
  message,
}: Pick<TranscriptStatement, 'agent' | 'session' | 'message'>): string {
  return `${agent}:${session}#${message}`
}

/**
 * Turns statements into annotations, one for each commit, with one region for each place. Every word is a person's:
 * rules become constraints of the author, refusals become rejected alternatives, and the rest becomes intent and
 * reasoning. Each cites its message.
 */
export function annotationsFromStatements(
  statements: readonly TranscriptStatement[],
  recorded: StoredRecording,
): readonly Annotation[] {
  const byCommit = groupBy(statements, ({ commit }) => commit)
  return [...byCommit].map(([commit, ofCommit]) => annotationOf(commit, ofCommit, recorded))
}

function annotationOf(
  commit: CommitId,
  statements: readonly TranscriptStatement[],
  recorded: StoredRecording,
): Annotation {
  const byPlace = groupBy(statements, ({ place }) => JSON.stringify([place.file, place.ast_anchor?.name, place.lines]))
  return {
    commit,
    timestamp: recorded.at,
    // An existing note keeps its own summary.
    summary: '',
    context_level: 'enhanced',
    regions: [...byPlace.values()].map(regionOf),
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false, recorded },
    read_from: [],
  }
}

function groupBy<K>(
  statements: readonly TranscriptStatement[],
  keyOf: (statement: TranscriptStatement) => K,
): ReadonlyMap<K, readonly TranscriptStatement[]> {
  const groups = new Map<K, TranscriptStatement[]>()
  for (const each of statements) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return groups
}

function regionOf(statements: readonly TranscriptStatement[]): Region {
  const rules = statements.filter(({ kind }) => kind === 'rule')
  const rejected = statements.flatMap((each) => (each.kind === 'choice' ? (rejectedIn(each.text) ?? []) : []))
  const prose = statements.filter(
    ({ kind, text }) => kind !== 'rule' && !(kind === 'choice' && rejectedIn(text) !== undefined),
  )
  const goal = prose.find(({ kind }) => kind === 'goal') ?? prose[0]
  const intent = goal?.text ?? rules[0]?.text ?? statements[0]?.text ?? ''
  const reasoning = prose.filter((each) => each !== goal).map(({ text }) => text)
  return {
    ...statements[0]?.place,
    intent,
    ...omitEmpty({ reasoning: reasoning.join('\n') }),
    constraints: rules.map(({ text }) => ({ text, source: 'author' })),
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
    rejected_alternatives: rejected,
    evidence: statements.map((each): Evidence => ({ kind: 'author_context', quote: each.text, url: sourceOf(each) })),
    corrections: [],
  }
}

const REJECTIONS: readonly RegExp[] = [
  /^(?:no[,!.]? |and |but |so |ok,? )*not (?<approach>[^,;]{2,80})(?:,| because| since| -| –| —|:) (?<reason>\S.{8,})$/i,
  /^(?:and |but |so |ok,? )*(?:I|we)(?:'ve)? (?:already )?(?:tried|considered|evaluated|tested|looked at) (?<approach>.{2,80}?),? (?:but|and it) (?<reason>\S.{8,})$/i,
  /^(?:and |but |so |ok,? )*(?:I|we) (?:have |'ve )?(?:decided|opted) against (?<approach>[^,;]{2,80})(?:,| because| since| -| –| —|:) (?<reason>\S.{8,})$/i,
  /^(?:and |but |so |ok,? )*(?:I|we) (?:don't|do not|won't) (?:want|like|use) (?<approach>[^,;]{2,80})(?:,| because| since| -| –| —|:) (?<reason>\S.{8,})$/i,
]

/** Returns what a sentence refuses, and why, if it says nothing else. */
function rejectedIn(sentence: string): RejectedAlternative | undefined {
  for (const pattern of REJECTIONS) {
    const { approach, reason } = pattern.exec(sentence)?.groups ?? {}
    if (approach !== undefined && reason !== undefined) return { approach: approach.trim(), reason: reason.trim() }
  }
  return undefined
}

/** Returns the time of a statement as RFC 3339. */
export function saidAt({ at }: Pick<TranscriptStatement, 'at'>): string | undefined {
  return at === undefined ? undefined : formatTimestamp(at)
}
