import {
  ok,
  omitEmpty,
  omitUndefined,
  parsePlace,
  safeTry,
  type Annotation,
  type Diagnostic,
  type Evidence,
  type LineRange,
  type Region,
  type RepoPath,
  type ResultAsync,
  type SemanticDependency,
} from '@chronicle/schema'
import { anchorOfUnit } from '@chronicle/core/annotate'
import { splitSentences } from '@chronicle/core/prose'
import { matchAnchor, subjectOf } from '@chronicle/core/text'
import type { AstUnit, CallOptions, GitError } from '@chronicle/core/contracts'
import { annotationOfCommit } from '../annotation-of-commit.ts'
import type { CommitContext } from '../commit-context.ts'
import { commitWarning } from '../commit-warning.ts'
import type { CodePlace } from '../heuristic/places/unit-of-lines.ts'
import type { AuthorContext, AuthorNote } from './author-context.ts'
import { parseDependencyLine } from './dependency-line.ts'
import { isSilent } from './author-context-from-environment.ts'
import { isSamePlace, placeAuthorNotes, placeAuthorWords } from './place-author-words.ts'

/** The author's own words as an annotation. */
export interface AuthorAnnotation {
  /** Absent if the author said nothing. */
  readonly annotation?: Annotation
  /** Warnings about places that the author named but that do not exist. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A place of the commit that a text is about. */
interface Place {
  readonly file: string
  readonly unit?: AstUnit
  readonly lines?: LineRange
}

/**
 * Turns what the author said besides the message into an annotation, without a model. Every word is the author's:
 *
 * - A note with a place becomes a region there, with the note as its intent. Constraints, risks and dependencies noted
 *   for the place go into its first region.
 * - A sentence of the reasoning or of a note without a place is used once: on the changed unit that it names, otherwise
 *   on the main place of the change, which is a unit, a file or the commit. The first sentence of a region is its
 *   intent.
 * - Constraints and risks without a place go to each changed unit and file that they name.
 * - Other constraints and risks, and rejected alternatives, go to the main place. If nothing else is said there, the
 *   intent is the subject of the commit, or the task if there is no subject.
 * - A line of the dependencies that starts with `file` or `file:anchor`, a dash and the assumption becomes a
 *   dependency. Other lines become constraints in the author's words.
 *
 * If the commit has no changed places, the texts go to the commit itself.
 */
export function annotationFromAuthor(
  context: CommitContext,
  options: CallOptions = {},
): ResultAsync<AuthorAnnotation, GitError> {
  return safeTry(async function* () {
    const { author, commit } = context
    if (author === undefined || isSilent(author)) return ok({ diagnostics: [] })
    const diagnostics: Diagnostic[] = []
    const regions: Region[] = []
    const notes = yield* readDeclared(author.notes, context, diagnostics, options)
    for (const at of new Set(notes.flatMap(({ place }) => place ?? []))) {
      const place = yield* findPlace(at, context, diagnostics, options)
      const here = notes.filter((note) => note.place === at)
      const [first, ...others] = remarksOf(here)
      const wording = wordsOf(here)
      // Constraints, risks and dependencies share a region with the first remark about the place.
      const intent = first ?? wording.quotes[0] ?? ''
      regions.push({
        ...regionAt(place),
        ...wording.fields,
        intent,
        tags: author.tags,
        evidence: [...new Set([intent, ...wording.quotes])].map(quoting),
      })
      for (const text of others) {
        regions.push({ ...regionAt(place), intent: text, tags: author.tags, evidence: [quoting(text)] })
      }
    }
    const dependencies = yield* readDependencies(author, context, options)
    const { placed: ruled, others: general } = await placeAuthorNotes(context, notes)
    const placeOf = (place: CodePlace | undefined): Omit<Region, 'intent' | 'evidence'> =>
      place === undefined ? EMPTY_REGION_FIELDS : regionAt({ ...place, file: place.file.path })
    const subject = statedSubject(context) ?? author.task
    const tags = author.tags
    const shared = sharedWords({ ...author, notes: general }, dependencies)
    const drafts: { readonly place: CodePlace | undefined; readonly region: Region }[] = []
    if (shared !== undefined) {
      const { reasoning, ...fields } = shared
      const placed = await placeAuthorWords(context, reasoning)
      const hasMore = fields.evidence.length > 0
      const kept = withoutOwnPlace(fields, placed.main, context, diagnostics)
      const main = placed.words.find(({ place }) => isSamePlace(place, placed.main))
      const others = placed.words.filter((words) => words !== main)
      if (main !== undefined || hasMore) {
        const textFields = intentAndReasoning(main?.text, subject ?? fields.evidence[0]?.quote ?? '')
        const evidence = [...(main?.quotes ?? []).map(quoting), ...fields.evidence]
        drafts.push({ place: placed.main, region: { ...placeOf(placed.main), ...kept, ...textFields, tags, evidence } })
      }
      for (const { place, text, quotes } of others) {
        const evidence = quotes.map(quoting)
        drafts.push({ place, region: { ...placeOf(place), ...intentAndReasoning(text, text), tags, evidence } })
      }
    }
    for (const { place, notes: here } of ruled) {
      if (drafts.some((draft) => isSamePlace(draft.place, place))) continue
      const intent = subject ?? here[0]?.text ?? ''
      drafts.push({ place, region: { ...placeOf(place), intent, tags, evidence: [] } })
    }
    for (const { place, region } of drafts) {
      const rules = ruled.find((each) => isSamePlace(each.place, place))?.notes ?? []
      regions.push(withRules(region, wordsOf(rules)))
    }
    const { task, squashSources } = author
    const summary = statedSubject(context) ?? task ?? author.reasoning ?? regions[0]?.intent ?? ''
    const content = { task, summary, context_level: 'enhanced', regions } as const
    return ok({ annotation: annotationOfCommit(commit, content, squashSources), diagnostics })
  })
}

/** A unit cannot depend on itself. The words are kept as a constraint, with a diagnostic. */
function withoutOwnPlace(
  fields: Omit<SharedWords, 'reasoning'>,
  main: CodePlace | undefined,
  { commit }: CommitContext,
  diagnostics: Diagnostic[],
): Omit<SharedWords, 'reasoning'> {
  const isOwn = ({ file, anchor }: SemanticDependency): boolean =>
    file === main?.file.path &&
    main.unit !== undefined &&
    matchAnchor(anchor, [main.unit.name], (name) => name) !== undefined
  const own = fields.semantic_dependencies.filter(isOwn)
  if (own.length === 0) return fields
  for (const { file, anchor } of own) {
    const message = `The dependency of ${anchor} in ${file} points to itself. It was recorded as a constraint.`
    diagnostics.push({ code: 'dependency_on_itself', severity: 'warning', message, commit: commit.id, path: file })
  }
  const constraints = own.map(({ nature }) => ({ text: nature, source: 'author' as const }))
  return {
    ...fields,
    semantic_dependencies: fields.semantic_dependencies.filter((each) => !isOwn(each)),
    constraints: [...fields.constraints, ...constraints],
  }
}

function withRules(region: Region, { fields: { constraints, risk_notes: risks = '' }, quotes }: NoteWords): Region {
  return {
    ...region,
    constraints: [...region.constraints, ...constraints],
    ...omitEmpty({ risk_notes: [region.risk_notes ?? '', risks].filter((each) => each !== '').join('\n') }),
    evidence: [...(region.evidence ?? []), ...quotes.map(quoting)],
  }
}

function statedSubject({ commit }: CommitContext): string | undefined {
  const subject = subjectOf(commit.message)
  return subject === '' ? undefined : subject
}

interface Dependencies {
  readonly constraints: readonly string[]
  readonly declared: readonly SemanticDependency[]
}

type SharedWords = Omit<Region, 'file' | 'ast_anchor' | 'lines' | 'intent' | 'reasoning'> & {
  /** Reasoning and remarks, verbatim. */
  readonly reasoning: readonly string[]
}

/** The first sentence is the intent, the others the reasoning. Without text, the intent is `otherwise`. */
function intentAndReasoning(text: string | undefined, otherwise: string): Pick<Region, 'intent' | 'reasoning'> {
  if (text === undefined) return { intent: otherwise }
  const [first = text] = splitSentences(text)
  const rest = text.startsWith(first) ? text.slice(first.length).trim() : ''
  return rest === '' ? { intent: text } : { intent: first, reasoning: rest }
}

/**
 * Returns what is said about the change as a whole. `undefined`: nothing except a task and tags, which describe no
 * place.
 */
function sharedWords(author: AuthorContext, { constraints, declared }: Dependencies): SharedWords | undefined {
  const general = author.notes.filter(({ place }) => place === undefined)
  const remarks = remarksOf(general)
  const wording = wordsOf(general)
  const reasoning = [...new Set([...(author.reasoning === undefined ? [] : [author.reasoning]), ...remarks])]
  const quotes = [
    ...constraints,
    ...declared.map(({ nature }) => nature),
    ...wording.quotes,
    ...author.rejected.map(({ approach }) => approach),
  ]
  if (reasoning.length === 0 && quotes.length === 0) return undefined
  return {
    ...EMPTY_REGION_FIELDS,
    ...wording.fields,
    reasoning,
    constraints: [...constraints.map((text) => ({ text, source: 'author' as const })), ...wording.fields.constraints],
    semantic_dependencies: [...declared, ...wording.fields.semantic_dependencies],
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
  /** Verbatim texts to cite. */
  readonly quotes: readonly string[]
}

/** Returns the constraints, risks and dependencies of notes, without the remarks. */
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
      ...omitEmpty({ risk_notes: risks.join('\n') }),
    },
    quotes: notes.flatMap(({ kind, text }) => (kind === undefined ? [] : [text])),
  }
}

