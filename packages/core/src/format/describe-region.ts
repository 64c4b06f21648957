import type {
  AnchorMatch,
  Condensation,
  ContextLevel,
  Evidence,
  LineRange,
  ReadRegion,
  Recording,
  ResolvedRelated,
  ShownDependency,
  UnknownKeys,
} from '@chronicle/schema'
import { neutralise, neutralisePath } from './neutralise-text.ts'
import { boundedJson } from './shaped-json.ts'
import { toolName } from './names.ts'

/* Texts about a region that markdown and pretty share. All are one neutralised line. */

/** Entry of `drifted_by` for uncommitted edits. */
const UNCOMMITTED = 'uncommitted'
/** Maximum number of commits to list in a freshness remark. The rest is counted. */
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

/** Returns the first seven characters, as git prints by default. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{8,64}$/u.test(commit) ? commit.slice(0, 7) : neutralise(commit)
}

export function describeLines(range: LineRange): string {
  return range.start === range.end ? `${range.start}` : `${range.start}-${range.end}`
}

/** Formats lines: `line 4`, or `lines 4-9`. */
export function namedLines(range: LineRange): string {
  return `${range.start === range.end ? 'line' : 'lines'} ${describeLines(range)}`
}

/**
 * Formats a title: `file — unit`, or `file — lines 4-9` without a unit, or only the file. Uses the unit's current name.
 */
export function regionTitle(region: ReadRegion): string {
  const file = fileTitle(region)
  const place = placeInFile(region)
  return place === file ? file : `${file} — ${place}`
}

/** Returns the unit, or the lines, or the file if the region is about the whole file. */
export function placeInFile(region: ReadRegion): string {
  const name = unitName(region)
  if (name !== '') return name
  const lines = region.current_lines ?? region.lines
  return lines === undefined ? fileTitle(region) : namedLines(lines)
}

function fileTitle(region: ReadRegion): string {
  return region.about === 'repository' ? 'the whole repository' : neutralisePath(region.file)
}

/** Returns the current lines of a region, unless its title contains them. */
function linesBesideTitle(region: ReadRegion): LineRange | undefined {
  return unitName(region) === '' ? undefined : region.current_lines
}

function unitName(region: ReadRegion): string {
  return neutralise(region.current_anchor ?? region.ast_anchor?.name ?? '')
}

/** Returns the facts about a region that its title lacks: commit and age, confidence, place, freshness. */
export function regionFacts(region: ReadRegion): readonly string[] {
  const { ast_anchor: recordedUnit, also_on: alsoOn = [], current_anchor: unitNow } = region
  const lines = linesBesideTitle(region)
  const isRenamed = unitNow !== undefined && recordedUnit !== undefined
  return [
    describeCommit(region),
    `confidence ${describeConfidence(region)}`,
    ...(lines === undefined ? [] : [namedLines(lines)]),
    ...describeAbout(region),
    ...(isRenamed ? [`recorded as ${neutralise(recordedUnit.name)}`] : []),
    ...describeFreshness(region),
    ...(region.outlived === true ? [`${whatIsLeft(region)} is left; only what still binds is shown`] : []),
    ...describeComment(region),
    ...(alsoOn.length === 0 ? [] : [`also recorded on ${someCommits(alsoOn)}`]),
  ]
}

/**
 * Formats the commit: `a1b2c3d (2 years old)`. If it was annotated by somebody else or much later, adds the recorder,
 * date and tool.
 */
function describeCommit({ commit, confidence_factors: { recency }, context_level, recorded }: ReadRegion): string {
  const facts = [recency, recorded && describeRecording(recorded, context_level)].filter((fact) => fact !== undefined)
  return facts.length === 0 ? shortCommit(commit) : `${shortCommit(commit)} (${facts.map(neutralise).join(', ')})`
}

/**
 * Formats who recorded a region and when. For inferred regions this is the tool without its version, not the person who
 * ran it.
 */
export function describeRecording({ at, by, with: tool }: Recording, level: ReadRegion['context_level']): string {
  const inferred = level === 'inferred' && tool !== undefined
  const who = inferred ? ` by ${toolName(tool)}` : by === undefined ? '' : ` by ${by}`
  return `${inferred ? 'inferred' : 'recorded'} ${at.slice(0, 10)}${who}`
}

