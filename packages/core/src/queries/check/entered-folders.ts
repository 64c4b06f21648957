import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { FileChange, TreeState } from '../../contracts/git-backend.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'
import { folderRules } from '../../place/folder-rules.ts'
import { foldersOf } from '../../place/folder-places.ts'
import { WITHOUT_LINES } from '../../place/placement.ts'
import type { ReadError } from '../../read/read-error.ts'
import { withoutRetracted } from '../../read/report-retracted.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import { scoreRegions } from '../../read/score-regions.ts'
import { selectRegion } from '../../read/select-regions.ts'
import { countLines } from '../../text/text-bytes.ts'
import type { OpenedQuery } from '../place-query.ts'
import { wordsOf } from './echoed-words.ts'
import type { DraftFinding } from './finding-claim.ts'
import { regionFindings } from './region-findings.ts'
import { addedText } from './touched-file.ts'

/** The rules of the folders that a change puts a file into: of a new file, and of one that was in other folders. */
export function enteredFolderFindings(
  { hunks, newPath, oldPath }: FileChange,
  to: TreeState,
  { context, placing, queried, view }: OpenedQuery,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    if (newPath === undefined) return ok([])
    const left = new Set(oldPath === undefined ? [] : foldersOf(oldPath))
    const folders = foldersOf(newPath).filter((folder) => !left.has(folder))
    const rules = folders.length === 0 ? [] : yield* folderRules(folders, view, placing)
    if (rules.length === 0) return ok([])
    const read = await context.git.readFile(to, newPath, context.call)
    if (read.isErr()) {
      if (read.error.code !== 'file_too_large') return err(read.error)
      const message = `${neutralisePath(newPath)} was not checked: ${read.error.message}`
      context.report({ code: 'file_not_checked', severity: 'warning', message, path: newPath })
      return ok([])
    }
    const content = read.value
    if (content === undefined || content.kind === 'submodule') return ok([])
    const scope: NamedScope = {
      path: newPath,
      committedPath: newPath,
      state: to,
      content,
      lineCount: countLines(content.bytes),
      units: undefined,
      anchorKind: undefined,
      ranges: undefined,
      ambiguous: false,
      outline: () => Promise.resolve(undefined),
      paths: [newPath],
    }
    const standing = withoutRetracted(rules, false, context.report).filter(({ region }) => !saysOnlyTests(region))
    const commits = yield* context.git.readCommits([...new Set(standing.map(({ commit }) => commit))], context.call)
    const all = { minConfidence: 0, maxRegions: standing.length, tags: undefined, files: [newPath] }
    const linked = standing.flatMap((rule) => {
      const asked = { anchor: undefined, ranges: undefined, units: undefined }
      const selected = selectRegion({ ...rule, placement: WITHOUT_LINES }, asked)
      if (selected === undefined) return []
      const stands = { driftedBy: [], outlived: false, comment: undefined, changedHere: false, related: [] }
      return [{ ...selected, ...stands, scope }]
    })
    const { regions } = scoreRegions(linked, all, queried, commits, context)
    const words = wordsOf(addedText(hunks, content))
    const file = { path: newPath, addedWords: () => words }
    const how = { reach: 'file', hunks, gone: false, anchor: undefined, commentsOnly: false, comments: [] } as const
    return ok(regions.flatMap((region) => regionFindings({ ...how, region, tests: [], onlyTests: false }, file)))
  })
}
