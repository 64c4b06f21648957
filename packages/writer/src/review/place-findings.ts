import {
  completeRegion,
  isFolderPath,
  ok,
  omitUndefined,
  parsePlace,
  parseRepoPath,
  REPOSITORY_PATH,
  safeTry,
  type Annotation,
  type CommitId,
  type CrossCuttingConcern,
  type Region,
  type RepoPath,
  type ResultAsync,
  type SemanticDependency,
} from '@chronicle/schema'
import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import { neutralise, neutralisePath } from '@chronicle/core/text'
import type { ReadError, RecordedAnnotations } from '@chronicle/core/review'
import type { FoundProblem } from './finding-list.ts'
import { withWrittenLines } from './written-lines.ts'
import { chronicleCommand, correctCommand, placeOf, quoted, reattachCommand } from './correction-commands.ts'

/** The places that annotations name, collected first so that each file is read once. */
export interface NamedPlaces {
  /** Adds the places of `regions` of an annotation, and those that the regions and its groups refer to. */
  add(note: PlacedNote): void
  /** Finds the places that do not exist at `HEAD`. */
  findDead(seams: PlaceServices, call: CallOptions): ResultAsync<DeadPlaces, ReadError>
}

/** Dependencies of `NamedPlaces.findDead`. */
export interface PlaceServices {
  readonly git: GitBackend
  readonly recorded: RecordedAnnotations
}

/** An annotation whose places are checked. */
export interface PlacedNote {
  readonly commit: CommitId
  readonly committedAt: number | undefined
  readonly regions: readonly Region[]
  readonly annotation: Annotation
}

/** The places that do not exist, and the number of files that were not checked. */
export interface DeadPlaces {
  readonly problems: readonly FoundProblem[]
  /** The current files of the regions; for a region whose file is gone, the recorded path. */
  readonly holding: ReadonlySet<string>
  readonly filesNotBlamed: number
}

/** Maximum number of files to blame for surviving lines of regions whose unit is gone. */
const MAX_BLAMED_FILES = 200

type PlaceUse =
  | { readonly kind: 'region'; readonly region: Region }
  | { readonly kind: 'dependency'; readonly region: Region; readonly dependency: SemanticDependency }
  | { readonly kind: 'group'; readonly concern: CrossCuttingConcern; readonly place: string }

interface NamedPlace {
  readonly commit: CommitId
  readonly committedAt: number | undefined
  readonly use: PlaceUse
  readonly anchor: string | undefined
}

export function createNamedPlaces(): NamedPlaces {
  const byPath = new Map<string, NamedPlace[]>()

  function name(path: string, named: NamedPlace): void {
    const known = byPath.get(path)
    if (known === undefined) byPath.set(path, [named])
    else known.push(named)
  }

  return {
    add({ commit, committedAt, regions, annotation }) {
      const at = { commit, committedAt }
      for (const whole of regions) {
        const region = placeOnly(whole)
        const { file, ast_anchor: anchor } = region
        if (file !== undefined && file !== REPOSITORY_PATH)
          name(file, { ...at, use: { kind: 'region', region }, anchor: anchor?.name })
        for (const dependency of whole.semantic_dependencies) {
          const use: PlaceUse = { kind: 'dependency', region, dependency }
          name(dependency.file, { ...at, use, anchor: dependency.anchor || undefined })
        }
      }
      for (const concern of annotation.cross_cutting) {
        for (const place of concern.regions) {
          const { file, anchor } = parsePlace(place)
          name(file, { ...at, use: { kind: 'group', concern, place }, anchor })
        }
      }
    },
    findDead: (seams, call) => findDead(byPath, seams, call),
  }
}

/**
 * Returns only the place of a region: the places of a whole repository are in memory at once, so texts are left in the
 * note.
 */
function placeOnly({ file, ast_anchor, lines }: Region): Region {
  return completeRegion({ file, ast_anchor, lines, intent: '' })
}

