import type { RecordedKind } from '@chronicle/schema'
import type { AnswerFlags } from '../queries/query-flags.ts'

/** Those of `status`. */
export interface StatusFlags extends AnswerFlags {
  readonly rev?: string
}

/** Those of `show`. */
export interface ShowFlags extends AnswerFlags {
  readonly at?: 'WORKTREE' | 'INDEX' | 'HEAD'
  readonly rev?: string
}

/** Those of `log`. */
export interface LogFlags extends AnswerFlags {
  readonly before?: string
  readonly since?: string
  readonly limit?: number
}

/** Those of `grep`. */
export interface GrepFlags extends AnswerFlags {
  readonly regexp?: string
  readonly fixedStrings?: true
  readonly ignoreCase?: true
  readonly caseSensitive?: true
  readonly kind?: readonly RecordedKind[]
  readonly tag?: readonly string[]
  readonly rev?: string
  readonly all?: true
  readonly limit?: number
}
