/** The kinds of what an annotation says, as `grep` tells them apart. */
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

/** One kind of what an annotation says. */
export type RecordedKind = (typeof RECORDED_KINDS)[number]
