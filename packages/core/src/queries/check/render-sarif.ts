import {
  omitEmpty,
  omitUndefined,
  parsePlace,
  type AcknowledgedFinding,
  type CheckOutput,
  type Finding,
  type FindingKind,
  type RiskLevel,
} from '@chronicle/schema'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { jsonText } from '../../format/shaped-json.ts'
import { carriedText, FINDING_WORDS, placesText } from './check-answer.ts'

/*
 * SARIF 2.1.0 (OASIS, 2020): https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. The section numbers
 * below refer to that document.
 */

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

/** §3.27.10 */
const LEVELS: Readonly<Record<RiskLevel, 'error' | 'warning' | 'note'>> = {
  high: 'error',
  medium: 'warning',
  low: 'note',
}

interface Rule {
  readonly kind: FindingKind
  readonly name: string
  readonly about: string
}

const RULES: readonly Rule[] = [
  {
    kind: 'constraint',
    name: 'RecordedConstraint',
    about: 'The change touches code with a recorded constraint. Verify that it still holds.',
  },
  {
    kind: 'dependent',
    name: 'RecordedDependent',
    about: 'The change touches code that other code relies on. Verify that what is assumed there still holds.',
  },
  {
    kind: 'cross_cutting',
    name: 'PartnerNotChanged',
    about: 'The change touches one of several places that must change together, and not the others.',
  },
  {
    kind: 'rejected_alternative',
    name: 'RejectedAlternative',
    about: 'The change touches code for which an approach was rejected before. Verify that it does not return.',
  },
  { kind: 'risk', name: 'RecordedRisk', about: 'The change touches code with a recorded risk.' },
  {
    kind: 'comment',
    name: 'QuotedCommentGone',
    about:
      'The change deletes or edits a comment that is recorded as a reason or a rule. Verify that it no longer holds.',
  },
  { kind: 'held_by_test', name: 'HeldByTest', about: 'The change touches code that a test holds. Run the test.' },
  {
    kind: 'test_gone',
    name: 'HoldingTestGone',
    about:
      'The change deletes or retitles a test that held code. Verify that the code need not do any more what it states.',
  },
]

/**
 * Renders the answer as a SARIF 2.1.0 log for code scanning: one rule for each kind of finding, and `error`, `warning`
 * and `note` for high, medium and low risk. Locations are relative to the top of the repository. The fingerprint of a
 * finding is its id, by which the next run recognises it. Acknowledged findings are suppressed, with the reason.
 */
export function renderSarif({ acknowledged, findings, diagnostics }: CheckOutput): string {
  const driver = {
    name: 'Chronicle',
    rules: RULES.map(({ kind, name, about }) => ({
      id: ruleId(kind),
      name,
      shortDescription: { text: FINDING_WORDS[kind] },
      fullDescription: { text: about },
      defaultConfiguration: { level: 'warning' },
    })),
  }
  const notifications = diagnostics.map(({ code, severity, message }) => ({
    descriptor: { id: code },
    level: severity === 'warning' ? 'warning' : 'note',
    message: { text: plain(message) },
  }))
  const results = [
    ...findings.map(resultOf),
    ...acknowledged.map((finding) => ({ ...resultOf(finding), suppressions: [suppressionOf(finding)] })),
  ]
  return [
    `{"$schema":${jsonText(SCHEMA)},"version":"2.1.0","runs":[{`,
    `"tool":${jsonText({ driver })},`,
    `"invocations":${jsonText([
      {
        executionSuccessful: true,
        ...omitEmpty({ toolExecutionNotifications: notifications }),
      },
    ])},`,
    '"columnKind":"utf16CodeUnits",',
    // Each result is on its own line, so that two logs can be diffed.
    `"results":[${results.map((result) => `\n${jsonText(result)}`).join(',')}]}]}\n`,
  ].join('\n')
}

function resultOf(finding: Finding): object {
  const { kind, risk, score, file, anchor, lines, places = [], confidence, commit } = finding
  const related = places.map((place, index) => ({ id: index + 1, ...relatedLocation(place) }))
  return {
    ruleId: ruleId(kind),
    ruleIndex: RULES.findIndex((rule) => rule.kind === kind),
    level: LEVELS[risk],
    // §3.27.25: a percentage.
    rank: Math.round(score * 100),
    message: { text: messageOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact(file),
          ...omitUndefined({ region: lines && { startLine: lines.start, endLine: lines.end } }),
        },
        ...(anchor !== undefined && { logicalLocations: [{ fullyQualifiedName: neutralise(anchor) }] }),
      },
    ],
    ...omitEmpty({ relatedLocations: related }),
    partialFingerprints: { 'chronicleFinding/v2': finding.id },
    properties: { id: finding.id, confidence, commit: neutralise(commit) },
  }
}

/** §3.35: `inSource` means stored with the change itself. */
function suppressionOf({ acknowledged }: AcknowledgedFinding): object {
  const { author, commit, reason, where } = acknowledged
  return {
    kind: where === 'trailer' ? 'inSource' : 'external',
    status: 'accepted',
    justification: neutralise(reason),
    properties: { author: neutralise(author), where, ...(commit !== undefined && { commit: neutralise(commit) }) },
  }
}

function ruleId(kind: FindingKind): string {
  return `chronicle/${kind.replaceAll('_', '-')}`
}

function messageOf({
  kind,
  anchor,
  folder,
  text,
  reason,
  carried_to: carried = [],
  places = [],
  ...facts
}: Finding): string {
  const state = facts.gone === true ? ', gone or renamed' : facts.moved === true ? ', moved' : ''
  const unit = anchor === undefined ? '' : ` (${neutralise(anchor)}${state})`
  const about = folder === undefined ? unit : ` (rule for ${neutralisePath(folder)})`
  const moved = carried.length === 0 ? '' : `; ${carriedText(carried)}`
  const others = places.length === 0 ? '' : `; ${placesText(kind, places)}`
  const why = reason === undefined ? '' : ` — ${neutralise(reason)}`
  return plain(`${FINDING_WORDS[kind]}${about}: ${neutralise(text)}${moved}${others}${why}`)
}

/** Escapes a message so that no recorded text can be read as a link (§3.11.6). */
function plain(text: string): string {
  return neutralise(text).replace(/[\\[\]]/gu, '\\$&')
}

function relatedLocation(place: string): object {
  const { file, anchor } = parsePlace(place)
  return {
    physicalLocation: { artifactLocation: artifact(file) },
    ...(anchor !== undefined && { logicalLocations: [{ fullyQualifiedName: neutralise(anchor) }] }),
  }
}

/** Returns a path as a relative URI reference (§3.4.4), with every byte that has a meaning in a URI percent-encoded. */
function artifact(path: string): object {
  const segments = path.replace(/\p{Cs}/gu, '\uFFFD').split('/')
  return { uri: segments.map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' }
}
