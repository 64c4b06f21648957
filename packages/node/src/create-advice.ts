import type { Queries } from '@chronicle/core'
import {
  codedError,
  type AstParser,
  type CallOptions,
  type FileChange,
  type GitBackend,
} from '@chronicle/core/contracts'
import {
  err,
  ok,
  omitUndefined,
  parsePlace,
  Result,
  safeTry,
  type Advice,
  type AnnotateReceipt,
  type CodedError,
  type CommitId,
  type Finding,
  type ReadRegion,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CommitContext, RestatementSources, StatedText } from '@chronicle/writer'

/** The parts of a note about the next commit that advice needs. */
export interface AdvisedNote {
  /** Name in the advice: `note 0d27aed0`. Default: the note's index. */
  readonly id?: string
  readonly text: string
  /** The subject of the note: a file, or `file:anchor`. */
  readonly place?: string
  readonly kind?: 'constraint' | 'risk' | 'dependency'
}

/** Gives advice to the author of an annotation: what repeats the change, is recorded already, or may no longer hold. */
export interface Advising {
  /** Returns advice on what `annotate` or `record` stored. `input` is the document that was passed. */
  adviseOnAnnotation(
    input: unknown,
    receipt: AnnotateReceipt,
    options?: CallOptions,
  ): ResultAsync<readonly Advice[], CodedError>
  /** Returns advice on notes about the next commit, compared with the edits in the working tree. */
  adviseOnNotes(notes: readonly AdvisedNote[], options?: CallOptions): ResultAsync<readonly Advice[], CodedError>
}

/** The services that advice needs. */
export interface AdviceServices {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly queriesOf: (receipt: Pick<AnnotateReceipt, 'notes_ref'> | undefined) => Pick<Queries, 'read' | 'check'>
}

/** Maximum number of places to look up. A document with more is a survey, and nobody reads advice on all of it. */
const MAX_PLACES = 12
/** Maximum number of recorded regions of one place to compare with the statements. */
const MAX_REGIONS = 60

/** Creates an `Advising` whose implementation is loaded on first use. */
export function createAdvice(seams: AdviceServices): Advising {
  return {
    adviseOnAnnotation: (input, receipt, call = {}) => onAnnotation(seams, input, receipt, call),
    adviseOnNotes: (notes, call = {}) => onNotes(seams, notes, call),
  }
}

function onAnnotation(
  seams: AdviceServices,
  input: unknown,
  receipt: AnnotateReceipt,
  call: CallOptions,
): ResultAsync<readonly Advice[], CodedError> {
  return safeTry(async function* () {
    const { advise, gatherCommit, restatementSources } = await import('@chronicle/writer')
    const { parseRecordDocument } = await import('@chronicle/schema/validate')
    const parsed = yield* parseRecordDocument(input)
    const statements = parsed.input.regions.flatMap(
      ({ intent, reasoning, constraints, rejected_alternatives: rejected }, index): readonly StatedText[] => {
        const stored = receipt.regions[index]
        // A rule for a folder is not compared with a single change.
        if (stored === undefined || stored.known === true || stored.file.endsWith('/')) return []
        const { file, ast_anchor: anchor, lines } = stored
        const place = {
          file,
          ...omitUndefined({ anchor: anchor?.name, signature: anchor?.signature, lines }),
        }
        const at = `regions[${index}]`
        return [
          { where: `${at}.intent`, field: 'intent', text: intent, ...place },
          ...(reasoning === undefined
            ? []
            : [{ where: `${at}.reasoning`, field: 'reasoning' as const, text: reasoning, ...place }]),
          ...constraints.map(({ text }, nth) => ({
            where: `${at}.constraints[${nth}]`,
            field: 'constraints' as const,
            text,
            ...place,
          })),
          ...rejected.map(({ approach }, nth) => ({
            where: `${at}.rejected_alternatives[${nth}]`,
            field: 'rejected_alternatives' as const,
            text: approach,
            ...place,
          })),
        ]
      },
    )
    if (statements.length === 0) return ok([])
    const queries = seams.queriesOf(receipt)
    const gathered = await gatherCommit(seams, receipt.commit, call)
    // If the backend cannot report a commit's changes, the statements are still compared with recorded annotations.
    if (gathered.isErr() && gathered.error.code !== 'unsupported') return err(gathered.error)
    const context = gathered.isErr() ? undefined : gathered.value.context
    const recorded = yield* recordedAt(queries, statements, { at: receipt.commit, except: receipt.commit }, call)
    const isHere = context?.files.some(({ path }) => statements.some(({ file }) => file === path)) === true
    const touched = yield* isHere ? await touchedBy(queries, { kind: 'range', to: receipt.commit }, call) : ok([])
    return ok(
      advise(statements, {
        commit: receipt.commit,
        changedAt: (statement) => changedIn(context, statement, restatementSources),
        recordedAt: (statement) => recorded.get(keyOf(statement)) ?? [],
        touched,
      }),
    )
  })
}

