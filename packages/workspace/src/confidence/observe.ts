import type { AstParser, AstUnit, GitBackend } from '@chronicle/core/contracts'
import { matchAnchor } from '@chronicle/core/text'
import type { AnchorMatch, LineRange, RepoPath } from '@chronicle/schema'
import { commentsOf, type StatementKind } from './find-statements.ts'
import { mapUnchangedLines, unchangedLines } from './line-maps.ts'
import { followPath, type MainlineCommit } from './mainline.ts'
import { contentWords, shareOfWords, MIN_SHARED_WORDS } from './rule-words.ts'
import { readText, type SampledStatement } from './sample-statements.ts'

/** The state of one statement at one later commit. */
export interface Observation {
  readonly repository: string
  /** Number of the statement within its repository. Observations of one statement are not independent. */
  readonly statement: number
  readonly kind: StatementKind
  readonly anchorMatch: AnchorMatch
  /** Share of the recorded lines that are unchanged, without those of the comment. */
  readonly intact: number
  readonly recordedLines: number
  readonly ageInDays: number
  /** Number of commits later (50, 200 or 1000), or the tip. */
  readonly horizon: number | 'tip'
  /** Whether the statement is still in the same unit, verbatim or with most of its words. */
  readonly stillThere: boolean
  /** Whether it is elsewhere in the file, but not in the unit. */
  readonly elsewhere: boolean
  /** Details for reading by hand. */
  readonly source: {
    readonly text: string
    readonly commit: string
    readonly path: string
    readonly unit: string
    readonly laterCommit: string
    readonly laterPath: string
    readonly laterLines: LineRange
    readonly share: number
  }
}

/** The observations of one repository, and the number of failed ones. */
export interface FollowedStatements {
  readonly observations: readonly Observation[]
  /**
   * Number of observations for which the file, or the unit and all of its lines, no longer exist. No code is left that
   * the statement could be true of.
   */
  readonly gone: number
  /** Number of statements whose comment has no code beside it. */
  readonly unplaced: number
}

/** Numbers of commits after which statements are observed. The tip is always observed too. */
const HORIZONS = [50, 200, 1000] as const

/** Follows statements from the commit that added them to later commits of the mainline. */
export async function followStatements(
  repository: string,
  seams: { readonly git: GitBackend; readonly ast: AstParser },
  mainline: readonly MainlineCommit[],
  statements: readonly SampledStatement[],
): Promise<FollowedStatements> {
  const observations: Observation[] = []
  let gone = 0
  let unplaced = 0
  const tip = mainline.length - 1
  for (const [number, statement] of statements.entries()) {
    const place = await placeOf(statement, seams.ast)
    if (place === undefined) {
      unplaced++
      continue
    }
    const later = HORIZONS.map((commits) => ({ horizon: commits, index: statement.index + commits }))
    const points = [...later.filter(({ index }) => index < tip), { horizon: 'tip' as const, index: tip }]
    for (const { horizon, index } of points) {
      const [commit, written] = [mainline[index], mainline[statement.index]]
      if (commit === undefined || written === undefined) continue
      const path = followPath(mainline, statement.path, statement.index, index)
      const text = path === undefined ? undefined : await readText(seams.git, commit.id, path)
      const state = path === undefined || text === undefined ? undefined : await stateAt(place, path, text, seams.ast)
      if (state === undefined || path === undefined) {
        gone++
        continue
      }
      const { anchorMatch, intact, share, shareInFile, lines } = state
      observations.push({
        ...{ repository, statement: number, kind: statement.kind, anchorMatch, intact },
        recordedLines: place.recorded.length,
        ageInDays: Math.max(0, (commit.time - written.time) / 86_400_000),
        horizon,
        stillThere: share >= MIN_SHARED_WORDS,
        elsewhere: share < MIN_SHARED_WORDS && shareInFile >= MIN_SHARED_WORDS,
        source: {
          ...{ text: statement.text, commit: written.id.slice(0, 10), path: statement.path },
          ...{ unit: place.unit?.name ?? '', laterCommit: commit.id.slice(0, 10), laterPath: path, laterLines: lines },
          share,
        },
      })
    }
  }
  return { observations, gone, unplaced }
}

/** A statement at its commit: the unit that contains it, and the lines it is about. */
interface StatementPlace {
  readonly unit: AstUnit | undefined
  /** Without the lines of the comment. Otherwise a predictor would depend on whether the comment is still there. */
  readonly recorded: readonly number[]
  readonly commentLines: number
  readonly source: string
  readonly words: readonly string[]
}

/** Maximum number of lines below a comment outside every unit that the comment is taken to be about. */
const MAX_PARAGRAPH_LINES = 20

async function placeOf(statement: SampledStatement, ast: AstParser): Promise<StatementPlace | undefined> {
  const { comment, source, path } = statement
  const lines = source.split('\n')
  const unit = unitAt(await unitsOf(ast, path, source), lines, comment)
  const range = unit?.lines ?? (statement.trailing ? comment : paragraphBelow(lines, comment))
  const recorded: number[] = []
  for (let line = range.start; line <= range.end; line++)
    if (line < comment.start || line > comment.end) recorded.push(line)
  if (!recorded.some((line) => IDENTIFYING_LINE.test(lines[line - 1] ?? ''))) return undefined
  const commentLines = comment.end - comment.start + 1
  return { unit, recorded, commentLines, source, words: contentWords(statement.text) }
}

/** Matches lines that identify their code. A line with only a brace could be found anywhere. */
const IDENTIFYING_LINE = /\p{L}{3}/u

