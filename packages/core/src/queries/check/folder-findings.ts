import { err, ok, okAsync, safeTry, type BlobId, type RepoPath, type Result, type ResultAsync } from '@chronicle/schema'
import type { FileChange, FileContent, GitError, TreeState } from '../../contracts/git-backend.ts'
import { folderRules } from '../../place/folder-rules.ts'
import { WITHOUT_LINES } from '../../place/placement.ts'
import type { RecordedRegion } from '../../place/recorded-region.ts'
import { rulePlacesOf } from '../../place/renamed-folders.ts'
import type { ReadError } from '../../read/read-error.ts'
import { withoutRetracted } from '../../read/report-retracted.ts'
import type { ResolvedScope } from '../../read/resolved-scope.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import { scoreRegions } from '../../read/score-regions.ts'
import { selectRegion } from '../../read/select-regions.ts'
import { wholeFile } from '../../read/whole-file.ts'
import type { OpenedQuery } from '../place-query.ts'
import { wordsOf } from './repeated-approach-words.ts'
import type { DraftFinding } from './finding-claim.ts'
import { regionFindings } from './region-findings.ts'
import { addedText, compareSides, contentAfter, reportUnchecked } from './touched-file.ts'
import { resolveTouch, type Touch } from './touched-regions.ts'

/** Number of files whose texts are read in one batch, to limit memory. */
const BLOCK = 64

/**
 * Returns findings for the rules of folders and of the repository that changed files have to keep: the rules of the
 * folders that a file enters and, for the files in `ruled`, of the folders it was in. They apply whatever happened to a
 * file, so neither its history nor its units are read.
 */
export function folderFindings(
  changes: readonly FileChange[],
  ruled: ReadonlySet<FileChange>,
  to: TreeState,
  opened: OpenedQuery,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const rulesOf = createReadRules(opened)
    const renamed = yield* opened.placing.renamedFolders(opened.view)
    const held: RuledChange[] = []
    for (const change of changes) {
      const { newPath, oldPath } = change
      const before = oldPath === undefined ? [] : rulePlacesOf(oldPath, renamed)
      const after = newPath === undefined ? [] : rulePlacesOf(newPath, renamed)
      const entered = after.filter((folder) => !before.includes(folder))
      const rules = {
        standing: yield* ruled.has(change) ? rulesOf(before) : okAsync([]),
        entered: yield* rulesOf(entered),
      }
      if (rules.standing.length + rules.entered.length > 0) held.push({ change, ...rules })
    }
    const findings: DraftFinding[] = []
    for (let start = 0; start < held.length; start += BLOCK) {
      const block = held.slice(start, start + BLOCK)
      const blobs = yield* readSides(block, opened)
      for (const each of block) findings.push(...(yield* findingsOf(each, to, blobs, opened)))
    }
    return ok(findings)
  })
}

/** A change with the rules of the folders that its file was in (`standing`) and of those that it enters (`entered`). */
interface RuledChange {
  readonly change: FileChange
  readonly standing: readonly RecordedRegion[]
  readonly entered: readonly RecordedRegion[]
}

/**
 * Creates a reader of folder rules, without retracted ones. It reads the rules of the same folders once, however many
 * files they contain.
 */
function createReadRules(
  opened: OpenedQuery,
): (folders: readonly string[]) => ResultAsync<readonly RecordedRegion[], ReadError> {
  const known = new Map<string, ResultAsync<readonly RecordedRegion[], ReadError>>()
  return (folders) => {
    if (folders.length === 0) return okAsync([])
    const key = folders.join('\n')
    const rules =
      known.get(key) ??
      folderRules(folders, opened.view, opened.placing).map((found) =>
        withoutRetracted(found, false, opened.context.report).filter(({ region }) => !saysOnlyTests(region)),
      )
    known.set(key, rules)
    return rules
  }
}

type Blobs = ReadonlyMap<BlobId, Uint8Array>

/**
 * Reads the blobs on both sides. If one of them is too large, returns none: the caller then reads them one by one and
 * reports that one.
 */
function readSides(changes: readonly RuledChange[], { context }: OpenedQuery): ResultAsync<Blobs, GitError> {
  const ids = changes.flatMap(({ change: { kind, newBlob, oldBlob } }) =>
    kind === undefined ? [newBlob, oldBlob] : [],
  )
  const wanted = [...new Set(ids.filter((id) => id !== undefined))]
  return context.git
    .readBlobs(wanted, context.call)
    .orElse((error) => (error.code === 'file_too_large' ? ok<Blobs>(new Map()) : err(error)))
}

