import type {
  AnchorMatch,
  Evidence,
  LineRange,
  ReadRegion,
  ResolvedRelated,
  SemanticDependency,
  UnknownKeys,
} from '@chronicle/schema'
import { neutralise, neutralisePath } from './neutralise-text.ts'
import { boundedJson } from './shaped-json.ts'

/*
 * What markdown and pretty say in the same words. Everything returned here is one line and neutralised.
 */

/** Stands in `drifted_by` for edits that are not committed. */
const UNCOMMITTED = 'uncommitted'
/** Commits named in a freshness remark; the rest is a number. */
const MAX_NAMED_COMMITS = 3

const anchorMatchWords: Readonly<Record<AnchorMatch, string>> = {
  exact: 'exact anchor',
  signature_changed: 'signature changed',
  unqualified: 'unqualified anchor',
  fuzzy: 'fuzzy anchor',
  line_overlap: 'lines only',
  gone: 'anchor gone',
  whole_file: 'whole file',
}

/** The seven characters that git prints by default. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{8,64}$/u.test(commit) ? commit.slice(0, 7) : neutralise(commit)
}

export function describeLines(range: LineRange): string {
  return range.start === range.end ? `${range.start}` : `${range.start}-${range.end}`
}

/** `line 4`, or `lines 4-9`. */
export function namedLines(range: LineRange): string {
  return `${range.start === range.end ? 'line' : 'lines'} ${describeLines(range)}`
}

/** `file — unit`, or `file — lines 4-9` without a unit, or the file alone. */
export function regionTitle(region: ReadRegion): string {
  const file = neutralisePath(region.file)
  const name = unitName(region)
  if (name !== '') return `${file} — ${name}`
  const lines = region.current_lines ?? region.lines
  return lines === undefined ? file : `${file} — ${namedLines(lines)}`
}

/** Where the region is now, unless its title says so. */
export function linesBesideTitle(region: ReadRegion): LineRange | undefined {
  const named = unitName(region) !== '' && region.current_lines !== undefined
  return named ? region.current_lines : undefined
}

function unitName(region: ReadRegion): string {
  return neutralise(region.ast_anchor?.name ?? '')
}

/** `1681926 (235 days old)`; the commit alone where the scorer does not tell the age. */
export function describeCommit({ commit, confidence_factors: { recency } }: ReadRegion): string {
  return recency === undefined ? shortCommit(commit) : `${shortCommit(commit)} (${neutralise(recency)})`
}

/** `0.92 (enhanced, exact anchor)`; how the note came about is named when it is not the original one. */
export function describeConfidence(region: ReadRegion): string {
  const { anchor_match, provenance } = region.confidence_factors
  const factors: string[] = [region.context_level, anchorMatchWords[anchor_match]]
  if (provenance !== undefined && provenance !== 'initial') factors.push(neutralise(provenance))
  return `${region.confidence.toFixed(2)} (${factors.join(', ')})`
}

/** What has become of the code since: a label and a remark. Nothing for a fresh region. */
export function describeFreshness(region: ReadRegion): { readonly label: string; readonly text: string } | undefined {
  switch (region.freshness) {
    case 'fresh':
      return undefined
    case 'moved':
      return { label: 'Moved', text: `recorded as ${recordedPlace(region)}` }
    case 'drifted':
      return { label: 'Drifted', text: describeDrift(region) }
    case 'orphaned':
      return { label: 'Orphaned', text: 'neither the unit nor its lines are left; check before you rely on it' }
  }
}

function recordedPlace(region: ReadRegion): string {
  const lines = region.lines === undefined ? '' : ` ${namedLines(region.lines)}`
  return `${neutralisePath(region.recorded_file ?? region.file)}${lines}`
}

function describeDrift(region: ReadRegion): string {
  const signature = region.survival === 1 && region.confidence_factors.anchor_match === 'signature_changed'
  const what = signature ? 'signature changed since' : 'lines changed since'
  const commits = region.drifted_by ?? []
  const named = commits.slice(0, MAX_NAMED_COMMITS).map((commit) => {
    return commit === UNCOMMITTED ? 'uncommitted edits' : shortCommit(commit)
  })
  if (commits.length > named.length) named.push(`${commits.length - named.length} more`)
  const left = region.survival < 1 ? ` (${Math.round(region.survival * 100)}% left)` : ''
  return `${what}${named.length === 0 ? '' : ` by ${named.join(', ')}`}${left}`
}

/** The signature as recorded, where it says something that the code does not. */
export function recordedSignature(region: ReadRegion, verbose: boolean): string {
  const told = verbose || region.confidence_factors.anchor_match === 'signature_changed'
  return told ? neutralise(region.ast_anchor?.signature ?? '') : ''
}

export function describeEvidence(evidence: Evidence): string {
  const lines = evidence.lines === undefined ? '' : `:${describeLines(evidence.lines)}`
  const file = evidence.file === undefined ? '' : ` ${neutralisePath(evidence.file)}`
  const quote = evidence.quote === undefined ? '' : `: ${neutralise(evidence.quote)}`
  return `${neutralise(evidence.kind).replaceAll('_', ' ')}${file}${lines}${quote}`
}

export function describeDependency(dependency: SemanticDependency): string {
  const place = [neutralisePath(dependency.file), neutralise(dependency.anchor)].filter((part) => part !== '')
  return `${place.join(' — ')}: ${neutralise(dependency.nature)}`
}

/** `a1b2c3d Unit (relationship): intent`, or why the link leads nowhere. */
export function describeRelated(related: ResolvedRelated): string {
  const place = [neutralisePath(related.file ?? ''), neutralise(related.anchor)].filter((part) => part !== '')
  const hop = related.hop > 1 ? `, hop ${related.hop}` : ''
  const target = `${shortCommit(related.commit)} ${place.join(' — ')} (${neutralise(related.relationship)}${hop})`
  if (related.intent !== undefined) return `${target}: ${neutralise(related.intent)}`
  return related.unresolved === undefined ? target : `${target}: ${unresolvedWords[related.unresolved]}`
}

const unresolvedWords = {
  no_annotation: 'that commit has no note',
  no_region: 'its note does not speak of that unit',
  malformed_note: 'its note cannot be read',
  retracted: 'it was retracted',
} as const

/** A correction in words where it has the usual keys, else its JSON. */
export function describeCorrection(correction: UnknownKeys): string {
  const text = (key: string): string => {
    const value = correction[key]
    return typeof value === 'string' ? neutralise(value) : ''
  }
  const reason = text('reason')
  const type = text('correction_type')
  if (reason === '' && type === '') return neutralise(JSON.stringify(boundedJson(correction)))
  const what = [type, text('field')].filter((part) => part !== '').join(' ')
  const target = text('target_value')
  const replacement = text('replacement')
  const newer = text('superseded_by')
  const about = [
    target === '' ? '' : ` "${target}"`,
    replacement === '' ? '' : ` → "${replacement}"`,
    newer === '' ? '' : ` by ${shortCommit(newer)}`,
  ].join('')
  const who = [text('author'), text('timestamp').slice(0, 10)].filter((part) => part !== '').join(', ')
  const missed = correction['effect'] === 'value_not_found' ? ' [no such value is recorded: nothing was changed]' : ''
  return `${what}${about}${reason === '' ? '' : `: ${reason}`}${who === '' ? '' : ` (${who})`}${missed}`
}
