import { omitEmpty } from '@chronicle/schema'
import type { ReadQuery } from '../../read/read-query.ts'

/** What to check against the recorded reasoning. */
export interface CheckQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** Default: what is not committed. */
  readonly change?: Change
  /** In [0, 1]; default 0. Annotations that are trusted less are left out. */
  readonly minConfidence?: number
  /** Most at risk first; default 50. */
  readonly maxFindings?: number
}

/**
 * A change of the code. `worktree`: tracked files against `HEAD`, staged or not. `staged`: the index against `HEAD`.
 * `range`: `to` against `from`, or against their merge base; without `from`, against the first parent of `to`.
 */
export type Change =
  | { readonly kind: 'worktree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'range'; readonly from?: string; readonly to: string; readonly mergeBase?: boolean }

/** The forms of a change, as a message names them. */
export const CHANGE_FORMS = "{ kind: 'range', from: 'A', to: 'B' }, { kind: 'staged' } or { kind: 'worktree' }"

/** What is checked where nobody says. */
export const UNCOMMITTED: Change = { kind: 'worktree' }

/** Most findings in an answer. */
export const DEFAULT_MAX_FINDINGS = 50

/** Reads `A..B`, `A...B` (since their merge base), or one revision (what that commit changed). An end left out is `HEAD`. */
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

/** The opposite of `parseChange`, and the words for what is not committed. */
export function formatChange(change: Change): string {
  if (change.kind !== 'range') return change.kind
  const { from, to, mergeBase = false } = change
  return from === undefined ? to : `${from}${mergeBase ? '...' : '..'}${to}`
}
