import type { CallOptions, KnowledgeStore, LanguageModel, Redactor } from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import { ok, safeTry, type Diagnostic, type ResultAsync, type TaskQuery } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import { askForJson } from '../model/ask-for-json.ts'
import { redactTexts } from '../model/redact-texts.ts'
import { reportModelFailure } from '../model/report-model-failure.ts'
import { modelKey } from '../store/model-key.ts'
import { mergeTask, parseTaskWords, taskPrompt, TASK_PROMPT_VERSION, type TaskWords } from './task-words.ts'

/** Minimum number of keywords of a task that needs no assistance. */
const ENOUGH_KEYWORDS = 3

/** The model that helps to understand a task, and its dependencies. */
export interface TaskAssistance {
  readonly model: LanguageModel
  /** Redacts the task before it is sent. Absent: it is sent unchanged. */
  readonly redactor?: Redactor | undefined
  /** Caches answers, so that the same task is sent only once and gets the same answer. Absent: nothing is cached. */
  readonly store?: KnowledgeStore | undefined
}

/** The model that helps to understand a task, with call options. */
export interface AssistOptions extends TaskAssistance, CallOptions {}

/** A task, with the model's words if it gave any, and diagnostics about the assistance. */
export interface AssistedTask {
  readonly query: TaskQuery
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Asks a model for the words that a short task omits. Asks nothing if the task has three keywords, or names a file or a
 * unit. If the model fails, returns the query unchanged with the diagnostic `assist_failed`.
 */
export function assistTask(query: TaskQuery, options: AssistOptions): ResultAsync<AssistedTask, ContextError> {
  return catchDefectsOf(async function* () {
    if (!needsHelp(query)) return ok({ query, diagnostics: [] })
    const diagnostics: Diagnostic[] = []
    const words = yield* reportModelFailure<TaskWords | undefined>(wordsFor(query, options), undefined, ({ message }) =>
      diagnostics.push({
        code: 'assist_failed',
        severity: 'warning',
        message: `${message} The task was understood without it.`,
      }),
    )
    return ok({ query: words === undefined ? query : mergeTask(query, words), diagnostics })
  })
}

/** Whether a task says too little to be understood by its words alone. */
function needsHelp({ keywords, file_hints: files, symbol_hints: symbols }: TaskQuery): boolean {
  return keywords.length < ENOUGH_KEYWORDS && files.length === 0 && symbols.length === 0
}

function wordsFor(
  { raw_description: description }: TaskQuery,
  { model, redactor, store, ...call }: AssistOptions,
): ResultAsync<TaskWords, ContextError> {
  return safeTry(async function* () {
    const [text = ''] = yield* redactTexts(redactor, [description], call)
    const key = `task.${TASK_PROMPT_VERSION}.${hashText(text)}.${String(text.length)}.${modelKey(model.name)}`
    const stored = store === undefined ? undefined : (yield* store.read('metadata', [key], call)).get(key)
    const known = stored === undefined ? undefined : parseTaskWords(JSON.parse(stored)).unwrapOr(undefined)
    if (known !== undefined) return ok(known)
    const words = yield* askForJson(model, taskPrompt(text), call)
    if (store !== undefined)
      yield* store.add('metadata', [{ key, value: JSON.stringify(words), lengths: [], terms: new Map() }])
    return ok(words)
  })
}
