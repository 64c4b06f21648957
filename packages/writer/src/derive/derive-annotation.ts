import {
  DEFAULT_NOTES_REF,
  err,
  formatTimestamp,
  isFolderPath,
  mergeAll,
  ok,
  readNote,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Region,
  type RepoPath,
  type Result,
} from '@chronicle/schema'
import { matchAnchor } from '@chronicle/core/text'
import type { AstParser, CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'
import type { CommitContext } from '../commit-context.ts'
import { gatherCommit } from '../gather/gather-commits.ts'

/** What deriving works with. */
export interface DeriveSeams {
  readonly git: GitBackend
  /** Absent: units are not looked up, and lines stay those of the sources. */
  readonly ast?: AstParser
  /** Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
}

/** Which annotations a commit takes over. */
export interface Derivation {
  readonly commit: CommitId
  /** Commits that it was made from, oldest first. */
  readonly sources: readonly CommitId[]
  /** `squash`: it holds the changes of all of them. `amend`: it takes the place of one. */
  readonly operation: 'squash' | 'amend'
}

/** What a commit takes over from others. */
export interface DerivedAnnotation {
  /** Absent: none of the sources has an annotation. */
  readonly annotation?: Annotation
  /** Sources that have none, and regions whose file is gone. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Takes what was recorded on other commits over to the one that was made from them, where history was rewritten. Regions
 * are placed anew: a unit that still has its name gets the lines it has now. Nothing is left out because its file is
 * gone: the reason may still matter to whoever reads the history.
 */
export async function deriveAnnotation(
  seams: DeriveSeams,
  { commit, sources, operation }: Derivation,
  options: CallOptions = {},
): Promise<Result<DerivedAnnotation, GitError>> {
  const read = await readSources(seams, sources, options)
  if (read.isErr()) return err(read.error)
  const { annotations, diagnostics } = read.value
  const [first, ...others] = annotations
  if (first === undefined) return ok({ diagnostics })
  const gathered = await gatherCommit(seams, commit, options)
  if (gathered.isErr()) return err(gathered.error)
  const { context } = gathered.value
  const merged = mergeAll([{ ...first, commit }, ...others.map((annotation) => ({ ...annotation, commit }))])
  const regions: Region[] = []
  for (const region of merged.regions) {
    const placed = context === undefined ? ok(region) : await placeAnew(region, context, diagnostics, options)
    if (placed.isErr()) return err(placed.error)
    regions.push(placed.value)
  }
  return ok({
    annotation: {
      ...merged,
      // Notes of other tools may have none, and none may be written without.
      ...(merged.timestamp === '' && context !== undefined
        ? { timestamp: formatTimestamp(context.commit.committer.time * 1000) }
        : {}),
      regions,
      provenance: {
        ...merged.provenance,
        operation,
        derived_from: [...new Set([...annotations.flatMap(derivedFrom), ...sources])],
        original_annotations_preserved: true,
      },
    },
    diagnostics,
  })
}

function derivedFrom({ provenance }: Annotation): readonly string[] {
  return provenance.derived_from
}

async function readSources(
  { git, notesRef = DEFAULT_NOTES_REF }: DeriveSeams,
  sources: readonly CommitId[],
  options: CallOptions,
): Promise<Result<{ readonly annotations: readonly Annotation[]; readonly diagnostics: Diagnostic[] }, GitError>> {
  const listed = await git.listNotes(notesRef, options)
  if (listed.isErr()) return err(listed.error)
  const { notes } = listed.value
  const contents = await git.readBlobs([...new Set(sources.flatMap((id) => notes.get(id) ?? []))], options)
  if (contents.isErr()) return err(contents.error)
  const diagnostics: Diagnostic[] = []
  const annotations = sources.flatMap((commit): readonly Annotation[] => {
    const found = (notes.get(commit) ?? []).flatMap((blob): readonly Annotation[] => {
      const bytes = contents.value.get(blob)
      const note = bytes === undefined ? undefined : readNote(bytes, { commit })
      diagnostics.push(...(note?.diagnostics ?? []))
      return note?.annotation === undefined ? [] : [note.annotation]
    })
    if (found.length === 0) {
      const message = `${commit.slice(0, 12)} has no annotation that could be taken over.`
      diagnostics.push({ code: 'source_not_annotated', severity: 'info', message, commit })
    }
    return found
  })
  return ok({ annotations, diagnostics })
}

async function placeAnew(
  region: Region,
  context: CommitContext,
  diagnostics: Diagnostic[],
  options: CallOptions,
): Promise<Result<Region, GitError>> {
  const { file, ast_anchor: anchor, lines } = region
  if (file === undefined || isFolderPath(file)) return ok(region)
  const text = await context.readFile(file as RepoPath, options)
  if (text.isErr()) return err(text.error)
  if (text.value === undefined) {
    const message = `${file} is no text file at ${context.commit.id.slice(0, 12)}; what was recorded about it was taken over all the same.`
    diagnostics.push({ code: 'region_file_gone', severity: 'info', message, commit: context.commit.id, path: file })
    return ok(region)
  }
  const { outline } = await context.outline(file as RepoPath, text.value, options)
  const found = anchor === undefined ? undefined : matchAnchor(anchor.name, outline?.units ?? [], ({ name }) => name)
  const [unit, ...namesakes] = found?.kind === 'exact' ? found.matches : []
  if (unit !== undefined && namesakes.length === 0) return ok({ ...region, lines: unit.lines })
  const { length } = text.value.lines
  if (lines === undefined || lines.end <= length) return ok(region)
  const { lines: _, ...whole } = region
  return ok(lines.start > length ? whole : { ...region, lines: { start: lines.start, end: length } })
}
