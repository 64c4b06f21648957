import type { CallOptions } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { linesAt } from '../../text/lines-at.ts'
import { namesInText } from '@chronicle/core/prose'
import { fileRole, isGenerated } from '@chronicle/core/text'
import { findTests, type FoundTest } from '../tests/find-tests.ts'
import { changedCodeUnits, exercisedUnit } from '../tests/exercised-unit.ts'
import { namesOnly } from '../tests/group-names.ts'
import { addsInformation } from '../tests/adds-information.ts'
import { statesBehaviour } from '../tests/states-behaviour.ts'
import { hasInlineTests, TEST_HINT, testPatterns } from '../tests/test-syntax.ts'
import type { Drafts } from './draft-region.ts'
import { addsWholeComponent } from './adds-whole-component.ts'

/** Separates the titles of groups and of the test in them. */
const TITLE_SEPARATOR = ' › '
/** Maximum number of groups in a title besides conditions. The inner ones are kept. */
const MAX_GROUPS = 2
/** Maximum number of characters in a title. */
const MAX_TITLE_LENGTH = 200
/**
 * Minimum share of the changed code within a unit for a new test to be about it. With less, the subject or a group of
 * tests must name it: most such units are only called by the test.
 */
const MIN_SHARE = 0.3

/** Adds the titles of new tests that state behaviour to the drafts of the code that the tests exercise. */
export async function findTestClaims(
  subject: string,
  context: CommitContext,
  drafts: Drafts,
  call: CallOptions | undefined,
): Promise<void> {
  if (addsWholeComponent(context)) return
  const stated = context.files.flatMap((file) => addedTests(file, context))
  if (stated.length === 0) return
  const units = await changedCodeUnits(context, call)
  if (units.length === 0) return
  for (const { file, line, own: ownTitle, test } of stated) {
    const body = (file.after?.lines ?? []).slice(test.lines.start - 1, test.lines.end).join('\n')
    const held = exercisedUnit({ path: file.path, titles: [test.title, ...test.groups], body }, units)
    if (held === undefined) continue
    const segments = held.unit.name.split('::')
    const name = segments.at(-1) ?? held.unit.name
    if (held.share < MIN_SHARE && ![subject, ...test.groups].some((text) => namesInText(text).has(name))) continue
    if (ownTitle === test.title && !statesBehaviour(test.title, test.isName, name)) continue
    const { start, end } = held.unit.lines
    if (!addsInformation(ownTitle, test.groups, (held.file.after?.lines ?? []).slice(start - 1, end).join('\n')))
      continue
    const conditions = test.groups.filter((group) => !namesOnly(group, [...segments, held.file.path, file.path]))
    const groups = test.groups.filter(
      (group, index) => index >= test.groups.length - MAX_GROUPS || conditions.includes(group),
    )
    const title = [...groups, ownTitle].join(TITLE_SEPARATOR)
    if (title.length > MAX_TITLE_LENGTH) continue
    const draft = drafts.at({ file: held.file, unit: held.unit, lines: held.unit.lines })
    draft.tests.push({ title, file: file.path, line })
    draft.titles.push(conditions.length === 0 ? ownTitle : `${conditions.join(', ')}: ${ownTitle}`)
  }
}

interface AddedTest {
  readonly file: ChangedFile
  readonly test: FoundTest
  /** The test's own statement, without its groups. */
  readonly own: string
  /** The line of the statement. */
  readonly line: number
}

/** Returns the tests whose title states something and that a commit added to a file rather than moved. */
function addedTests(file: ChangedFile, context: CommitContext): readonly AddedTest[] {
  const { after, path } = file
  if (after === undefined || testPatterns(path).length === 0) return []
  if (fileRole(path) !== 'test' && !(hasInlineTests(path) && fileRole(path) === 'code')) return []
  const added = file.hunks.filter(({ new: { count } }) => count > 0).map(({ new: span }) => span)
  if (!linesAt(after.text, added).some((lines) => lines.some((line) => TEST_HINT.test(line)))) return []
  if (isGenerated(after.text)) return []
  const isAdded = ({ start }: LineRange): boolean =>
    added.some((span) => span.start <= start && start < span.start + span.count)
  return findTests(path, after.lines)
    .filter(({ lines }) => isAdded(lines))
    .flatMap((test): readonly AddedTest[] => {
      const statement = statementOf(test)
      return statement === undefined || stoodBefore(statement.own, context) ? [] : [{ file, test, ...statement }]
    })
}

/** Returns what a test states by itself: its documentation or its title. `undefined`: nothing. */
function statementOf({ docs, isName, lines, title }: FoundTest): Pick<AddedTest, 'own' | 'line'> | undefined {
  if (docs !== undefined && docs.text.length <= MAX_TITLE_LENGTH && statesBehaviour(docs.text, false))
    return { own: docs.text, line: docs.line }
  return statesBehaviour(title, isName) ? { own: title, line: lines.start } : undefined
}

function stoodBefore(title: string, { files }: CommitContext): boolean {
  return files.some(({ before }) => before?.text.includes(title) === true)
}
