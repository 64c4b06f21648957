import { err, ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileChange, TreeState } from '../../contracts/git-backend.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'
import { folderRules } from '../../place/folder-rules.ts'
import { foldersOf } from '../../place/folder-places.ts'
import { WITHOUT_LINES } from '../../place/placement.ts'
import type { RecordedRegion } from '../../place/recorded-region.ts'
import type { ReadError } from '../../read/read-error.ts'
import { withoutRetracted } from '../../read/report-retracted.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import { scoreRegions } from '../../read/score-regions.ts'
import { selectRegion } from '../../read/select-regions.ts'
import { wholeFile } from '../../read/whole-file.ts'
import type { OpenedQuery } from '../place-query.ts'
import { wordsOf } from './echoed-words.ts'
import type { DraftFinding } from './finding-claim.ts'
import { regionFindings } from './region-findings.ts'
import { addedText, contentAfter } from './touched-file.ts'

/** Tells the rules of the folders that a change puts a file into: of a new file, and of one that was in other folders. */
export type FindEnteredRules = (change: FileChange, to: TreeState) => ResultAsync<readonly DraftFinding[], ReadError>

/** Reads the rules of the same folders once, however many files are put there. */
export function createFindEnteredRules(opened: OpenedQuery): FindEnteredRules {
  const known = new Map<string, ResultAsync<readonly RecordedRegion[], ReadError>>()
  const rulesOf = (folders: readonly string[]): ResultAsync<readonly RecordedRegion[], ReadError> => {
    const key = folders.join('\n')
    const rules = known.get(key) ?? folderRules(folders, opened.view, opened.placing)
    known.set(key, rules)
    return rules
  }
  return (change, to) =>
    safeTry(async function* () {
      const { newPath, oldPath } = change
      if (newPath === undefined) return ok([])
      const left = new Set(oldPath === undefined ? [] : foldersOf(oldPath))
      const folders = foldersOf(newPath).filter((folder) => !left.has(folder))
      const rules = folders.length === 0 ? [] : yield* rulesOf(folders)
      return rules.length === 0 ? ok([]) : enteredFindings(rules, newPath, change, to, opened)
    })
}

function enteredFindings(
  rules: readonly RecordedRegion[],
  path: RepoPath,
  change: FileChange,
  to: TreeState,
  opened: OpenedQuery,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const { hunks } = change
    const { context, queried } = opened
    const read = await contentAfter(change, to, opened)
    if (read.isErr()) {
      if (read.error.code !== 'file_too_large') return err(read.error)
      const message = `${neutralisePath(path)} was not checked: ${read.error.message}`
      context.report({ code: 'file_not_checked', severity: 'warning', message, path })
      return ok([])
    }
    const content = read.value
    if (content === undefined || content.kind === 'submodule') return ok([])
    const scope = { ...wholeFile(path, path, to, content, context), paths: [path] }
    const standing = withoutRetracted(rules, false, context.report).filter(({ region }) => !saysOnlyTests(region))
    const commits = yield* context.git.readCommits([...new Set(standing.map(({ commit }) => commit))], context.call)
    const all = { minConfidence: 0, maxRegions: standing.length, tags: undefined, files: [path] }
    const linked = standing.flatMap((rule) => {
      const asked = { anchor: undefined, ranges: undefined, units: undefined }
      const selected = selectRegion({ ...rule, placement: WITHOUT_LINES }, asked)
      if (selected === undefined) return []
      const stands = { driftedBy: [], outlived: false, comment: undefined, changedHere: false, related: [] }
      return [{ ...selected, ...stands, scope }]
    })
    const { regions } = scoreRegions(linked, all, queried, commits, context)
    const words = wordsOf(addedText(hunks, content))
    const file = { path, addedWords: () => words }
    const how = { reach: 'file', hunks, gone: false, anchor: undefined, commentsOnly: false, comments: [] } as const
    return ok(regions.flatMap((region) => regionFindings({ ...how, region, tests: [], onlyTests: false }, file)))
  })
}
