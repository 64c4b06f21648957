import { formatPlace, ok, safeTry, type HoldingTest, type ResultAsync } from '@chronicle/schema'
import type { FileChange, TreeState } from '../../contracts/git-backend.ts'
import { newestNotes } from '../../notes/newest-notes.ts'
import { absentIfTooLarge } from '../../place/file-texts.ts'
import type { ListUnits } from '../../read/outlines.ts'
import { isBinary } from '../../text/text-bytes.ts'
import type { ReadError } from '../../read/read-error.ts'
import { roundConfidence, scoreElsewhere } from '../../read/score-elsewhere.ts'
import { findTitle } from '../../read/standing-tests.ts'
import type { OpenedQuery } from '../place-query.ts'
import { claimOf, type DraftFinding } from './finding-claim.ts'
import { assessRisk, trustOf } from './risk.ts'
import { contentAfter, type TouchedFile } from './touched-file.ts'

/** Maximum number of annotations that name one test file to examine, newest first. */
const MAX_ANNOTATIONS = 500
/** Maximum number of changed files in which a test is searched that its own file no longer contains. */
const MAX_SEARCHED = 50

/**
 * Returns a finding for each recorded test that the file contained before the change, that no changed file contains
 * after it, and whose code still exists.
 */
export function missingTestFindings(
  { path, texts, whole }: TouchedFile,
  changes: readonly FileChange[],
  to: TreeState,
  opened: OpenedQuery,
  unitsOf: ListUnits,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const { context, queried, view } = opened
    const { ancestry, call, correctedNotes } = context
    const annotated = yield* view.annotating(whole.paths, call)
    if (annotated.length === 0 || isBinary(whole.content.bytes)) return ok([])
    const ranks = yield* ancestry.rank(queried.head, annotated, call)
    const newest = newestNotes(
      annotated.filter(({ commit }) => ranks.has(commit)),
      MAX_ANNOTATIONS,
    )
    const notes = yield* correctedNotes(newest, call)
    const names = new Set<string>(whole.paths)
    const before = new TextDecoder().decode(whole.content.bytes).split('\n')
    const after = texts?.after.text.split('\n') ?? []
    const isGone = ({ file, line, title }: HoldingTest): boolean =>
      names.has(file) && findTitle(before, title, line) !== undefined && findTitle(after, title) === undefined
    const findings: DraftFinding[] = []
    for (const [commit, { annotation, factors }] of notes) {
      for (const region of annotation?.regions ?? []) {
        const gone = (region.held_by_tests ?? []).filter(isGone)
        if (annotation === undefined || region.file === undefined || gone.length === 0) continue
        const held = yield* opened.placing.pathNow(region.file)
        if (held === undefined) continue
        const confidence = roundConfidence(
          (await scoreElsewhere(region, annotation, queried, unitsOf, context)) * (factors.get(region) ?? 1),
        )
        const { context_level = annotation.context_level } = region
        const anchor = region.ast_anchor?.name
        for (const test of gone) {
          const moved = yield* isMovedToOtherFile(test, changes, to, opened)
          if (moved) continue
          findings.push({
            claim: claimOf({ kind: 'test_gone', file: test.file, words: [test.title] }),
            kind: 'test_gone',
            ...assessRisk({ kind: 'test_gone', confidence, trust: trustOf({ context_level }), reach: 'unit' }),
            file: path,
            text: test.title,
            context_level,
            confidence,
            commit,
            places: [formatPlace(anchor === undefined ? { file: held } : { file: held, anchor })],
          })
        }
      }
    }
    return ok(findings)
  })
}

/** Whether the change moves a test to another file. */
function isMovedToOtherFile(
  { title, file }: HoldingTest,
  changes: readonly FileChange[],
  to: TreeState,
  opened: OpenedQuery,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    for (const change of changes.slice(0, MAX_SEARCHED)) {
      if (change.newPath === undefined || change.newPath === file || change.binary) continue
      const content = yield* contentAfter(change, to, opened).orElse(absentIfTooLarge)
      if (content?.kind !== 'file') continue
      if (findTitle(new TextDecoder().decode(content.bytes).split('\n'), title) !== undefined) return ok(true)
    }
    return ok(false)
  })
}
