import type {
  Constraint,
  CrossCuttingEntry,
  Diagnostic,
  HeldByTest,
  HistoryPassage,
  HistoryReason,
  LineRange,
  PlaceHistoryStats,
  RejectedAlternative,
  ReplacedBy,
  ResolvedRelated,
  ResolvedUnit,
} from '@chronicle/schema'
import { REMEDY } from '../answer/answer-shape.ts'
import { optional, required, shape, type FieldShape } from './object-shape.ts'

/** Fields that several kinds of answer share. */
export const LINES: FieldShape = { keys: shape<LineRange>({ start: required, end: required }) }

export const CONSTRAINTS: FieldShape = {
  required: true,
  list: true,
  keys: shape<Constraint>({ text: required, source: required }),
}

export const REJECTED_ALTERNATIVES: FieldShape = {
  list: true,
  keys: shape<RejectedAlternative>({ approach: required, reason: required }),
}

export const RELATED: FieldShape = {
  list: true,
  keys: shape<ResolvedRelated>({
    commit: required,
    anchor: required,
    relationship: required,
    hop: required,
    confidence: { decimals: 2 },
    intent: optional,
    file: optional,
    unresolved: optional,
  }),
}

export const CROSS_CUTTING: FieldShape = {
  required: true,
  list: true,
  keys: shape<CrossCuttingEntry>({
    description: required,
    regions: { required: true, list: true },
    nature: optional,
    commit: required,
  }),
}

export const HELD_BY_TESTS: FieldShape = {
  list: true,
  keys: shape<HeldByTest>({
    title: required,
    file: required,
    line: required,
    anchor: optional,
    commit: required,
    origin: optional,
  }),
}

export const RESOLVED: FieldShape = {
  list: true,
  keys: shape<ResolvedUnit>({
    file: required,
    anchor: optional,
    type: optional,
    lines: { required: true, ...LINES },
    uncommitted_lines: { list: true, ...LINES },
  }),
}

export const DIAGNOSTICS: FieldShape = {
  required: true,
  list: true,
  keys: shape<Diagnostic>({
    code: required,
    severity: required,
    message: required,
    commit: optional,
    path: optional,
    remedy: REMEDY,
  }),
}

export const REPLACED_BY: FieldShape = { keys: shape<ReplacedBy>({ commit: required, relation: required }) }

export const FROM_HISTORY: FieldShape = {
  list: true,
  keys: shape<HistoryReason>({
    origin: required,
    commit: required,
    timestamp: required,
    author: optional,
    summary: optional,
    about: optional,
    files_changed: optional,
    passages: {
      required: true,
      list: true,
      keys: shape<HistoryPassage>({ text: required, continues: optional, source: optional }),
    },
    replaced_by: REPLACED_BY,
  }),
}

export const HISTORY_STATS: FieldShape = {
  keys: shape<PlaceHistoryStats>({ commits: required, speaking: required, unseen: optional }),
}
