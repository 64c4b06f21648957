import {
  acknowledgementsRef,
  compareText,
  contentId,
  correctionsRef,
  DEFAULT_NOTES_REF,
  ok,
  okAsync,
  omitEmpty,
  safeTry,
  type CommitId,
  type NotesRef,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import { requireArguments } from '../contracts/require-arguments.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError, NotesListing } from '../contracts/git-backend.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import type { ReadError } from '../read/read-error.ts'
import { planAnnotations, type AnnotationCarryDependencies, type AnnotationsPlan } from './carry-annotations.ts'
import { correctionOnTarget, isOfPart, planLines, type CarryLine, type LinesPlan } from './carry-lines.ts'
import { askWrittenBlobs, createFileStates, type BlobAt } from './file-states.ts'
import { replacedCommits, revertedCommits, revertOnTarget, withRenamedReverts } from './carried-reverts.ts'
import { createMovedFiles } from './moved-files.ts'
import { orderRewrites } from './order-rewrites.ts'
import { findOtherHomes } from './other-homes.ts'
import { createReAnchoring } from './re-anchor.ts'
import { trailerAcknowledgements, withRenamedFindings, renamedFindings } from './renamed-findings.ts'
import type { CarriedNote, Carrier, CarrierServices, CarryOptions, CarryReport, Rewrite } from './rewrite.ts'
import { findSplits, type SplitCommits } from './split-commits.ts'
import { createSuccessorOf } from './successors.ts'

/** Creates the carrier of one notes ref. Reads nothing before it is used. */
export function createCarrier(seams: CarrierServices): Carrier {
  return createCarrierWithBlobs(seams, undefined)
}

/** Creates a carrier for a caller that already knows which blobs the commits wrote. */
export function createCarrierWithBlobs(seams: CarrierServices, blobAt: BlobAt | undefined): Carrier {
  return { carry: (rewrites, options = {}) => carryAll(rewrites, { ...seams, blobAt }, options) }
}

interface CarrierServicesWithBlobs extends CarrierServices {
  readonly blobAt: BlobAt | undefined
}

const NOTHING: CarryReport = { carried: [], left: [] }

const KINDS = { from: 'texts', to: 'text', operation: ['amend', 'squash', 'copy'] } as const

function carryAll(
  rewrites: readonly Rewrite[],
  seams: CarrierServicesWithBlobs,
  { dryRun = false, ...call }: CarryOptions,
): ResultAsync<CarryReport, ReadError> {
  return safeTry(async function* () {
    for (const [place, rewrite] of rewrites.entries())
      yield* requireArguments(rewrite, KINDS, 'unsupported', `rewrites[${place}].`)
    const layers = orderRewrites(rewrites)
    if (layers.length === 0) return ok(NOTHING)
    const { git, notesRef = DEFAULT_NOTES_REF } = seams
    const involved = [...new Set(layers.flat().flatMap(({ from, to }) => [...from, to]))]
    const commits = yield* git.readCommits(involved, call)
    const blobAt = yield* askWrittenBlobs(git, [...commits.keys()], seams.blobAt, call)
    const states = createFileStates(git, blobAt)
    const files = createMovedFiles(
      git,
      layers.flat().map(({ to }) => to),
    )
    const seamsOfPlan = {
      git,
      openReAnchoring: createReAnchoring(seams, states),
      commits,
      files,
      states,
      call,
    }
    const options = { ...call, dryRun, message: 'Carry annotations to rewritten commits with Chronicle\n' }
    const annotations = yield* updateNotes<Planned, ReadError>(
      notesRef,
      seams,
      (listing) => planAll(rewrites, listing, seamsOfPlan).map(updateOf),
      options,
    )
    const moved = new Map(annotations.carried.map((each) => [each.rewrite.to, each.moved]))
    const joined = new Map(annotations.carried.map((each) => [each.rewrite.to, each.joined]))
    const keptOut = new Map(annotations.carried.map((each) => [each.rewrite.to, each.keptOut]))
    const successorOf = createSuccessorOf(rewrites)
    const onTarget: CarryLine = (line, from, rewrite) => {
      const { to } = rewrite
      if (annotations.scrubbed.has(to) || keptOut.get(to)?.includes(from) === true) return undefined
      const parts = annotations.splits.get(from)
      const regions = moved.get(to)?.get(from) ?? []
      if (parts?.includes(to) === true && !isOfPart(line, from, regions, to === parts.at(-1))) return undefined
      const current = revertOnTarget(line, rewrite, { commits, successorOf })
      return current && correctionOnTarget(current, from, regions, successorOf, joined.get(to)?.get(from))
    }
    const reverted = yield* revertedCommits(rewrites, commits, git, call)
    const replaced = replacedCommits(rewrites)
    const corrections = yield* carryLines(
      correctionsRef(notesRef),
      annotations.layers,
      { carryLine: onTarget, trailerLines: new Map() },
      seams,
      options,
      (plan, listing) => withRenamedReverts(plan, { reverted, replaced }, listing, { commits, successorOf }, git, call),
    )
    const renamed = renamedFindings(annotations.carried.flatMap((each) => [...each.moved.values()].flat()))
    const trailers = [...commits].map(([id, commit]) => [id, trailerAcknowledgements(commit, renamed)] as const)
    const acknowledgements = yield* carryLines(
      acknowledgementsRef(notesRef),
      annotations.layers,
      {
        carryLine: (line) => withRenamedFindings(line, renamed),
        trailerLines: new Map(trailers.filter(([, lines]) => lines.length > 0)),
      },
      seams,
      options,
    )
    return ok({
      carried: report(rewrites, annotations, corrections, acknowledgements),
      left: annotations.left,
    })
  })
}

interface Planned extends AnnotationsPlan {
  readonly layers: readonly (readonly Rewrite[])[]
  readonly splits: SplitCommits
}

function planAll(
  rewrites: readonly Rewrite[],
  listing: NotesListing,
  seams: Omit<AnnotationCarryDependencies, 'splits' | 'successorOf'>,
): ResultAsync<Planned, ReadError> {
  return safeTry(async function* () {
    const plan = (all: readonly Rewrite[]): ResultAsync<Planned, ReadError> => {
      const layers = orderRewrites(all)
      const splits = findSplits(all, seams.commits)
      return planAnnotations(layers, listing, { ...seams, splits, successorOf: createSuccessorOf(all) }).map(
        (outcome) => ({ ...outcome, layers, splits }),
      )
    }
    const first = await plan(rewrites)
    if (first.isErr() || first.value.carried.every(({ gone }) => gone.length === 0)) return first
    const targets = rewrites.filter(({ operation }) => operation !== 'copy').map(({ to }) => to)
    const homes = yield* findOtherHomes(first.value.carried, [...new Set(targets)], seams)
    return homes.length === 0 ? first : plan([...rewrites, ...homes])
  })
}

/** Returns a plan as an update of the notes that it changes, if any. */
function updateOf<Plan extends Pick<LinesPlan, 'notes'>>(outcome: Plan): NotesUpdate<Plan> {
  return { outcome, ...omitEmpty({ notes: outcome.notes }) }
}

const NO_LINES: LinesPlan = { lines: new Map(), sources: new Map(), notes: new Map() }

function carryLines(
  ref: NotesRef,
  layers: readonly (readonly Rewrite[])[],
  carried: Parameters<typeof planLines>[2],
  seams: CarrierServices,
  options: CallOptions & { readonly dryRun: boolean; readonly message: string },
  complete: (plan: LinesPlan, listing: NotesListing) => ResultAsync<LinesPlan, GitError> = (plan) => okAsync(plan),
): ResultAsync<LinesPlan, GitError> {
  return safeTry(async function* () {
    const tip = yield* seams.git.notesTip(ref, options)
    if (tip === undefined && carried.trailerLines.size === 0) return ok(NO_LINES)
    return updateNotes<LinesPlan, GitError>(
      ref,
      seams,
      (listing) =>
        planLines(layers, listing, carried, seams.git, options)
          .andThen((plan) => complete(plan, listing))
          .map(updateOf),
      options,
    )
  })
}

function report(
  rewrites: readonly Rewrite[],
  { carried }: AnnotationsPlan,
  corrections: LinesPlan,
  acknowledgements: LinesPlan,
): readonly CarriedNote[] {
  const order = new Map<CommitId, number>()
  for (const { to } of rewrites) if (!order.has(to)) order.set(to, order.size)
  return carried
    .map(({ rewrite, noted, moved, written }): CarriedNote => {
      const { from, to, operation } = rewrite
      const some = new Set([
        ...noted,
        ...(corrections.sources.get(to) ?? []),
        ...(acknowledgements.sources.get(to) ?? []),
      ])
      const isNew = written || corrections.notes.has(to) || acknowledgements.notes.has(to)
      const carriedRegions = inOrder([...moved.values()].flatMap((regions) => regions.map(({ after }) => after)))
      return {
        from: from.filter((commit) => some.has(commit)),
        to,
        operation,
        status: isNew ? 'written' : 'unchanged',
        regions: carriedRegions.length,
        carriedRegions,
        corrections: corrections.lines.get(to) ?? 0,
        acknowledgements: acknowledgements.lines.get(to) ?? 0,
      }
    })
    .filter(({ from }) => from.length > 0)
    .sort((a, b) => (order.get(a.to) ?? 0) - (order.get(b.to) ?? 0))
}

/** Sorts regions by file, then by lines, without duplicates. */
function inOrder(regions: readonly Region[]): readonly Region[] {
  const distinct = new Map(regions.map((region) => [contentId(region), region]))
  return [...distinct.values()].sort(
    (a, b) => compareText(a.file ?? '', b.file ?? '') || (a.lines?.start ?? 0) - (b.lines?.start ?? 0),
  )
}