/** Formats the confidence: `0.92 (enhanced)`, with the anchor match and the provenance if unusual. */
function describeConfidence(region: ReadRegion): string {
  const { anchor_match, provenance } = region.confidence_factors
  const factors: string[] = [region.context_level]
  if (anchor_match !== 'exact') factors.push(anchorMatchWords[anchor_match])
  if (provenance !== undefined && provenance !== 'initial') factors.push(neutralise(provenance))
  return `${region.confidence.toFixed(2)} (${factors.join(', ')})`
}

/** Inferred regions are outlived by their change as soon as little of it is left. */
function whatIsLeft({ context_level: level }: ReadRegion): string {
  return level === 'inferred' ? 'little or nothing that the commit wrote' : 'no line written by the commit'
}

function describeAbout(region: ReadRegion): readonly string[] {
  if (region.about === undefined) return []
  if (region.about === 'repository') return ['rule for the whole repository']
  if (region.about === 'folder') {
    const { file, recorded_file: folder = file } = region
    // After a folder was renamed, the file is no longer in the recorded folder.
    return [`rule for ${file.startsWith(folder) ? '' : 'its folder, recorded for '}${neutralisePath(folder)}`]
  }
  if (region.about === 'file') return ['about the whole file']
  if (region.about === 'commit') {
    return [region.intact_lines === undefined ? 'about the commit that moved the file here' : 'about the whole commit']
  }
  return [`about the enclosing unit ${unitName(region)}`.trimEnd()]
}

function describeComment({ comment, drifted_by: by = [] }: ReadRegion): readonly string[] {
  if (comment === undefined) return []
  if (comment === 'stands') return ['quotes a comment that stands in the code']
  return [`its comment was changed or deleted${by.length === 0 ? '' : `, see ${someCommits(by)}`}`]
}

/** Describes how the code has changed since. Empty for a fresh region. */
function describeFreshness(region: ReadRegion): readonly string[] {
  switch (region.freshness) {
    case 'fresh':
      return []
    case 'moved':
      return [`moved from ${recordedPlace(region)}`]
    case 'drifted':
      return [describeDrift(region)]
    case 'orphaned':
      return ['neither the unit nor its lines are left: check before you rely on it']
  }
}

function recordedPlace(region: ReadRegion): string {
  const file = region.recorded_file === undefined ? '' : neutralisePath(region.recorded_file)
  const lines = region.lines === undefined ? '' : namedLines(region.lines)
  return [file, lines].filter((part) => part !== '').join(' ') || 'elsewhere'
}

/** Formats a drift: `12 of 15 lines intact, changed by a1b2c3d, 9f8e7d6 (+3 more)` */
function describeDrift(region: ReadRegion): string {
  const { confidence_factors: factors, drifted_by: commits = [], intact_lines: lines, survival } = region
  const by = commits.length === 0 ? '' : ` by ${someCommits(commits)}`
  if (survival === 1) return `${factors.anchor_match === 'signature_changed' ? 'signature ' : ''}changed${by}`
  const intact =
    lines === undefined ? `${Math.round(survival * 100)}% intact` : `${lines.intact} of ${lines.recorded} lines intact`
  return `${intact}, changed${by === '' ? ' since' : by}`
}

function someCommits(commits: readonly string[]): string {
  const named = commits.slice(0, MAX_NAMED_COMMITS).map((commit) => {
    return commit === UNCOMMITTED ? 'uncommitted edits' : shortCommit(commit)
  })
  const more = commits.length - named.length
  return `${named.join(', ')}${more > 0 ? ` (+${more} more)` : ''}`
}

/**
 * Returns the source of a rule for the brackets before it: the author of the commit, another person by name, or the
 * recorded source. An inferred rule with the source `author` is the author's, whoever ran the tool.
 */
export function describeSource(source: string, recorded: Recording | undefined, level: ContextLevel): string {
  const by = level === 'inferred' ? undefined : recorded?.by
  return neutralise(source === 'author' ? (by ?? source) : source)
}

