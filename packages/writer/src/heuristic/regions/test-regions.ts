import type { CallOptions } from '@chronicle/core/contracts'
import type { HoldingTest, LineRange } from '@chronicle/schema'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { linesAt } from '../../text/lines-at.ts'
import { fileRole, isGenerated } from '@chronicle/core/text'
import { findTests, type FoundTest } from '../tests/find-tests.ts'
import { changedCodeUnits, exercisedUnit } from '../tests/exercised-unit.ts'
import { addsInformation } from '../tests/adds-information.ts'
import { statesBehaviour } from '../tests/states-behaviour.ts'
import { hasInlineTests, TEST_HINT, testPatterns } from '../tests/test-syntax.ts'
import type { Drafts } from './draft-region.ts'
import { addsWholeComponent } from './adds-whole-component.ts'

/** Separates the titles of groups and of the test in them. */
const TITLE_SEPARATOR = ' › '
/** Maximum number of groups in a title. The inner ones are kept. */
const MAX_GROUPS = 2
/** Maximum number of characters in a title. */
const MAX_TITLE_LENGTH = 200

/** Adds the titles of new tests that state behaviour to the drafts of the code that the tests exercise. */
export async function findTestClaims(
  context: CommitContext,
  drafts: Drafts,
  call: CallOptions | undefined,
): Promise<void> {
  if (addsWholeComponent(context)) return
  const stated = context.files.flatMap((file) => addedTests(file, context))
  if (stated.length === 0) return
  const units = await changedCodeUnits(context, call)
  if (units.length === 0) return
  for (const { file, holding, own: ownTitle, test } of stated) {
    const body = (file.after?.lines ?? []).slice(test.lines.start - 1, test.lines.end).join('\n')
    const held = exercisedUnit({ path: file.path, titles: [test.title, ...test.groups], body }, units)
    if (held === undefined) continue
    const name = held.unit.name.split('::').at(-1)
    if (ownTitle === test.title && !statesBehaviour(test.title, test.isName, name)) continue
    const { start, end } = held.unit.lines
    if (!addsInformation(ownTitle, test.groups, (held.file.after?.lines ?? []).slice(start - 1, end).join('\n')))
      continue
    const draft = drafts.at({ file: held.file, unit: held.unit, lines: held.unit.lines })
    draft.tests.push(holding)
    draft.titles.push(ownTitle)
  }
}

interface AddedTest {
  readonly file: ChangedFile
  readonly test: FoundTest
  readonly holding: HoldingTest
  /** The test's own statement, without its groups. */
  readonly own: string
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
      const testTitle = titleOf(test)
      if (testTitle === undefined || stoodBefore(testTitle.own, context)) return []
      return [{ file, test, own: testTitle.own, holding: { title: testTitle.title, file: path, line: testTitle.line } }]
    })
}

/** Returns what a test states: its documentation or its title, with its groups. `undefined`: nothing. */
function titleOf({
  docs,
  groups,
  isName,
  lines,
  title,
}: FoundTest): { readonly title: string; readonly own: string; readonly line: number } | undefined {
  if (docs !== undefined && docs.text.length <= MAX_TITLE_LENGTH && statesBehaviour(docs.text, false)) {
    return { title: docs.text, own: docs.text, line: docs.line }
  }
  if (!statesBehaviour(title, isName)) return undefined
  const whole = [...groups.slice(-MAX_GROUPS), title].join(TITLE_SEPARATOR)
  return whole.length > MAX_TITLE_LENGTH ? undefined : { title: whole, own: title, line: lines.start }
}

function stoodBefore(title: string, { files }: CommitContext): boolean {
  return files.some(({ before }) => before?.text.includes(title) === true)
}
