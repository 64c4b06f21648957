import { nearestNames, neutralisePath } from '@chronicle/core/text'
import { omitEmpty, omitUndefined, parsePlace, type RepoPath } from '@chronicle/schema'
import { fail, valueOf } from '../failure.ts'
import type { NamedState } from '../files/file-states.ts'
import { explainMissing } from '../files/explain-missing.ts'
import { openFile, openTextFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { show } from '../request/parameter-kinds.ts'
import type { SymbolRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import type { ResolvedSymbol, SymbolSearch } from '../source-response.ts'
import { chooseUnit, type Choice } from './choose-unit.ts'
import { describeUnit, type NamedUnit } from './name-units.ts'
import { outlineFile } from './outline-file.ts'
import { searchUnits } from './search-units.ts'

/** The unit a request is about. */
export interface FoundSymbol {
  readonly unit: NamedUnit
  readonly resolved: ResolvedSymbol
  /** All units of its file. */
  readonly units: readonly NamedUnit[]
  readonly search?: SymbolSearch
}

/** Where a unit is looked for, and under which name. */
interface Place {
  /** The target, or its part after the path. */
  readonly name: string
  readonly file?: RepoPath
  readonly folder?: RepoPath
}

/**
 * Finds the unit that a name or an id stands for. Ends the read with `symbol_not_found`, which names the nearest, or
 * with `ambiguous_symbol`, which lists the candidates.
 */
export async function findSymbol(
  request: SymbolRequest,
  state: NamedState,
  context: SourceContext,
): Promise<FoundSymbol> {
  const place = await placeOf(request, state, context)
  if (place.file !== undefined) {
    const units = await outlineFile(await openTextFile(place.file, state, context), context)
    const choice = chooseUnit(request.target, units) ?? chooseUnit(place.name, units)
    if (choice === undefined) return symbolNotFound(request, units, `in ${neutralisePath(place.file)}`, context)
    return settle(choice, request, units, context)
  }
  const { units, search, isPath, similar } = await searchUnits(place.name, place.folder, state, context)
  const choice = chooseUnit(request.target, units)
  if (choice !== undefined) return { ...settle(choice, request, units, context, search), search }
  if (isPath) {
    const path = neutralisePath(place.name)
    fail('symbol_not_found', `No symbol, but a file is called ${path}. Use mode='file', or pass it as path.`, {
      search,
    })
  }
  const where = place.folder === undefined ? 'in the repository' : `below ${neutralisePath(place.folder)}`
  return symbolNotFound(request, [...units, ...(await similar())], where, context, search)
}

async function placeOf({ target, path }: SymbolRequest, state: NamedState, context: SourceContext): Promise<Place> {
  if (path !== undefined) {
    const hint = parseTargetPath(path)
    const name = target.startsWith(`${hint}:`) ? target.slice(hint.length + 1) : target
    if ((await openFile(hint, state, context)) !== undefined) return { name, file: hint }
    const inside = await valueOf(context.git.listFiles(state.tree, hint, context.call))
    return inside.length > 0 ? { name: target, folder: hint } : explainMissing(hint, state, context)
  }
  // An id begins with a path. A name may look like one: `Client::connect` is the file `Client` only if there is one.
  const { file, anchor } = parsePlace(target)
  if (anchor !== undefined && /[\\/]/.test(file)) parseTargetPath(file)
  for (const colon of colonsOf(target)) {
    const prefix = target.slice(0, colon)
    const name = target.slice(colon + 1)
    if (name === '' || /^[/\\]|^[A-Za-z]$/.test(prefix) || prefix.split('/').includes('..')) continue
    const content = await valueOf(context.git.readFile(state.tree, prefix as RepoPath, context.call))
    if (content !== undefined) return { name, file: parseTargetPath(prefix) }
  }
  return { name: target }
}

/** Where a path may end: a name has few separators. */
const MAX_COLONS = 8

function colonsOf(target: string): readonly number[] {
  const colons: number[] = []
  for (let at = target.indexOf(':'); at > 0 && colons.length < MAX_COLONS; at = target.indexOf(':', at + 1)) {
    colons.push(at)
  }
  return colons
}

/** Candidates that the message names. */
const SHOWN_CANDIDATES = 10

function settle(
  choice: Choice,
  request: SymbolRequest,
  units: readonly NamedUnit[],
  { limits }: SourceContext,
  search?: SymbolSearch,
): FoundSymbol {
  const { chosen, candidates, match } = choice
  if (chosen !== undefined) {
    const also = candidates.filter((candidate) => candidate !== chosen).map(({ id }) => id)
    const resolved = { ...describeUnit(chosen), match, ...omitEmpty({ also }) }
    return { unit: chosen, resolved, units: units.filter(({ file }) => file === chosen.file) }
  }
  const listed = candidates.slice(0, limits.listed).map(describeUnit)
  const files = new Set(candidates.map(({ file }) => file.path))
  const shown = listed
    .slice(0, SHOWN_CANDIDATES)
    .map(({ id, type, lines }) => `${neutralisePath(id)} (${type}, lines ${lines.start}-${lines.end})`)
  const more = candidates.length - shown.length
  const hint = files.size > 1 ? 'Pass path to say which file, or an id as target.' : 'Pass one of these ids as target.'
  const message = `${show(request.target)} is ambiguous: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${hint}`
  return fail('ambiguous_symbol', message, {
    candidates: listed,
    ...(candidates.length > listed.length ? { more: candidates.length - listed.length } : {}),
    ...omitUndefined({ search }),
  })
}

function symbolNotFound(
  { target }: SymbolRequest,
  units: readonly NamedUnit[],
  where: string,
  { limits }: SourceContext,
  search?: SymbolSearch,
): never {
  const name = target.slice(0, 200)
  const nearest = nearestNames(
    name,
    units.map(({ unit }) => unit.name),
    5,
  )
  const ids = nearest.flatMap((near) => units.find(({ unit }) => unit.name === near)?.id ?? [])
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.map(neutralisePath).join(', ')}.`
  const limited =
    search === undefined || search.complete
      ? ''
      : ` Not every file was searched (${search.searched} of ${search.files}, ${search.parsed} parsed): pass path.`
  return fail('symbol_not_found', `No symbol is called ${show(target)} ${where}.${hint}${limited}`, {
    nearest,
    ids: ids.slice(0, limits.listed),
    ...omitUndefined({ search }),
  })
}