function onNotes(
  seams: AdviceServices,
  notes: readonly AdvisedNote[],
  call: CallOptions,
): ResultAsync<readonly Advice[], CodedError> {
  return safeTry(async function* () {
    const { advise } = await import('@chronicle/writer')
    const statements = notes.flatMap(({ id, text, place, kind }, index): readonly StatedText[] => {
      if (place === undefined || kind === 'dependency') return []
      const { file, anchor } = parsePlace(place)
      const field = kind === 'constraint' ? ('constraints' as const) : ('reasoning' as const)
      return [
        {
          where: id === undefined ? `notes[${index}]` : `note ${id}`,
          field,
          text,
          file,
          ...omitUndefined({ anchor }),
        },
      ]
    })
    if (statements.length === 0) return ok([])
    const queries = seams.queriesOf(undefined)
    const recorded = yield* recordedAt(queries, statements, {}, call)
    const touched = yield* touchedBy(queries, { kind: 'worktree' }, call)
    const edited = yield* editedLines(seams.git, new Set(statements.map(({ file }) => file)), call)
    return ok(
      advise(statements, {
        changedAt: ({ file }) => edited.get(file),
        recordedAt: (statement) => recorded.get(keyOf(statement)) ?? [],
        touched,
      }),
    )
  })
}

function changedIn(
  context: CommitContext | undefined,
  { file, lines }: StatedText,
  sourcesOf: (
    context: CommitContext,
    file?: CommitContext['files'][number],
    lines?: StatedText['lines'],
  ) => RestatementSources,
): RestatementSources | undefined {
  const changed = context?.files.find(({ path }) => path === file)
  if (context === undefined || changed === undefined) return undefined
  const sources = sourcesOf(context, changed, lines)
  // If `changed` contains only the name, the commit did not change this code, and the statement is known from
  // elsewhere.
  return (sources.changed?.length ?? 0) > 1 ? sources : undefined
}

function keyOf({ file, anchor = '' }: StatedText): string {
  return `${file}\0${anchor}`
}

/** Nothing is recorded about a new unit, nor about anything before the first commit. */
const NOTHING_RECORDED: ReadonlySet<string> = new Set([
  'anchor_not_found',
  'ambiguous_anchor',
  'file_not_found',
  'anchor_unresolvable',
  'revision_not_found',
])

function recordedAt(
  { read }: Pick<Queries, 'read'>,
  statements: readonly StatedText[],
  { at, except }: { readonly at?: CommitId; readonly except?: CommitId },
  call: CallOptions,
): ResultAsync<ReadonlyMap<string, readonly ReadRegion[]>, CodedError> {
  return safeTry(async function* () {
    const found = new Map<string, readonly ReadRegion[]>()
    for (const statement of statements) {
      const key = keyOf(statement)
      if (found.has(key) || found.size >= MAX_PLACES) continue
      const { file, anchor } = statement
      const answer = await read(
        {
          files: [file],
          ...omitUndefined({ anchor, at }),
          ...{ sources: ['notes'], depth: 0, maxRegions: MAX_REGIONS, verbose: true },
        },
        call,
      )
      if (answer.isErr()) {
        if (!NOTHING_RECORDED.has(answer.error.code)) return err(answer.error)
        found.set(key, [])
      } else
        found.set(
          key,
          answer.value.regions.filter(({ commit }) => commit !== except),
        )
    }
    return ok(found)
  })
}

function touchedBy(
  { check }: Pick<Queries, 'check'>,
  change: NonNullable<Parameters<Queries['check']>[0]['change']>,
  call: CallOptions,
): ResultAsync<readonly Finding[], CodedError> {
  return check({ change, maxFindings: MAX_REGIONS }, call).map(({ findings }) => findings)
}

/** Returns the uncommitted lines of the working tree by file. */
function editedLines(
  git: GitBackend,
  files: ReadonlySet<string>,
  call: CallOptions,
): ResultAsync<ReadonlyMap<string, RestatementSources>, CodedError> {
  return safeTry(async function* () {
    const edited = new Map<string, RestatementSources>()
    const head = yield* git.resolve('HEAD', call)
    if (git.diff === undefined || head === undefined) return ok(edited)
    const changes = yield* git.diff({ from: { commit: head }, to: 'WORKTREE' }, call)
    for (const change of changes) {
      const path = change.newPath
      if (path === undefined || !files.has(path) || change.binary) continue
      const lines = yield* hunkLines(git, head, change, path, call)
      edited.set(path, { changed: [path, ...lines] })
    }
    return ok(edited)
  })
}

function hunkLines(
  git: GitBackend,
  commit: CommitId,
  { oldPath, hunks }: FileChange,
  path: RepoPath,
  call: CallOptions,
): ResultAsync<readonly string[], CodedError> {
  return safeTry(async function* () {
    const [before, after] = yield* Result.combine(
      await Promise.all([
        oldPath === undefined ? ok(undefined) : git.readFile({ commit }, oldPath, call),
        git.readFile('WORKTREE', path, call),
      ]),
    )
    if (call.signal?.aborted === true) return err(codedError('aborted', 'Advice was aborted.'))
    const linesOf = (bytes: Uint8Array | undefined): readonly string[] =>
      bytes === undefined ? [] : new TextDecoder().decode(bytes).split('\n')
    const [old, now] = [linesOf(before?.bytes), linesOf(after?.bytes)]
    return ok(
      hunks.flatMap((hunk) => [
        ...(hunk.old.count === 0 ? [] : old.slice(hunk.old.start - 1, hunk.old.start - 1 + hunk.old.count)),
        ...(hunk.new.count === 0 ? [] : now.slice(hunk.new.start - 1, hunk.new.start - 1 + hunk.new.count)),
      ]),
    )
  })
}
