/** The kinds of recorded content that `grep` distinguishes. */
export const RECORDED_KINDS = [
  'summary',
  'task',
  'intent',
  'reasoning',
  'constraint',
  'risk',
  'rejected',
  'dependency',
  'cross_cutting',
  'test',
  'evidence',
  'tag',
  'correction',
] as const

/** A kind of recorded content. */
export type RecordedKind = (typeof RECORDED_KINDS)[number]
