import { anchorRelation, anchorSegments } from '@chronicle/core/text'
import type { PackedFile, RecordedNote, RepoPath } from '@chronicle/schema'
import type { RankedSymbol } from '../rank/rank-symbols.ts'

/** The code that notes may be about. */
export interface PackedCode {
  readonly files: readonly Pick<PackedFile, 'path' | 'parts'>[]
  /** The units that the task names. */
  readonly named: readonly RankedSymbol[]
  /** The files that the task names. */
  readonly namedFiles: ReadonlySet<RepoPath>
}

/**
 * Returns the notes about packed code: a unit that is in the package, or around or inside one; a file or folder with
 * code in it; and what the task names. A name also matches by its last segments. Notes about other code say nothing about this task.
 */
export function notesAboutPacked(
  notes: readonly RecordedNote[],
  { files, named, namedFiles }: PackedCode,
): readonly RecordedNote[] {
  const packed = files.filter(({ parts }) => parts.length > 0)
  const units = new Map(
    packed.map(({ path, parts }) => [
      path,
      parts.flatMap(({ name }) => (name === undefined ? [] : [anchorSegments(name)])),
    ]),
  )
  const whole = new Set(
    packed.filter(({ parts }) => parts.some(({ detail }) => detail === 'whole')).map(({ path }) => path),
  )
  return notes.filter(({ anchor, path }) => {
    if (namedFiles.has(path) || whole.has(path)) return true
    if (path.endsWith('/')) return packed.some((file) => path === './' || file.path.startsWith(path))
    if (anchor === undefined) return units.has(path)
    const segments = anchorSegments(anchor)
    const isAbout = (unit: readonly string[]): boolean =>
      isWithin(unit, segments) || isWithin(segments, unit) || anchorRelation(unit, segments) !== undefined
    return (
      (units.get(path) ?? []).some(isAbout) ||
      named.some((unit) => unit.path === path && isAbout(anchorSegments(unit.symbol.name)))
    )
  })
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((segment, position) => inner[position] === segment)
}