/**
 * Turns a dependency on code that does not exist at the commit into a constraint in the author's words, with a
 * diagnostic.
 */
function readDeclared(
  notes: readonly AuthorNote[],
  context: CommitContext,
  diagnostics: Diagnostic[],
  call: CallOptions,
): ResultAsync<readonly AuthorNote[], GitError> {
  return safeTry(async function* () {
    const checked: AuthorNote[] = []
    for (const note of notes) {
      const { on, kind, ...rest } = note
      const file = on === undefined ? undefined : parsePlace(on).file
      const content = yield* file === undefined ? ok(undefined) : await context.readFile(file as RepoPath, call)
      if (kind !== 'dependency' || content !== undefined) {
        checked.push(note)
        continue
      }
      const message = `The author relies on ${on ?? 'other code'}, which is no text file at the commit. It was recorded as a constraint.`
      diagnostics.push(commitWarning(context.commit.id, { code: 'dependency_not_found', message, path: file }))
      checked.push({ ...rest, kind: 'constraint', text: on === undefined ? note.text : `${on}: ${note.text}` })
    }
    return ok(checked)
  })
}

const EMPTY_REGION_FIELDS: Omit<SharedWords, 'evidence' | 'reasoning'> = {
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
    ...EMPTY_REGION_FIELDS,
    file,
    ...omitUndefined({ ast_anchor: unit && anchorOfUnit(unit) }),
    ...omitUndefined({ lines: range }),
  }
}

