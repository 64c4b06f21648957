import {
  isFolderPath,
  ok,
  parseRepoPath,
  safeTry,
  writeNote,
  type CommitId,
  type LineRange,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { AstParser, Outline } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import { losslessAnnotation } from '../notes/read-whole-notes.ts'

/** Dependencies of relocating. */
export interface RelocateServices {
  readonly git: GitBackend
  /** Absent: regions keep their lines. */
  readonly ast?: AstParser
}

/**
 * Returns the note for another commit with the same change, whose files may be longer or shorter above the change. A
 * region with a unit gets the unit's lines there, unless its own lines already lie within the unit. The reader records
 * where the annotation came from. A note with more than an annotation is returned unchanged.
 */
export function relocateNote(
  note: Uint8Array,
  commit: CommitId,
  { git, ast }: RelocateServices,
  call: CallOptions,
): ResultAsync<Uint8Array, GitError> {
  return safeTry(async function* () {
    const annotation = losslessAnnotation([note], commit)
    if (annotation === undefined) return ok(note)
    const outlines = new Map<string, Outline | undefined>()
    const regions: Region[] = []
    for (const region of annotation.regions) {
      const { file, ast_anchor: anchor, lines } = region
      const path = file === undefined || isFolderPath(file) ? undefined : parseRepoPath(file)
      const known = path?.isOk() === true ? path.value : undefined
      if (known === undefined || anchor === undefined || lines === undefined || ast?.language(known) === undefined) {
        regions.push(region)
        continue
      }
      if (!outlines.has(known)) {
        const content = yield* git.readFile({ commit }, known, call)
        const text = new TextDecoder().decode(content?.bytes)
        // A file without an outline has no units, so its regions keep their lines.
        outlines.set(known, (await ast.outline({ path: known, text }, call)).unwrapOr(undefined))
      }
      const found = matchAnchor(anchor.name, outlines.get(known)?.units ?? [], ({ name }) => name, { fuzzy: false })
      const [unit, ...others] = found?.matches ?? []
      regions.push(
        unit === undefined || others.length > 0 ? region : { ...region, lines: linesInUnit(lines, unit.lines) },
      )
    }
    return ok(writeNote({ ...annotation, regions }))
  })
}

/**
 * Returns lines within the unit unchanged, because the region was about a part of it; otherwise the lines of the unit.
 */
function linesInUnit(lines: LineRange, unit: LineRange): LineRange {
  const within = lines.start >= unit.start && lines.end <= unit.end
  return within ? lines : { start: unit.start, end: unit.end }
}
