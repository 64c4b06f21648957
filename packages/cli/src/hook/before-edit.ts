import {
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type LookupOutput,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { cautiousTokens, fitToBudget, isBinary, renderAnswer, type Queries, type TokenCounter } from '@chronicle/core'
import { resolvePath } from '../read/find-path.ts'
import { editedLines } from './edited-lines.ts'
import { editedPlaces, type EditedPlace } from './edited-places.ts'
import type { FileChange } from './file-change.ts'
import type { Settings } from '../config/settings.ts'
import type { HookContext } from './hook-context.ts'
import { openSessionMemory, type SessionMemory } from './session-memory.ts'
import { entriesOf, keepEntries, type ShownEntry } from './shown-entries.ts'
import { bindingAnswer } from './binding-answer.ts'
import { queryStages } from '../queries/query-stages.ts'

/** Kept small, because an agent makes some dozens of edits in a session and did not ask. */
const MAX_TOKENS = 400
/** With fewer tokens, nothing fits that is worth a heading. */
const MIN_TOKENS = 80
/** An agent waits for the hook. Only the first query about the history of a file that changed often takes longer. */
const DEFAULT_HISTORY_MS = 1000
/**
 * Maximum number of times that a session waits for a history in vain. In a repository where one takes too long, others
 * do too.
 */
const MAX_WAITS = 5
/** Markdown in which a command retrieves what was withheld; the command counts towards the budget. */
const LOOK = { verbose: false, remedies: 'command' } as const

/**
 * Returns what is known about the lines that an edit is about to change; `undefined` if there is nothing that the
 * session has not been shown.
 */
export function beforeEdit(
  path: string,
  change: FileChange,
  context: HookContext,
): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    const { call, dir, historyMs = DEFAULT_HISTORY_MS, info, repository, session, settings } = context
    const file = yield* resolvePath(path, { git: repository.git, repository: info, dir, revision: 'HEAD', call })
    if (file === undefined || file === '') return ok(undefined)
    const places = yield* placesOf(file, change, context)
    if (places.length === 0) return ok(undefined)
    const memory = await openSessionMemory(info.chronicleDir, session)
    const queries = repository.createQueries(queryStages(settings))
    const asking = {
      file,
      queries,
      memory,
      sources: settings.sources,
      historyUntil: AbortSignal.timeout(historyMs),
      call,
    }
    const tokens = cautiousTokens()
    const shownKeys = new Set<string>()
    const texts: string[] = []
    let left = MAX_TOKENS
    for (const [index, place] of places.entries()) {
      const maxTokens = Math.floor(left / (places.length - index))
      if (maxTokens < MIN_TOKENS) break
      const answer = yield* lookUp(place, asking)
      const worthy = bindingAnswer(answer, { unit: place.unit })
      const text = await renderNewEntries(worthy, {
        place: `${file}\0${place.id}`,
        maxTokens,
        tokens,
        memory,
        shownKeys,
      })
      if (text === undefined) continue
      texts.push(text)
      left -= tokens.count(text) + 1
    }
    return ok(texts.length === 0 ? undefined : texts.join('\n\n'))
  })
}

/** Returns the places of the edit. A new or binary file has none about which anything could be known. */
function placesOf(
  file: RepoPath,
  change: FileChange,
  { call, repository: { ast, git } }: HookContext,
): ResultAsync<readonly EditedPlace[], CodedError> {
  return safeTry(async function* () {
    const content = yield* git.readFile('WORKTREE', file, call)
    if (content?.kind !== 'file' || isBinary(content.bytes)) return ok([])
    const { bytes, id: blob } = content
    const text = new TextDecoder().decode(bytes)
    const edits = editedLines(text, change)
    if (edits.length === 0) return ok([])
    const outline = ast.language(file) === undefined ? undefined : await ast.outline({ path: file, text, blob }, call)
    // Without an outline, the places are lines.
    return ok(editedPlaces(edits, outline?.isOk() === true ? outline.value.units : []))
  })
}

interface EditQuestion {
  readonly file: RepoPath
  readonly queries: Queries
  readonly memory: SessionMemory
  readonly historyUntil: AbortSignal
  readonly call: HookContext['call']
  readonly sources: Settings['sources']
}

function lookUp(
  { anchor, id, lines }: EditedPlace,
  { call, file, historyUntil, memory, queries, sources: wanted }: EditQuestion,
): ResultAsync<LookupOutput, CodedError> {
  return safeTry(async function* () {
    const place = anchor === undefined ? omitUndefined({ lines }) : { anchor }
    const tooLong = `history took too long\0${file}\0${id}`
    const waits = Array.from({ length: MAX_WAITS }, (_, index) => `waited\0${index}`)
    const hasWaited = memory.isKnown(tooLong) || waits.every(memory.isKnown)
    // The history of a whole file is about all of it, not about the edit.
    const asksNotes = !wanted.includes('history') || id === '' || hasWaited || historyUntil.aborted
    const sources = asksNotes ? { sources: ['notes'] as const } : { sources: wanted, historyUntil }
    const answer = await queries.lookup({ file, ...place, ...sources }, call)
    if (!asksNotes && historyUntil.aborted) {
      const wait = waits.find((each) => !memory.isKnown(each))
      await memory.claim([tooLong, ...(wait === undefined ? [] : [wait])])
    }
    return answer
  })
}

interface RenderOptions {
  readonly place: string
  readonly maxTokens: number
  /** Counts the tokens of a model's input, rather too many than too few. */
  readonly tokens: TokenCounter
  readonly memory: SessionMemory
  /** Keys of the entries that this process has shown with other places. */
  readonly shownKeys: Set<string>
}

/** Renders the entries that the session has not been shown yet, and marks them as shown. */
async function renderNewEntries(
  answer: LookupOutput,
  { maxTokens, memory, place, shownKeys, tokens }: RenderOptions,
): Promise<string | undefined> {
  const withheldHere = (key: string): string => `${key}\0withheld\0${place}`
  const claimedKeys = new Set<string>()
  for (;;) {
    const isNew = ({ key }: ShownEntry): boolean =>
      ![claimedKeys, shownKeys].some((keys) => keys.has(key)) && ![key, withheldHere(key)].some(memory.isKnown)
    const fresh = keepEntries(answer, isNew)
    if (fresh === undefined) return undefined
    const fitted = fitToBudget(fresh, { maxTokens, tokens, ...LOOK })
    const fitting = new Set(entriesOf(fitted).map(({ id }) => id))
    if (fitting.size === 0 || fitted.trimmed?.over_budget === true) return undefined
    const shown = entriesOf(fresh).filter(({ id }) => fitting.has(id))
    const claimed = await memory.claim(shown.map(({ key }) => key))
    const lost = shown.filter(({ key }) => !claimed.has(key))
    // Entries that another process shows at this moment are omitted, which makes room for others.
    for (const { key } of lost) claimedKeys.add(key)
    if (lost.length > 0) continue
    for (const { key } of shown) shownKeys.add(key)
    // The command for withheld entries is shown with this place, and need not be shown with it again.
    const withheld = entriesOf(fresh).filter(({ id }) => !fitting.has(id))
    await memory.claim(withheld.map(({ key }) => withheldHere(key)))
    return renderAnswer(fitted, 'markdown', { ...LOOK, colour: false }).trimEnd()
  }
}
