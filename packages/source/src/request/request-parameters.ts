import { baseline, flag, integer, oneOf, proposedEdits, text, type ParameterKind } from './parameter-kinds.ts'
import type { SourceMode } from './source-request.ts'

/** A parameter: the modes it is valid for, its type, and its purpose. */
export interface Parameter extends ParameterKind {
  /** Absent when it is valid for every mode. */
  readonly modes?: readonly SourceMode[]
  readonly description: string
}

/** Line numbers are 32-bit in every program that counts them, including git. */
const LAST_LINE = 0x7fffffff
const MAX_CONTEXT_LINES = 1_000
const MAX_TARGET = 4_096
/** Maximum length of a proposal. Longer ones exceed the limit for comparisons. */
const MAX_PROPOSED = 4 * 1024 * 1024
/** Ensures that a page has room for at least one character and something beside it. */
const MIN_PREVIEW_CHARS = 10

/** The type of `target`. */
export const TARGET: ParameterKind = text(1, MAX_TARGET)

/** All parameters except `mode` and `target`, in the order of the documentation. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  path: {
    ...text(1, MAX_TARGET),
    modes: ['symbol'],
    description: 'File or folder that the symbol is in.',
  },
  include_context: {
    ...flag(),
    modes: ['symbol'],
    description: 'List the enclosing symbols and those beside it.',
  },
  start_line: { ...integer(1, LAST_LINE), modes: ['snippet'], description: 'First line, from 1.' },
  end_line: {
    ...integer(1, LAST_LINE),
    modes: ['snippet'],
    description: 'Last line, included. Default: start_line.',
  },
  context_lines: {
    ...integer(0, MAX_CONTEXT_LINES),
    modes: ['snippet'],
    description: 'Lines to add before and after.',
  },
  against: {
    ...baseline(),
    modes: ['diff_preview'],
    description: 'HEAD (default), INDEX, WORKTREE (default with content or edits) or commit:<rev>.',
  },
  content: {
    ...text(0, MAX_PROPOSED),
    modes: ['diff_preview'],
    description: 'What the whole file would be.',
  },
  edits: {
    ...proposedEdits(MAX_PROPOSED),
    modes: ['diff_preview'],
    description: 'Replacements in the file as it is; each old_text must stand in it exactly once.',
  },
  offset: { ...integer(0, LAST_LINE), description: 'Lines to skip.' },
  limit: { ...integer(1, LAST_LINE), description: 'Maximum lines. Default 400.' },
  cursor: { ...text(1, 100), description: 'meta.next_cursor of the page before, instead of offset.' },
  preview_mode: { ...oneOf(['none', 'snippet']), description: 'none: the page without its text.' },
  max_preview_chars: {
    ...integer(MIN_PREVIEW_CHARS, LAST_LINE),
    description: 'Maximum characters. Default 16000.',
  },
}
