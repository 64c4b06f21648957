import { omitEmpty } from '@chronicle/schema'
import type { ReadQuery } from '../../read/read-query.ts'

/** The input of a check against the recorded reasoning. */
export interface CheckQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** Default: the uncommitted edits. */
  readonly change?: Change | undefined
  /** Minimum confidence in [0, 1]; default 0. Annotations with a lower confidence are omitted. */
  readonly minConfidence?: number | undefined
  /** Maximum number of findings, highest risk first; default 50. */
  readonly maxFindings?: number | undefined
}

/**
 * A change of the code. `worktree`: tracked files compared with `HEAD`, staged or not. `staged`: the index compared
 * with `HEAD`. `range`: `to` compared with `from`, or with their merge base; without `from`, with the first parent of
 * `to`. With a merge base, what `from` recorded since then counts too, because `to` is to be merged there.
 */
export type Change =
  | { readonly kind: 'worktree' }
  | { readonly kind: 'staged' }
  | {
      readonly kind: 'range'
      readonly from?: string | undefined
      readonly to: string
      readonly mergeBase?: boolean | undefined
    }

/** The forms of a change, for error messages. */
export const CHANGE_FORMS = "{ kind: 'range', from: 'A', to: 'B' }, { kind: 'staged' } or { kind: 'worktree' }"

/** The default change. */
export const UNCOMMITTED: Change = { kind: 'worktree' }

/** Default maximum number of findings in an answer. */
export const DEFAULT_MAX_FINDINGS = 50

/**
 * Parses `A..B`, `A...B` (since their merge base), or one revision (what that commit changed). An omitted end is
 * `HEAD`.
 */
export function parseChange(text: string): Change {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/s.exec(text) ?? []
  if (from === undefined || to === undefined) return { kind: 'range', to: text }
  return {
    kind: 'range',
    from: from === '' ? 'HEAD' : from,
    to: to === '' ? 'HEAD' : to,
    ...omitEmpty({ mergeBase: dots === '...' }),
  }
}

/** Formats a change so that `parseChange` can read it; uncommitted edits become their kind. */
export function formatChange(change: Change): string {
  if (change.kind !== 'range') return change.kind
  const { from, to, mergeBase = false } = change
  return from === undefined ? to : `${from}${mergeBase ? '...' : '..'}${to}`
}