function findingsOf(
  { change, entered, standing }: RuledChange,
  to: TreeState,
  blobs: Blobs,
  opened: OpenedQuery,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const { newPath, oldPath } = change
    const findings: DraftFinding[] = []
    const after = yield* await readOrReport(newPath, fileOf(change.newBlob, change, blobs), opened, () =>
      contentAfter(change, to, opened),
    )
    if (newPath !== undefined && entered.length > 0 && after !== undefined) {
      const words = wordsOf(addedText(change.hunks, after, fileOf(change.oldBlob, change, blobs)))
      const how = { reach: 'file', hunks: change.hunks, gone: false, anchor: undefined } as const
      const touch = (): Touch => ({ ...how, commentsOnly: false, comments: [] })
      const side = { file: wholeFile(newPath, newPath, to, after, opened.context), path: newPath }
      findings.push(...(yield* ruleFindings(entered, { ...side, touch, addedWords: () => words }, opened)))
    }
    if (oldPath === undefined || standing.length === 0) return ok(findings)
    const base = { commit: opened.queried.head }
    const before = yield* await readOrReport(oldPath, fileOf(change.oldBlob, change, blobs), opened, () =>
      opened.context.git.readFile(base, oldPath, opened.context.call),
    )
    if (before === undefined) return ok(findings)
    const compared = compareSides({ change, path: oldPath, before, after })
    const file = wholeFile(oldPath, oldPath, base, before, opened.context)
    const touch = ({ region }: RecordedRegion): Touch | undefined =>
      resolveTouch({ region, placement: WITHOUT_LINES }, { ...compared, units: undefined })
    findings.push(...(yield* ruleFindings(standing, { ...compared, file, touch }, opened)))
    return ok(findings)
  })
}

/**
 * Returns the content that is known already, or that `read` returns. A file that is too large is reported and has no
 * content.
 */
async function readOrReport(
  path: RepoPath | undefined,
  known: FileContent | undefined,
  { context }: OpenedQuery,
  read: () => ResultAsync<FileContent | undefined, GitError>,
): Promise<Result<FileContent | undefined, ReadError>> {
  if (path === undefined || known !== undefined) return ok(known)
  const content = await read()
  if (content.isOk() || content.error.code !== 'file_too_large') return content
  reportUnchecked(path, content.error, context)
  return ok(undefined)
}

/** Returns a blob as a file; `undefined` for a blob that was not read, and for a link. */
function fileOf(id: BlobId | undefined, { kind }: FileChange, blobs: Blobs): FileContent | undefined {
  const bytes = id === undefined || kind !== undefined ? undefined : blobs.get(id)
  return id === undefined || bytes === undefined ? undefined : { kind: 'file', id, bytes }
}

/** A changed file to which rules apply, and how the change touches each of them. */
interface RuledFile {
  readonly file: ResolvedScope
  /** Path at the end of the change. */
  readonly path: RepoPath
  touch(rule: RecordedRegion): Touch | undefined
  addedWords(): ReadonlySet<string>
}

function ruleFindings(
  rules: readonly RecordedRegion[],
  { addedWords, file, path, touch }: RuledFile,
  { context, queried }: OpenedQuery,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const commits = yield* context.git.readCommits([...new Set(rules.map(({ commit }) => commit))], context.call)
    const all = { minConfidence: 0, maxRegions: 1, tags: undefined, files: [file.path] }
    const asked = { anchor: undefined, ranges: undefined, units: undefined }
    const stands = { driftedBy: [], bindingOnly: false, comment: undefined, changedHere: false, related: [] }
    return ok(
      rules.flatMap((rule) => {
        const how = touch(rule)
        const selected = selectRegion({ ...rule, placement: WITHOUT_LINES }, asked)
        if (how === undefined || selected === undefined) return []
        const linked = [{ ...selected, ...stands, scope: file }]
        const { regions } = scoreRegions(linked, all, queried, commits, context)
        return regions.flatMap((region) =>
          regionFindings({ ...how, region, tests: [], onlyTests: false }, { path, addedWords }),
        )
      }),
    )
  })
}