/** Returns who said a rule and when: who replaced its text by a correction, or else who recorded its region. */
export function recordingOfRule(
  text: string,
  {
    corrections = [],
    recorded,
  }: { readonly corrections?: readonly UnknownKeys[]; readonly recorded?: Recording | undefined },
): Recording | undefined {
  const {
    author,
    timestamp: at,
    by_author: isAuthors,
  } = corrections.findLast(
    ({ effect, field, replacement }) => effect === 'applied' && field === 'constraints' && replacement === text,
  ) ?? {}
  if (typeof author !== 'string' || typeof at !== 'string') return recorded
  return isAuthors === true ? { at } : { by: author.replace(/ <[^<>]*>$/u, ''), at }
}

/** Returns the recorded signature if it differs from the code, or in verbose output. */
export function recordedSignature(region: ReadRegion, verbose: boolean): string {
  const isShown = verbose || region.confidence_factors.anchor_match === 'signature_changed'
  return isShown ? neutralise(region.ast_anchor?.signature ?? '') : ''
}

/** Formats the source of a claim: `commit message`, `src/a.ts:12-14`, followed by the quotation if there is one. */
export function describeEvidence({ kind, commit, file, lines, quote, url, author }: Evidence): string {
  const range = lines === undefined ? '' : `:${describeLines(lines)}`
  const source = commit === undefined ? kind.replaceAll('_', ' ') : `message of ${shortCommit(commit)}`
  const sourceParts = [author === undefined ? source : author, ...(url === undefined ? [] : [url])]
  const place =
    file === undefined ? neutralise(withShortIds(sourceParts.join(' in '))) : `${neutralisePath(file)}${range}`
  return quote === undefined ? place : `${place}: ${neutralise(quote)}`
}

/** Shortens the ids of sessions and messages to what is needed to find them. */
function withShortIds(text: string): string {
  return text.replace(/\b([0-9a-f]{8}-[0-9a-f]{4})(?:-[0-9a-f]{4}){2}-[0-9a-f]{12}\b/g, '$1')
}

export function describeDependency({ anchor, file, nature, ...recorded }: ShownDependency): string {
  const place = [neutralisePath(file), neutralise(anchor)].filter((part) => part !== '')
  const before = [neutralisePath(recorded.recorded_file ?? ''), neutralise(recorded.recorded_anchor ?? '')]
  const names = before.filter((part) => part !== '').join(' — ')
  const then = names === '' ? '' : ` (recorded as ${names})`
  return `${place.join(' — ')}${then}: ${neutralise(nature)}`
}

/**
 * Formats a link: `a1b2c3d Unit (relationship): intent`, or why it cannot be resolved. `once` shortens an intent that
 * was already shown.
 */
export function describeRelated(related: ResolvedRelated, once: (intent: string) => string = (same) => same): string {
  const place = [neutralisePath(related.file ?? ''), neutralise(related.anchor)].filter((part) => part !== '')
  const hop = related.hop > 1 ? `, hop ${related.hop}` : ''
  const target = `${shortCommit(related.commit)} ${place.join(' — ')} (${neutralise(related.relationship)}${hop})`
  if (related.intent !== undefined) return `${target}: ${neutralise(once(related.intent))}`
  return related.unresolved === undefined ? target : `${target}: ${unresolvedWords[related.unresolved]}`
}

const unresolvedWords = {
  no_annotation: 'that commit has no note',
  no_region: 'its note does not speak of that unit',
  malformed_note: 'its note cannot be read',
  retracted: 'it was retracted',
} as const

/** Formats a correction as text if it has the usual keys, otherwise as JSON. */
export function describeCorrection(correction: UnknownKeys): string {
  const text = (key: string): string => {
    const value = correction[key]
    return typeof value === 'string' ? neutralise(value) : ''
  }
  const condensed =
    correction['effect'] === 'applied' && correction['correction_type'] === 'amend'
      ? describeCondensation(correction['condensed'])
      : ''
  if (condensed !== '') return condensed
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

/**
 * Formats a condensation: `reasoning condensed by the model anthropic/claude-… from 5 texts of 3 commits; …`. Empty if
 * the value is not a condensation.
 */
function describeCondensation(condensed: unknown): string {
  if (typeof condensed !== 'object' || condensed === null) return ''
  const { commits, texts, with: model } = condensed as Partial<Condensation>
  if (typeof model !== 'string' || typeof texts !== 'number') return ''
  const from = typeof commits === 'number' && commits > 1 ? ` of ${commits} commits` : ''
  return `reasoning condensed by the model ${neutralise(model)} from ${texts} texts${from}; show --verbose of this commit has them word for word`
}
