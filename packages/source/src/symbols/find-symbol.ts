import { nearestNames, neutralisePath } from '@chronicle/core/text'
import {
  ok,
  omitEmpty,
  omitUndefined,
  parsePlace,
  safeTry,
  type Err,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { NamedState } from '../files/file-states.ts'
import { explainMissing } from '../files/explain-missing.ts'
import { openFile, openTextFile } from '../files/open-file.ts'
import { parseTargetPath } from '../files/parse-target-path.ts'
import { show } from '../request/parameter-kinds.ts'
import type { SymbolRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import type { ResolvedSymbol, SymbolSearch } from '../source-response.ts'
import { chooseUnit, type UnitMatch } from './choose-unit.ts'
import { describeUnit, type NamedUnit } from './name-units.ts'
import { outlineFile } from './outline-file.ts'
import { searchUnits } from './search-units.ts'

/** The unit that a request is about. */
export interface FoundSymbol {
  readonly unit: NamedUnit
  readonly resolved: ResolvedSymbol
  /** All units of its file. */
  readonly units: readonly NamedUnit[]
  readonly search?: SymbolSearch
}

/** Where to search for a unit, and by which name. */
interface Place {
  /** The target, or its part after the path. */
  readonly name: string
  readonly file?: RepoPath
  readonly folder?: RepoPath
}

/**
 * Finds the unit with a name or an id. Fails with `symbol_not_found`, which lists the nearest names, or with
 * `ambiguous_symbol`, which lists the candidates.
 */
export function findSymbol(
  request: SymbolRequest,
  state: NamedState,
  context: SourceContext,
): ResultAsync<FoundSymbol, SourceError> {
  return safeTry(async function* () {
    const place = yield* placeOf(request, state, context)
    if (place.file !== undefined) {
      const units = yield* outlineFile(yield* openTextFile(place.file, state, context), context)
      const choice = chooseUnit(request.target, units) ?? chooseUnit(place.name, units)
      if (choice === undefined) return symbolNotFound(request, units, `in ${neutralisePath(place.file)}`, context)
      return resolveChoice(choice, request, units, context)
    }
    const { units, search, isPath, similar } = yield* searchUnits(place.name, place.folder, state, context)
    const choice = chooseUnit(request.target, units)
    if (choice !== undefined)
      return resolveChoice(choice, request, units, context, search).map((found) => ({ ...found, search }))
    if (isPath) {
      const path = neutralisePath(place.name)
      return sourceFailure(
        'symbol_not_found',
        `No symbol, but a file is called ${path}. Use mode='file', or pass it as path.`,
        {
          search,
        },
      )
    }
    const where = place.folder === undefined ? 'in the repository' : `below ${neutralisePath(place.folder)}`
    return symbolNotFound(request, [...units, ...(yield* similar())], where, context, search)
  })
}

function placeOf(
  { target, path }: SymbolRequest,
  state: NamedState,
  context: SourceContext,
): ResultAsync<Place, SourceError> {
  return safeTry(async function* () {
    if (path !== undefined) {
      const hint = yield* parseTargetPath(path)
      const name = target.startsWith(`${hint}:`) ? target.slice(hint.length + 1) : target
      if ((yield* openFile(hint, state, context)) !== undefined) return ok({ name, file: hint })
      const inside = yield* context.git.listFiles(state.tree, hint, context.call)
      return inside.length > 0 ? ok({ name: target, folder: hint }) : explainMissing(hint, state, context)
    }
    // An id begins with a path. A name may look like an id: in `Client::connect`, `Client` is a file only if that file
    // exists.
    const { file, anchor } = parsePlace(target)
    if (anchor !== undefined && /[\\/]/.test(file)) yield* parseTargetPath(file)
    for (const colon of colonsOf(target)) {
      const prefix = target.slice(0, colon)
      const name = target.slice(colon + 1)
      if (name === '' || /^[/\\]|^[A-Za-z]$/.test(prefix) || prefix.split('/').includes('..')) continue
      const content = yield* context.git.readFile(state.tree, prefix as RepoPath, context.call)
      if (content !== undefined) return ok({ name, file: yield* parseTargetPath(prefix) })
    }
    return ok({ name: target })
  })
}

/** Maximum number of colons at which the path of an id may end. A name has few separators. */
const MAX_COLONS = 8

function colonsOf(target: string): readonly number[] {
  const colons: number[] = []
  for (let at = target.indexOf(':'); at > 0 && colons.length < MAX_COLONS; at = target.indexOf(':', at + 1)) {
    colons.push(at)
  }
  return colons
}

/** Maximum number of candidates in the message. */
const SHOWN_CANDIDATES = 10

function resolveChoice(
  choice: UnitMatch,
  request: SymbolRequest,
  units: readonly NamedUnit[],
  { limits }: SourceContext,
  search?: SymbolSearch,
): Result<FoundSymbol, SourceError> {
  const { chosen, candidates, match } = choice
  if (chosen !== undefined) {
    const also = candidates.filter((candidate) => candidate !== chosen).map(({ id }) => id)
    const resolved = { ...describeUnit(chosen), match, ...omitEmpty({ also }) }
    return ok({ unit: chosen, resolved, units: units.filter(({ file }) => file === chosen.file) })
  }
  const listed = candidates.slice(0, limits.listed).map(describeUnit)
  const files = new Set(candidates.map(({ file }) => file.path))
  const shown = listed
    .slice(0, SHOWN_CANDIDATES)
    .map(({ id, type, lines }) => `${neutralisePath(id)} (${type}, lines ${lines.start}-${lines.end})`)
  const more = candidates.length - shown.length
  const hint = files.size > 1 ? 'Pass path to say which file, or an id as target.' : 'Pass one of these ids as target.'
  const message = `${show(request.target)} is ambiguous: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${hint}`
  return sourceFailure('ambiguous_symbol', message, {
    candidates: listed,
    ...(candidates.length > listed.length && { more: candidates.length - listed.length }),
    ...omitUndefined({ search }),
  })
}

function symbolNotFound(
  { target }: SymbolRequest,
  units: readonly NamedUnit[],
  where: string,
  { limits }: SourceContext,
  search?: SymbolSearch,
): Err<never, SourceError> {
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
  return sourceFailure('symbol_not_found', `No symbol is called ${show(target)} ${where}.${hint}${limited}`, {
    nearest,
    ids: ids.slice(0, limits.listed),
    ...omitUndefined({ search }),
  })
}
