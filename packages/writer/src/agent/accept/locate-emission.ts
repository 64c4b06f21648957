import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type AstAnchor,
  type LineRange,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { locateRegion, type AnnotatedFile, type RegionPlace } from '@chronicle/core/annotate'
import type { ChangedFile } from '../../commit-context.ts'
import { touches } from '../../quality/restatement-sources.ts'
import type { Session } from '../session.ts'
import type { Emission } from './emission.ts'
import type { Problem } from './find-file.ts'

/** The place of a region, as it will be stored. */
export interface EmittedPlace {
  readonly ast_anchor?: AstAnchor
  readonly lines?: LineRange
  /** The corrections that were made, one sentence each. */
  readonly adjusted: readonly string[]
}

/**
 * Finds the place that a model means. The name takes precedence over the line numbers. Mistakes are corrected where
 * possible.
 */
export function locateEmission(
  emission: Pick<Emission, 'ast_anchor' | 'lines'>,
  file: ChangedFile,
  session: Session,
): ResultAsync<EmittedPlace, Problem> {
  return safeTry(async function* () {
    if (file.status === 'deleted') return ok({ adjusted: [] })
    if (file.after === undefined) return err({ refused: `${file.path} holds no text after the commit.` })
    if (emission.ast_anchor === undefined && emission.lines === undefined) {
      return err({ refused: 'Give ast_anchor or lines: which part of the file is this about?' })
    }
    const { outline, problem } = await session.context.outline(file.path, file.after, session.call)
    const annotated: AnnotatedFile = {
      path: file.path,
      content: { kind: 'file', id: file.after.blob, bytes: new TextEncoder().encode(file.after.text) },
      lineCount: file.after.lines.length,
      outline,
      ...omitUndefined({ outlineProblem: problem?.message }),
    }
    const located = yield* locateWithCorrections(emission, annotated)
    const { lines } = located
    if (lines !== undefined && !file.hunks.some((hunk) => touches(hunk, lines))) {
      const changed = file.hunks.map(({ new: now }) => spanText(now)).slice(0, 20)
      const refused = `The commit changed none of the lines ${lines.start}-${lines.end} of ${file.path}, so nobody would find this there. It changed: ${changed.join(', ')}.`
      return err({ refused })
    }
    return ok(located)
  })
}

function locateWithCorrections(
  { ast_anchor: anchor, lines: given }: Pick<Emission, 'ast_anchor' | 'lines'>,
  file: AnnotatedFile,
): Result<EmittedPlace, Problem> {
  const lines = given === undefined ? undefined : boundsOf(given, file.lineCount)
  const adjusted =
    given !== undefined && lines === undefined ? [`lines from ${given.start} on are not in the file`] : []
  const attempts: { readonly place: RegionPlace; readonly adjusted: readonly string[] }[] = []
  if (anchor !== undefined) {
    const named = { anchor: { name: anchor.name, ...omitUndefined({ type: anchor.type }) } }
    if (lines !== undefined) attempts.push({ place: { ...named, lines }, adjusted })
    attempts.push({
      place: named,
      adjusted: lines === undefined ? adjusted : [`lines ${lines.start}-${lines.end} are not those of ${anchor.name}`],
    })
  }
  if (lines !== undefined) {
    const lost = anchor === undefined ? [] : [`there is no unit ${anchor.name}; took what is around the lines`]
    attempts.push({ place: { lines }, adjusted: lost })
  }
  let reason = `The file has ${file.lineCount} lines.`
  for (const { place, adjusted: made } of attempts) {
    const located = locateRegion(place, file)
    if (located.isOk()) {
      const { ast_anchor, lines: found, warning } = located.value
      const within =
        ast_anchor === undefined || found === undefined
          ? found
          : withinUnit(found, ast_anchor.name, file, given !== undefined && given.end === undefined)
      return ok({
        ...omitUndefined({ ast_anchor, lines: within }),
        adjusted: [...made, ...(warning?.code === 'fuzzy_anchor' ? [warning.message] : [])],
      })
    }
    if (attempts[0]?.place === place) reason = located.error.message
  }
  return err({ refused: reason })
}

/** Limits a range to the file. A range without an end is the start line alone. */
function boundsOf({ start, end }: NonNullable<Emission['lines']>, lineCount: number): LineRange | undefined {
  if (start > lineCount) return undefined
  const last = Math.min(end ?? start, lineCount)
  return last < start ? { start: last, end: start } : { start, end: last }
}

/**
 * Limits lines to the unit that they are given for. `whole`: only a start was given, which stands for the whole unit.
 */
function withinUnit(lines: LineRange, name: string, { outline }: AnnotatedFile, whole: boolean): LineRange {
  const unit = outline?.units.find(
    (each) => each.name === name && each.lines.start <= lines.end && lines.start <= each.lines.end,
  )
  if (unit === undefined) return lines
  if (whole) return unit.lines
  return { start: Math.max(lines.start, unit.lines.start), end: Math.min(lines.end, unit.lines.end) }
}

function spanText({ start, count }: { readonly start: number; readonly count: number }): string {
  return count <= 1 ? `${start}` : `${start}-${start + count - 1}`
}
