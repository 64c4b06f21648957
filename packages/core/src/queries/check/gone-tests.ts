import { err, formatPlace, ok, type HoldingTest, type Result } from '@chronicle/schema'
import type { FileChange, TreeState } from '../../contracts/git-backend.ts'
import { newestNotes } from '../../read/collect-dependents.ts'
import type { UnitsOf } from '../../read/outlines.ts'
import { isBinary } from '../../read/resolve-scope.ts'
import type { ReadError } from '../../read/read-error.ts'
import { roundConfidence, scoreElsewhere } from '../../read/score-elsewhere.ts'
import { findTitle } from '../../read/standing-tests.ts'
import type { FilesNow } from '../files-now.ts'
import type { Opened } from '../place-query.ts'
import { claimOf, type DraftFinding } from './finding-claim.ts'
import { assessRisk, trustIn } from './risk.ts'
import type { TouchedFile } from './touched-file.ts'

/** Newest annotations that name one file of tests which are looked at. */
const MAX_ANNOTATIONS = 500
/** Changed files that a test is looked for in which is not in its file any more. */
const MAX_SEARCHED = 50

/**
 * Returns a finding for each recorded test that stands in a file before a change and in no changed file after it, and
 * whose code is still there.
 */
export async function goneTests(
  { path, texts, whole }: TouchedFile,
  changes: readonly FileChange[],
  to: TreeState,
  { context, standpoint, view }: Opened,
  filesNow: FilesNow,
  unitsOf: UnitsOf,
): Promise<Result<readonly DraftFinding[], ReadError>> {
  const { ancestry, call, correctedNotes } = context
  const annotated = await view.annotating(whole.paths, call)
  if (annotated.isErr()) return err(annotated.error)
  if (annotated.value.length === 0 || isBinary(whole.content.bytes)) return ok([])
  const ranks = await ancestry.rank(standpoint.head, annotated.value, call)
  if (ranks.isErr()) return err(ranks.error)
  const newest = newestNotes(
    annotated.value.filter(({ commit }) => ranks.value.has(commit)),
    MAX_ANNOTATIONS,
  )
  const notes = await correctedNotes(newest, call)
  if (notes.isErr()) return err(notes.error)
  const names = new Set<string>(whole.paths)
  const before = new TextDecoder().decode(whole.content.bytes).split('\n')
  const after = texts?.after.text.split('\n') ?? []
  const isGone = ({ file, line, title }: HoldingTest): boolean =>
    names.has(file) && findTitle(before, title, line) !== undefined && findTitle(after, title) === undefined
  const findings: DraftFinding[] = []
  for (const [commit, { annotation, factors }] of notes.value) {
    for (const region of annotation?.regions ?? []) {
      const gone = (region.held_by_tests ?? []).filter(isGone)
      if (annotation === undefined || region.file === undefined || gone.length === 0) continue
      const held = await filesNow(region.file)
      if (held.isErr()) return err(held.error)
      if (held.value === undefined) continue
      const confidence = roundConfidence(
        (await scoreElsewhere(region, annotation, standpoint, unitsOf, context)) * (factors.get(region) ?? 1),
      )
      const { context_level = annotation.context_level } = region
      const anchor = region.ast_anchor?.name
      for (const test of gone) {
        const moved = await standsElsewhere(test, changes, to, context)
        if (moved.isErr()) return err(moved.error)
        if (moved.value) continue
        findings.push({
          claim: claimOf({ kind: 'test_gone', file: test.file, words: [test.title] }),
          kind: 'test_gone',
          ...assessRisk({ kind: 'test_gone', confidence, trust: trustIn({ context_level }), reach: 'unit' }),
          file: path,
          text: test.title,
          context_level,
          confidence,
          commit,
          places: [formatPlace(anchor === undefined ? { file: held.value } : { file: held.value, anchor })],
        })
      }
    }
  }
  return ok(findings)
}

/** Whether the change moves a test to another file. */
async function standsElsewhere(
  { title, file }: HoldingTest,
  changes: readonly FileChange[],
  to: TreeState,
  { call, git }: Opened['context'],
): Promise<Result<boolean, ReadError>> {
  for (const { newPath, binary } of changes.slice(0, MAX_SEARCHED)) {
    if (newPath === undefined || newPath === file || binary) continue
    const content = await git.readFile(to, newPath, call)
    if (content.isErr() && content.error.code === 'file_too_large') continue
    if (content.isErr()) return err(content.error)
    if (content.value?.kind !== 'file') continue
    if (findTitle(new TextDecoder().decode(content.value.bytes).split('\n'), title) !== undefined) return ok(true)
  }
  return ok(false)
}
