import { omitEmpty, omitUndefined, type Finding, type FindingKind, type ReadRegion } from '@chronicle/schema'
import { recordingOfRule } from '../../format/describe-region.ts'
import { isFolderPlace } from '../../place/folder-places.ts'
import { otherReplacements } from './other-replacements.ts'
import { repeatedApproachWords } from './repeated-approach-words.ts'
import { claimOf, type DraftFinding } from './finding-claim.ts'
import { assessRisk, trustOf, type RiskFacts } from './risk.ts'
import type { TouchedFile } from './touched-file.ts'
import { insertedLines } from './touched-lines.ts'
import type { TouchedRegion } from './touched-regions.ts'

type ChangedFile = Pick<TouchedFile, 'addedWords' | 'path'>

/**
 * Returns findings for the constraints, risks and rejected alternatives of a touched region, for its tests, and for the
 * comments that it lost.
 */
export function regionFindings(touched: TouchedRegion, file: ChangedFile): readonly DraftFinding[] {
  const { region } = touched
  const added = file.addedWords
  const comments = touched.comments.map(({ quote }) =>
    finding(
      touched,
      file,
      { kind: 'comment' },
      { text: quote, ...(!quote.includes(region.intent) && reasonOf(region)) },
    ),
  )
  if (touched.commentsOnly) return comments
  const tests = testFindings(touched, file)
  if (touched.onlyTests) return tests
  return [
    ...comments,
    ...tests,
    ...region.constraints.map(({ text, source }) =>
      finding(
        touched,
        file,
        { kind: 'constraint' },
        { text, ...reasonOf(region, text), source, ...omitEmpty({ also_proposed: otherReplacements(region, text) }) },
      ),
    ),
    ...(region.risk_notes === undefined || region.risk_notes === ''
      ? []
      : [
          finding(touched, file, { kind: 'risk' }, { text: region.risk_notes, ...reasonOf(region, region.risk_notes) }),
        ]),
    ...(region.rejected_alternatives ?? []).map(({ approach, reason }) => {
      const words = repeatedApproachWords(approach, added())
      const claim = { text: approach, reason, ...omitEmpty({ echoed: words }) }
      return finding(touched, file, { kind: 'rejected_alternative', echoed: words.length > 0 }, claim)
    }),
  ]
}

/** Maximum number of test titles listed for one region; a longer list says no more than to run the tests. */
const MAX_TITLES = 3

/** Returns findings for the tests of touched code, unless the change touches only other parts of its file. */
function testFindings(touched: TouchedRegion, file: ChangedFile): readonly DraftFinding[] {
  const { onlyTests, reach, region, tests } = touched
  if (reach === 'file') return []
  return tests.slice(0, MAX_TITLES).map(({ title, file: path, line }) => ({
    ...finding(touched, file, { kind: 'held_by_test' }, { text: title, ...(!onlyTests && reasonOf(region, title)) }),
    places: [line === undefined ? path : `${path}:${line}`],
  }))
}

function finding(
  { region, reach, hunks, gone, anchor, carriedTo = [], moved = false }: TouchedRegion,
  { path }: ChangedFile,
  facts: Pick<RiskFacts, 'kind' | 'echoed'>,
  claim: Pick<Finding, 'text' | 'reason' | 'source' | 'echoed' | 'also_proposed'>,
): DraftFinding {
  const { confidence, context_level, commit, recorded_file: folder } = region
  const recorded = facts.kind === 'constraint' ? recordingOfRule(claim.text, region) : region.recorded
  const lines = reach === 'file' ? undefined : insertedLines(hunks)
  return {
    ...claimsOfRegion(region, facts.kind, claim),
    kind: facts.kind,
    ...assessRisk({ ...facts, confidence, trust: trustOf({ ...claim, context_level, recorded }), reach, gone, moved }),
    file: path,
    ...(folder !== undefined && isFolderPlace(folder) && { folder }),
    ...omitUndefined({ anchor, lines }),
    ...omitEmpty({ gone: gone && !moved, moved, carried_to: carriedTo }),
    ...claim,
    context_level,
    ...omitUndefined({ recorded }),
    confidence,
    commit,
  }
}

/** Returns the reason of a finding, unless its text already says it. */
function reasonOf({ intent }: ReadRegion, text = ''): { readonly reason?: string } {
  return intent === '' || intent === text ? {} : { reason: intent }
}

/**
 * Computes the claims from the recorded words and place. A region without a file counts for each file that it touches.
 * Lines are not part of the id: they change when the annotated commit is rewritten, and the acknowledgement of a
 * finding must not be lost.
 */
function claimsOfRegion(
  region: ReadRegion,
  kind: FindingKind,
  { text, reason = '' }: Pick<Finding, 'text' | 'reason'>,
): Pick<DraftFinding, 'claim' | 'claimAtLines'> {
  const { ast_anchor: unit, lines, recorded_file: recorded, file } = region
  const words = kind === 'rejected_alternative' ? [text, reason] : [text]
  const claim = { kind, file: recorded ?? file, anchor: unit?.name, words }
  const hasName = unit !== undefined && unit.name !== ''
  if (hasName || lines === undefined) return { claim: claimOf(claim) }
  return { claim: claimOf(claim), claimAtLines: claimOf({ ...claim, lines }) }
}