function findDead(
  byPath: ReadonlyMap<string, readonly NamedPlace[]>,
  { git, recorded }: PlaceServices,
  call: CallOptions,
): ResultAsync<DeadPlaces, ReadError> {
  return safeTry(async function* () {
    const problems: FoundProblem[] = []
    const filesWithRegions = new Set<string>()
    const report = (lost: readonly NamedPlace[], path: string, gone: 'file' | 'unit'): ResultAsync<void, ReadError> =>
      safeTry(async function* () {
        for (const each of lost) {
          // A unit that other queries find in another file or under another name is not dead. Within its file, a
          // region was already searched by its lines.
          const movedTo = yield* each.anchor === undefined ? ok(undefined) : recorded.unitNow(each.anchor, path)
          const isRegion = each.use.kind === 'region'
          if (movedTo === undefined || (isRegion && movedTo === path)) problems.push(dead(each, path, gone))
          else if (isRegion) filesWithRegions.add(movedTo)
        }
        return ok(undefined)
      })
    const byFile = new Map<RepoPath, NamedPlace[]>()
    for (const [path, named] of byPath) {
      if (isFolderPath(path)) {
        if ((yield* recorded.folderNow(path)) === undefined) yield* report(named, path, 'file')
        continue
      }
      const valid = parseRepoPath(path)
      const now = yield* valid.isErr() ? ok(undefined) : await recorded.fileNow(path)
      if (named.some(({ use }) => use.kind === 'region')) filesWithRegions.add(now ?? path)
      if (now === undefined) yield* report(named, path, 'file')
      else byFile.set(now, [...(byFile.get(now) ?? []), ...named])
    }
    let blamed = 0
    let filesNotBlamed = 0
    let done = 0
    for (const [file, named] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))) {
      call.onProgress?.({ step: 'looking for what is recorded', done: done++, total: byFile.size })
      const anchors = new Set(named.flatMap(({ anchor }) => anchor ?? []))
      const found = yield* anchors.size === 0 ? ok(new Set<string>()) : await recorded.namesIn(file, anchors)
      const lacksUnit = ({ anchor }: NamedPlace): boolean => anchor !== undefined && found?.has(anchor) === false
      const references = named.filter((each) => each.use.kind !== 'region' && lacksUnit(each))
      yield* report(references, file, 'unit')
      // Without an anchor, or without an outline of the file, only the lines can be checked.
      const lost = named.filter(({ use, anchor }) =>
        use.kind !== 'region'
          ? false
          : anchor !== undefined && found !== undefined
            ? !found.has(anchor)
            : use.region.lines,
      )
      if (lost.length === 0) continue
      if (++blamed > MAX_BLAMED_FILES) {
        filesNotBlamed++
        continue
      }
      const placed = yield* recorded.placeRegions(file, lost.map(recordedRegion))
      const orphaned = lost.filter((_, index) => placed?.[index]?.freshness === 'orphaned')
      yield* report(orphaned.filter(lacksUnit), file, 'unit')
      const byLines = orphaned.filter((each) => !lacksUnit(each)).map((each) => ({ ...recordedRegion(each), each }))
      const written = yield* withWrittenLines(byLines, git, call)
      for (const { each } of written) {
        const movedTo = yield* recorded.linesNow(file, recordedRegion(each))
        if (movedTo === undefined) problems.push(dead(each, file, 'lines'))
        else filesWithRegions.add(movedTo)
      }
    }
    return ok({ problems, holding: filesWithRegions, filesNotBlamed })
  })
}

function recordedRegion({
  commit,
  committedAt,
  use,
}: NamedPlace): Parameters<RecordedAnnotations['placeRegions']>[1][number] {
  const region = use.kind === 'group' ? completeRegion({ intent: '' }) : use.region
  return { commit, ...omitUndefined({ committedAt }), region }
}

function dead({ commit, use, anchor }: NamedPlace, file: string, gone: 'file' | 'unit' | 'lines'): FoundProblem {
  const path = neutralisePath(file)
  const unit = neutralise(anchor ?? '')
  const missing = gone === 'file' ? `${path} is gone` : gone === 'unit' ? `${unit} is not in ${path} any more` : ''
  if (use.kind === 'region') {
    const message =
      gone === 'lines'
        ? `None of the lines that its commit wrote is left in ${path}.`
        : `${missing}, and none of its lines.`
    const either = 'If the code is elsewhere, say where. If it is gone for good, nothing needs to be done.'
    return {
      kind: 'dead_anchor',
      ...placeOf(commit, use.region),
      message: `${gone === 'file' ? `${missing}.` : message} ${either}`,
      fix: reattachCommand(commit, use.region),
    }
  }
  if (use.kind === 'dependency') {
    const { region, dependency } = use
    const value = dependency.anchor === '' ? dependency.file : `${dependency.file}:${dependency.anchor}`
    const change = { to: 'FILE:ANCHOR', reason: 'it has another name' }
    return {
      kind: 'dead_reference',
      ...placeOf(commit, region),
      message: `It depends on ${quoted(value)}, but ${missing}.`,
      fix: correctCommand(commit, region, { field: 'semantic_dependencies', value, ...change }),
    }
  }
  const { description } = use.concern
  const change = ['--field', 'cross_cutting', '--amend', use.place, '--with', 'FILE:ANCHOR']
  return {
    kind: 'dead_reference',
    commit,
    message: `The group ${quoted(description)} names ${quoted(use.place)}, but ${missing}.`,
    fix: chronicleCommand('correct', commit.slice(0, 12), ...change, '--reason', 'it has another name'),
  }
}