/** Matches the start of a Python docstring, which documents the unit that contains it. */
const DOCSTRING = /^\s*[rRuU]?(?:"""|''')/u

/**
 * Returns the unit that begins below a comment, after at most one blank line, or else the unit around the comment. For
 * a docstring, it is the unit around it.
 */
function unitAt(units: readonly AstUnit[], lines: readonly string[], comment: LineRange): AstUnit | undefined {
  if (DOCSTRING.test(lines[comment.start - 1] ?? '')) return innermost(units, comment)
  const below = lines[comment.end]?.trim() === '' ? comment.end + 2 : comment.end + 1
  return units.find((unit) => unit.lines.start === below) ?? innermost(units, comment)
}

function paragraphBelow(lines: readonly string[], { end: above }: LineRange): LineRange {
  const end = (lines[above] ?? '').trim() === '' ? above + 1 : above
  let last = end
  while (last < end + MAX_PARAGRAPH_LINES && (lines[last] ?? '').trim() !== '') last++
  return { start: end + 1, end: last }
}

interface State {
  readonly anchorMatch: AnchorMatch
  readonly intact: number
  readonly share: number
  readonly shareInFile: number
  readonly lines: LineRange
}

/** Returns `undefined` if the unit can be found neither by name nor by lines. */
async function stateAt(place: StatementPlace, path: string, text: string, ast: AstParser): Promise<State | undefined> {
  const units = await unitsOf(ast, path, text)
  const map = mapUnchangedLines(place.source, text)
  const carried = place.recorded.flatMap((line) => map.get(line) ?? [])
  const named = namedUnit(place, units, text)
  const after = text.split('\n')
  if (named === undefined && !carried.some((line) => IDENTIFYING_LINE.test(after[line - 1] ?? ''))) return undefined
  const lines = named?.lines ?? placeByLines(carried, units, place)
  const inUnit = named === undefined ? new Set<number>() : unchangedLines(place.source, place.unit?.lines, text, lines)
  const intact = place.recorded.filter((line) => map.has(line) || inUnit.has(line)).length / place.recorded.length
  const comments = commentsOf(path, text).map((comment) => ({
    // A blank line may be between a comment and what it documents.
    inUnit: comment.start <= lines.end && lines.start <= comment.end + 2,
    share: shareOfWords(place.words, contentWords(comment.text.join('\n'))),
  }))
  const share = Math.max(0, ...comments.filter((comment) => comment.inUnit).map((comment) => comment.share))
  const shareInFile = Math.max(0, ...comments.map((comment) => comment.share))
  return { anchorMatch: matchOf(place, named), intact, share, shareInFile, lines }
}

function matchOf({ unit }: StatementPlace, named: NamedUnit | undefined): AnchorMatch {
  if (unit === undefined) return 'line_overlap'
  if (named === undefined) return 'gone'
  return named.kind === 'exact' && named.sameSignature
    ? 'exact'
    : named.sameSignature
      ? named.kind
      : 'signature_changed'
}

interface NamedUnit {
  readonly kind: 'exact' | 'unqualified'
  readonly sameSignature: boolean
  readonly lines: LineRange
}

/** Returns the unit of the same name. If there are several, it is the one with most of the recorded lines. */
function namedUnit(
  { unit, source, recorded }: StatementPlace,
  units: readonly AstUnit[],
  text: string,
): NamedUnit | undefined {
  if (unit === undefined) return undefined
  const found = matchAnchor(unit.name, units, (each) => each.name, { fuzzy: false })
  if (found === undefined || found.kind === 'fuzzy') return undefined
  const ranked = found.matches.map((match) => {
    const unchanged = found.matches.length === 1 ? undefined : unchangedLines(source, unit.lines, text, match.lines)
    return { match, kept: unchanged === undefined ? 0 : recorded.filter((line) => unchanged.has(line)).length }
  })
  const [best] = ranked.sort((a, b) => b.kept - a.kept)
  if (best === undefined) return undefined
  const sameSignature = unit.signature === undefined || best.match.signature === unit.signature
  return { kind: found.kind, sameSignature, lines: best.match.lines }
}

/**
 * Returns the smallest unit that now contains most of the carried lines. Otherwise returns those lines, with room for
 * the comment.
 */
function placeByLines(carried: readonly number[], units: readonly AstUnit[], place: StatementPlace): LineRange {
  const within = ({ start, end }: LineRange): number => carried.filter((line) => start <= line && line <= end).length
  const around = units.filter(({ lines }) => within(lines) * 2 > carried.length).sort(bySize)
  const unit = place.unit === undefined ? undefined : around[0]
  const [start, end] = [Math.min(...carried), Math.max(...carried)]
  return unit?.lines ?? { start: Math.max(1, start - place.commentLines - 3), end: end + 1 }
}

function innermost(units: readonly AstUnit[], { start, end }: LineRange): AstUnit | undefined {
  return units.filter(({ lines }) => lines.start <= start && end <= lines.end).sort(bySize)[0]
}

function bySize(a: AstUnit, b: AstUnit): number {
  return a.lines.end - a.lines.start - (b.lines.end - b.lines.start)
}

/** Returns the units of a file. If it cannot be parsed, returns none, and only lines are compared. */
async function unitsOf(ast: AstParser, path: string, text: string): Promise<readonly AstUnit[]> {
  const outline = await ast.outline({ path: path as RepoPath, text })
  return outline.isErr() ? [] : outline.value.units
}
