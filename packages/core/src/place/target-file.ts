import { ok, okAsync, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileHistory } from '../history/file-history.ts'
import { revisionsKey } from '../history/revisions-key.ts'
import type { ReadError } from '../read/read-error.ts'
import type { ResolvedScope } from '../read/resolved-scope.ts'
import type { FileState, FileText } from './file-texts.ts'
import type { LineMap } from './line-map.ts'
import type { LineMaps } from './line-maps.ts'
import type { PlaceFacts } from './place-facts.ts'
import type { PlacingContext } from './placing-context.ts'

/** A file in the queried state, ready for placing regions in it. */
export interface TargetFile {
  readonly path: RepoPath
  /** Path of the file in the queried commit. */
  readonly committedPath: RepoPath
  /** This path and every earlier path of the file. */
  readonly paths: readonly RepoPath[]
  /** `paths` as a set, for lookup. */
  readonly names: ReadonlySet<string>
  readonly blob: BlobId
  /** `undefined` for a binary file. */
  readonly text: FileText | undefined
  readonly units: readonly AstUnit[] | undefined
  readonly lineCount: number
  /** The file in the queried commit, if the queried state differs from it. */
  readonly committed: FileState | undefined
  /** The edits between `committed` and the queried state. */
  readonly uncommitted: LineMap
  readonly history: FileHistory
  readonly maps: LineMaps
  /** Cached facts about regions in this state. */
  readonly facts: PlaceFacts
}

/** A target file that is text. */
export type TextFile = TargetFile & { readonly text: FileText }

export function isText(target: TargetFile): target is TextFile {
  return target.text !== undefined
}

const NO_HISTORY: FileHistory = { revisions: [], changedTogether: () => okAsync(new Map()) }

/**
 * Opens the file of a scope. `recorded` says whether anything may be recorded about it: if not, its history is not
 * read.
 */
export function openTargetFile(
  scope: ResolvedScope,
  recorded: boolean,
  { context, queried, texts }: PlacingContext,
): ResultAsync<TargetFile, ReadError> {
  return safeTry(async function* () {
    const { path, committedPath, content, lineCount, state } = scope
    // The parser runs while git lists the revisions.
    const outlining = recorded ? scope.outline() : undefined
    outlining?.catch(() => undefined)
    const history = yield* recorded
      ? await context.fileHistory(queried.head, committedPath, context.call)
      : ok<FileHistory, ReadError>(NO_HISTORY)
    const units = (await outlining)?.units
    const text = texts.add(path, content, async () => (await scope.outline())?.units)
    const blob = yield* typeof state === 'string'
      ? await texts.blobAt(queried.head, committedPath)
      : ok<undefined, ReadError>(undefined)
    const committed = blob === undefined ? undefined : { path: committedPath, blob }
    const maps = await context.lineMaps(committedPath)
    const uncommitted = yield* committed === undefined || text === undefined
      ? ok(undefined)
      : await maps.between(committed, text, texts)
    const former = history.revisions.flatMap((each) => [each.path, each.previousPath ?? each.path])
    const paths = [...new Set([path, committedPath, ...former])]
    const { revisions } = history
    const parsed = units === undefined ? 'no outline' : units.length
    const named = [
      committedPath,
      content.id,
      committed?.blob ?? '',
      parsed,
      revisionsKey(revisions),
      context.edge,
    ].join(' ')
    return ok({
      path,
      committedPath,
      paths,
      names: new Set<string>(paths),
      blob: content.id,
      text,
      units,
      lineCount,
      committed,
      uncommitted: uncommitted ?? [],
      history,
      maps,
      facts: await context.placeFacts(path, named),
    })
  })
}