/** Returns the place of a note. If it does not exist, adds a diagnostic and returns the file. */
function findPlace(
  text: string,
  context: CommitContext,
  diagnostics: Diagnostic[],
  call: CallOptions,
): ResultAsync<Place, GitError> {
  return safeTry(async function* () {
    const { file, anchor } = parsePlace(text)
    const content = yield* context.readFile(file as RepoPath, call)
    const tell = (message: string): void =>
      void diagnostics.push(commitWarning(context.commit.id, { code: 'note_place_not_found', message, path: file }))
    if (content === undefined) tell(`A note of the author is about ${file}, which is no text file at the commit.`)
    if (content === undefined || anchor === undefined) return ok({ file })
    const { outline } = await context.outline(file as RepoPath, content, call)
    const unit = matchAnchor(anchor, outline?.units ?? [], ({ name }) => name, { fuzzy: false })?.matches[0]
    if (unit !== undefined) return ok({ file, unit })
    tell(`A note of the author is about ${anchor} in ${file}, which has no such unit. It was recorded for the file.`)
    return ok({ file })
  })
}

function readDependencies(
  { dependencies = '' }: AuthorContext,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<Dependencies, GitError> {
  return safeTry(async function* () {
    const constraints: string[] = []
    const declared: SemanticDependency[] = []
    for (const line of dependencies.split('\n').map((each) => each.trim())) {
      if (line === '') continue
      const parsed = parseDependencyLine(line)
      const content = yield* parsed === undefined
        ? ok(undefined)
        : await context.readFile(parsed.file as RepoPath, call)
      if (parsed === undefined || content === undefined) constraints.push(line)
      else declared.push({ file: parsed.file, anchor: parsed.anchor ?? parsed.file, nature: parsed.nature })
    }
    return ok({ constraints, declared })
  })
}
