import {
  err,
  formatTimestamp,
  joinTexts,
  ok,
  parsePlace,
  type Annotation,
  type Diagnostic,
  type Evidence,
  type LineRange,
  type Region,
  type RepoPath,
  type Result,
  type SemanticDependency,
} from '@chronicle/schema'
import { anchorOfUnit } from '@chronicle/core/annotate'
import { matchAnchor } from '@chronicle/core/text'
import type { AstUnit, CallOptions, GitError } from '@chronicle/core/contracts'
import type { CommitContext } from '../commit-context.ts'
import { changedPlaces, mainPlaces } from '../heuristic/places/main-places.ts'
import type { AuthorContext, AuthorNote } from './author-context.ts'
import { parseDependencyLine } from './dependency-line.ts'
import { isSilent } from './author-context-from-environment.ts'

/** The author's own words as an annotation. */
export interface AuthorAnnotation {
  /** Absent where the author said nothing. */
  readonly annotation?: Annotation
  /** Places that the author named and that are not there. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A place of the commit that something is said about. */
interface Place {
  readonly file: string
  readonly unit?: AstUnit
  readonly lines?: LineRange
}

/** The same reasoning stands at no more places than this: the ones that changed most. */
const MOST_PLACES = 3

/**
 * Turns what the author said beside the message into an annotation, without a model. No word of it is invented:
 *
 * - a note with a place becomes a region there, with the note as its intent; constraints, risks and dependencies that
 *   were noted of the place stand in its first region;
 * - reasoning, rejected alternatives and notes without a place stand in a region of each place that changed most, whose
 *   intent is the subject of the commit, or the task where there is no subject;
 * - a line of the dependencies that begins with `file` or `file:anchor`, a dash and what is relied on becomes a
 *   dependency; the other lines are constraints in the author's words.
 *
 * Where no place changed, the words are kept in a region of a changed file; of a commit without files, nothing but the
 * task and the summary is.
 */
export async function annotationFromAuthor(
  context: CommitContext,
  options: CallOptions = {},
): Promise<Result<AuthorAnnotation, GitError>> {
  const { author, commit } = context
  if (author === undefined || isSilent(author)) return ok({ diagnostics: [] })
  const diagnostics: Diagnostic[] = []
  const regions: Region[] = []
  const declared = await readDeclared(author.notes, context, diagnostics, options)
  if (declared.isErr()) return err(declared.error)
  const { notes } = declared.value
  for (const at of new Set(notes.flatMap(({ place }) => place ?? []))) {
    const place = await findPlace(at, context, diagnostics, options)
    if (place.isErr()) return err(place.error)
    const here = notes.filter((note) => note.place === at)
    const [first, ...others] = remarksOf(here)
    const said = wordsOf(here)
    // What is more than a remark stands with the first remark about the place.
    const intent = first ?? said.quotes[0] ?? ''
    regions.push({
      ...regionAt(place.value),
      ...said.fields,
      intent,
      tags: author.tags,
      evidence: [...new Set([intent, ...said.quotes])].map(quoting),
    })
    for (const text of others) {
      regions.push({ ...regionAt(place.value), intent: text, tags: author.tags, evidence: [quoting(text)] })
    }
  }
  const dependencies = await readDependencies(author, context, options)
  if (dependencies.isErr()) return err(dependencies.error)
  const shared = sharedWords({ ...author, notes }, dependencies.value)
  if (shared !== undefined) {
    const intent =
      subjectOf(context) ?? author.task ?? author.reasoning ?? author.notes[0]?.text ?? shared.evidence[0]?.quote
    for (const place of await placesOf(context)) {
      regions.push({ ...regionAt(place), ...shared, intent: intent ?? '' })
    }
  }
  const { task, squashSources } = author
  return ok({
    annotation: {
      commit: commit.id,
      timestamp: formatTimestamp(commit.committer.time * 1000),
      ...(task === undefined ? {} : { task }),
      summary: subjectOf(context) ?? task ?? author.reasoning ?? regions[0]?.intent ?? '',
      context_level: 'enhanced',
      regions,
      cross_cutting: [],
      provenance: {
        operation: squashSources.length === 0 ? 'initial' : 'squash',
        derived_from: squashSources,
        original_annotations_preserved: false,
      },
      read_from: [],
    },
    diagnostics,
  })
}

function subjectOf({ commit }: CommitContext): string | undefined {
  const subject = commit.message.trimStart().split('\n', 1)[0]?.trim()
  return subject === undefined || subject === '' ? undefined : subject
}

interface Dependencies {
  readonly constraints: readonly string[]
  readonly declared: readonly SemanticDependency[]
}

type SharedWords = Omit<Region, 'file' | 'ast_anchor' | 'lines' | 'intent'>

/** What is said of the change as a whole. `undefined`: nothing but a task and tags, which say nothing of a place. */
function sharedWords(author: AuthorContext, { constraints, declared }: Dependencies): SharedWords | undefined {
  const general = author.notes.filter(({ place }) => place === undefined)
  const remarks = remarksOf(general)
  const said = wordsOf(general)
  const reasoning = joinTexts([author.reasoning, ...remarks])
  const others = [constraints, declared, said.quotes, author.rejected]
  if (reasoning === undefined && others.every((list) => list.length === 0)) {
    return undefined
  }
  const quotes = [
    ...(author.reasoning === undefined ? [] : [author.reasoning]),
    ...remarks,
    ...constraints,
    ...declared.map(({ nature }) => nature),
    ...said.quotes,
    ...author.rejected.map(({ approach }) => approach),
  ]
  return {
    ...WORDLESS,
    ...said.fields,
    ...(reasoning === undefined ? {} : { reasoning }),
    constraints: [...constraints.map((text) => ({ text, source: 'author' as const })), ...said.fields.constraints],
    semantic_dependencies: [...declared, ...said.fields.semantic_dependencies],
    rejected_alternatives: author.rejected,
    tags: author.tags,
    evidence: quotes.map(quoting),
  }
}

function remarksOf(notes: readonly AuthorNote[]): readonly string[] {
  return notes.flatMap(({ kind, text }) => (kind === undefined ? [text] : []))
}

interface NoteWords {
  readonly fields: Pick<Region, 'constraints' | 'semantic_dependencies' | 'risk_notes'>
  /** What was said, to be cited. */
  readonly quotes: readonly string[]
}

/** Constraints, risks and dependencies out of notes; remarks are left out. */
function wordsOf(notes: readonly AuthorNote[]): NoteWords {
  const textsOf = (kind: AuthorNote['kind']): readonly string[] =>
    notes.filter((note) => note.kind === kind).map(({ text }) => text)
  const risks = textsOf('risk')
  return {
    fields: {
      constraints: textsOf('constraint').map((text) => ({ text, source: 'author' })),
      semantic_dependencies: notes.flatMap(({ kind, on, text }) => {
        if (kind !== 'dependency' || on === undefined) return []
        const { file, anchor = '' } = parsePlace(on)
        return [{ file, anchor, nature: text }]
      }),
      ...(risks.length === 0 ? {} : { risk_notes: risks.join('\n') }),
    },
    quotes: notes.flatMap(({ kind, text }) => (kind === undefined ? [] : [text])),
  }
}

/** A dependency on code that is not at the commit becomes a constraint in the author's words, which is told. */
async function readDeclared(
  notes: readonly AuthorNote[],
  context: CommitContext,
  diagnostics: Diagnostic[],
  call: CallOptions,
): Promise<Result<{ readonly notes: readonly AuthorNote[] }, GitError>> {
  const checked: AuthorNote[] = []
  for (const note of notes) {
    const { on, kind, ...rest } = note
    const file = on === undefined ? undefined : parsePlace(on).file
    const content = file === undefined ? ok(undefined) : await context.readFile(file as RepoPath, call)
    if (content.isErr()) return err(content.error)
    if (kind !== 'dependency' || content.value !== undefined) {
      checked.push(note)
      continue
    }
    const message = `The author relies on ${on ?? 'other code'}, which is no text file at the commit. It was recorded as a constraint.`
    const { commit } = context
    diagnostics.push({
      code: 'dependency_not_found',
      severity: 'warning',
      message,
      commit: commit.id,
      ...(file === undefined ? {} : { path: file }),
    })
    checked.push({ ...rest, kind: 'constraint', text: on === undefined ? note.text : `${on}: ${note.text}` })
  }
  return ok({ notes: checked })
}

const WORDLESS: Omit<SharedWords, 'evidence'> = {
  constraints: [],
  semantic_dependencies: [],
  related_annotations: [],
  tags: [],
  rejected_alternatives: [],
  corrections: [],
}

function quoting(quote: string): Evidence {
  return { kind: 'author_context', quote }
}

function regionAt({ file, unit, lines }: Place): Omit<Region, 'intent' | 'evidence'> {
  const range = unit?.lines ?? lines
  return {
    ...WORDLESS,
    file,
    ...(unit === undefined ? {} : { ast_anchor: anchorOfUnit(unit) }),
    ...(range === undefined ? {} : { lines: range }),
  }
}

/** Where a note is to stand. What is not there is told, and the nearest thing that is taken. */
async function findPlace(
  text: string,
  context: CommitContext,
  diagnostics: Diagnostic[],
  call: CallOptions,
): Promise<Result<Place, GitError>> {
  const { file, anchor } = parsePlace(text)
  const content = await context.readFile(file as RepoPath, call)
  if (content.isErr()) return err(content.error)
  const tell = (message: string): void => {
    diagnostics.push({
      code: 'note_place_not_found',
      severity: 'warning',
      message,
      commit: context.commit.id,
      path: file,
    })
  }
  if (content.value === undefined) tell(`A note of the author is about ${file}, which is no text file at the commit.`)
  if (content.value === undefined || anchor === undefined) return ok({ file })
  const { outline } = await context.outline(file as RepoPath, content.value, call)
  const unit = matchAnchor(anchor, outline?.units ?? [], ({ name }) => name)?.matches[0]
  if (unit !== undefined) return ok({ file, unit })
  tell(`A note of the author is about ${anchor} in ${file}, which has no such unit. It was recorded for the file.`)
  return ok({ file })
}

async function readDependencies(
  { dependencies = '' }: AuthorContext,
  context: CommitContext,
  call: CallOptions,
): Promise<Result<Dependencies, GitError>> {
  const constraints: string[] = []
  const declared: SemanticDependency[] = []
  for (const line of dependencies.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const parsed = parseDependencyLine(line)
    const content = parsed === undefined ? ok(undefined) : await context.readFile(parsed.file as RepoPath, call)
    if (content.isErr()) return err(content.error)
    if (parsed === undefined || content.value === undefined) constraints.push(line)
    else declared.push({ file: parsed.file, anchor: parsed.anchor ?? parsed.file, nature: parsed.nature })
  }
  return ok({ constraints, declared })
}

async function placesOf(context: CommitContext): Promise<readonly Place[]> {
  const { author, commit } = context
  for (const role of ['code', 'config', 'test'] as const) {
    const changed = await changedPlaces(context, role)
    const main = mainPlaces(changed, author?.reasoning ?? '', commit.message.split('\n', 1)[0] ?? '')
    // Changes that are spread over everything are still what the author spoke of.
    const places = main.length > 0 ? main : changed
    if (places.length > 0)
      return places.slice(0, MOST_PLACES).map(({ file, ...place }) => ({ file: file.path, ...place }))
  }
  const file = context.files.find(({ status }) => status !== 'deleted') ?? context.files[0]
  return file === undefined ? [] : [{ file: file.path }]
}
