import {
  omitUndefined,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Region,
  type UnknownKeys,
} from '@chronicle/schema'
import { parseTimestamp } from '@chronicle/schema'
import { neutralise } from '@chronicle/core/text'
import type { CorrectedRegion, RecordedNote } from '@chronicle/core/review'
import { quoteWord } from '@chronicle/core/review'
import type { FoundProblem } from './finding-list.ts'
import { liveRegions } from './live-regions.ts'
import { correctCommand, flagCommand, placeOf, quoted } from './correction-commands.ts'
import { shortRef } from './review-request.ts'

/** Returns the problems that show in a note alone. */
export function noteFindings(commit: CommitId, note: RecordedNote, notesRef: NotesRef): readonly FoundProblem[] {
  return [
    ...note.diagnostics.flatMap((diagnostic) => unreadable(commit, diagnostic, notesRef)),
    ...note.regions.flatMap((region) => openCorrections(commit, region)),
    ...liveRegions(note).flatMap((region) => unsourcedConstraints(commit, region, note)),
    ...duplicates(commit, liveRegions(note)),
  ]
}

/** Whether the note is about the repository rather than about the object that carries it. */
export function isKnowledge({ diagnostics }: RecordedNote): boolean {
  return diagnostics.some(({ code }) => code === 'knowledge_note')
}

/** Problems in which part of a note's content is lost. Mere remarks lose nothing. */
const LOSSES: ReadonlySet<string> = new Set([
  'malformed_note',
  'missing_note',
  'unreadable_part',
  'unreadable_correction',
  'note_truncated',
])

function unreadable(commit: CommitId, { code, message }: Diagnostic, notesRef: NotesRef): readonly FoundProblem[] {
  if (code === 'unknown_schema') return [{ kind: 'unknown_schema', commit, message }]
  const fix = ['git', 'notes', `--ref=${shortRef(notesRef)}`, 'edit', commit.slice(0, 12)].map(quoteWord).join(' ')
  if (code === 'concatenated_note') return [{ kind: 'concatenated_note', commit, message, fix }]
  if (!LOSSES.has(code)) return []
  return [{ kind: 'malformed_note', commit, message, ...(code !== 'unreadable_correction' && { fix }) }]
}

/** Maximum number of characters of a constraint that a reason repeats. */
const LONGEST_REASON = 100

/** Finds constraints that are neither the author's nor cite the source they were inferred from. */
function unsourcedConstraints(commit: CommitId, region: Region, { corrected }: RecordedNote): readonly FoundProblem[] {
  const level = region.context_level ?? corrected?.context_level
  return region.constraints.flatMap(({ text, source }): readonly FoundProblem[] => {
    const why =
      source === 'inferred' && region.evidence.length === 0
        ? 'was inferred, and nothing is cited for it'
        : source === 'author' && level === 'inferred' && region.evidence.length === 0
          ? 'is said to be from the author, in an annotation that was inferred and cites nothing'
          : undefined
    if (why === undefined) return []
    // The region is already flagged, which is a finding of its own.
    if (region.corrections.some((each) => each['correction_type'] === 'flag')) return []
    const fix = flagCommand(
      commit,
      region,
      `Nobody stated this, and nothing is cited: ${text.slice(0, LONGEST_REASON)}`,
    )
    return [
      {
        kind: 'constraint_without_source',
        ...placeOf(commit, region),
        message: `The constraint ${quoted(text)} ${why}.`,
        ...omitUndefined({ fix }),
      },
    ]
  })
}

/** Returns the flags that no later correction, supersession or retraction has answered. */
function openCorrections(commit: CommitId, { region, retracted }: CorrectedRegion): readonly FoundProblem[] {
  if (retracted) return []
  const answers = region.corrections.filter(
    (each) => each['correction_type'] === 'supersede' || each['effect'] === 'applied',
  )
  return region.corrections.flatMap((each): readonly FoundProblem[] => {
    const isDoubt = each['correction_type'] === 'flag' || each['effect'] === 'value_not_found'
    if (!isDoubt || answers.some((answer) => timeOf(answer) >= timeOf(each))) return []
    const author = textField(each, 'author')
    const by = author === '' ? '' : ` by ${neutralise(author)}`
    const message =
      each['correction_type'] === 'flag'
        ? `Flagged${by}: ${quoted(textField(each, 'reason'))}. Correct, supersede or retract it.`
        : `A correction${by} names a value of ${neutralise(textField(each, 'field'))} that is not there: ${quoted(textField(each, 'target_value'))}. Correct the value that is.`
    const field = textField(each, 'field') || 'FIELD'
    const fix = correctCommand(commit, region, { field, value: 'VALUE', to: 'NEW_VALUE', reason: 'WHY' })
    return [{ kind: 'open_correction', ...placeOf(commit, region), message, fix }]
  })
}

function textField(correction: UnknownKeys, key: string): string {
  const value = correction[key]
  return typeof value === 'string' ? value : ''
}

function timeOf(correction: UnknownKeys): number {
  return parseTimestamp(textField(correction, 'timestamp')) ?? -Infinity
}

/**
 * Finds regions of one place whose intents differ only in case, punctuation or white space. Merging has already joined
 * identical ones.
 */
function duplicates(commit: CommitId, regions: readonly Region[]): readonly FoundProblem[] {
  const seen = new Set<string>()
  return regions.flatMap((region): readonly FoundProblem[] => {
    const words = region.intent.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const { file, ast_anchor: anchor, lines } = region
    const key = JSON.stringify([file, anchor?.name ?? lines, words])
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const message = `Two regions of the same place say ${quoted(region.intent)}.`
    return [{ kind: 'duplicate_region', ...placeOf(commit, region), message }]
  })
}
