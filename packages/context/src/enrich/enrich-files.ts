import type { CallOptions, KnowledgeDocument, ModelUsage, Redactor } from '@chronicle/core/contracts'
import { bytesPerFour } from '@chronicle/core/text'
import { ok, omitUndefined, safeTry, type BlobId, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import type { IndexedFile } from '../knowledge/indexed-file.ts'
import { askForJson, type JsonQuestion } from '../model/ask-for-json.ts'
import { redactTexts } from '../model/redact-texts.ts'
import { sumUsage } from '../model/sum-usage.ts'
import type { EnrichedFile, EnrichOptions, EnrichReport } from './enrich-report.ts'
import type { FileMetadata, StoredMetadata } from './file-metadata.ts'
import { proposalKey } from './metadata-keys.ts'
import { proposalsOf } from './proposals.ts'
import { questionAboutFile } from './question-about-file.ts'

/** Number of files that the model is asked about in parallel. */
const PARALLEL_FILES = 4
/** Number of failures in a row that ends the run, because the model will not answer about the next file either. */
const MAX_FAILURES = 5
/** Errors that may concern one file only. */
const SINGLE_FILE_ERRORS: ReadonlySet<ContextError['code']> = new Set<ContextError['code']>([
  'answer_unusable',
  'context_too_long',
  'model_failed',
  'model_timed_out',
])

/** The parts of a knowledge snapshot that are needed to describe files. */
export type EnrichableSnapshot = Pick<KnowledgeSnapshot, 'files' | 'file' | 'texts' | 'store'>

type Outcome = Omit<EnrichedFile, 'path'>

/**
 * Asks a model what files are for, and stores its answers as proposals, by content and model. A proposal takes effect
 * when it is promoted. Contents with a proposal of the same model are skipped, so an interrupted run continues where it
 * stopped.
 */
export function enrichFiles(
  snapshot: EnrichableSnapshot,
  options: EnrichOptions,
): ResultAsync<EnrichReport, ContextError> {
  return catchDefectsOf(async function* () {
    const { model, redactor, paths, dryRun = false, onProgress, ...call } = options
    const { store } = snapshot
    const files =
      paths === undefined
        ? snapshot.files.filter((file) => file.class === 'source')
        : [...new Set(paths)].sort().flatMap((path) => snapshot.file(path) ?? [])
    const blobs = files.map(({ blob }) => blob)
    const known = yield* proposalsOf(store, model.name, blobs, call)
    const outcomes = new Map<BlobId, Outcome>(
      [...known].map(([blob, metadata]) => [blob, { status: 'known', metadata }]),
    )
    const unknown = [...new Map(files.filter(({ blob }) => !known.has(blob)).map((file) => [file.blob, file])).values()]
    const uses: ModelUsage[] = []
    let stopped: ContextError | undefined
    let failures = 0
    for (let at = 0; at < unknown.length && stopped === undefined; at += PARALLEL_FILES) {
      onProgress?.({ step: 'describing files', done: at, total: unknown.length })
      const batch = unknown.slice(at, at + PARALLEL_FILES)
      for (const { blob } of batch) outcomes.set(blob, { status: 'skipped' })
      const questions = yield* questionsAbout(snapshot, batch, redactor, call)
      if (dryRun) {
        for (const { blob, question } of questions) {
          outcomes.set(blob, { status: 'wanted' })
          uses.push({ inputTokens: bytesPerFour().count(question.system + question.text), outputTokens: 0 })
        }
        continue
      }
      const answers = await Promise.all(questions.map(ask))
      const proposed = answers.flatMap(({ blob, metadata }) =>
        metadata === undefined ? [] : [documentOf(blob, { model: model.name, metadata })],
      )
      // Answers have been paid for, so they are stored even if the caller has aborted meanwhile.
      yield* store.add('metadata', proposed)
      for (const { blob, ...outcome } of answers) {
        const { error } = outcome
        outcomes.set(blob, outcome)
        failures = error === undefined ? 0 : failures + 1
        if (error !== undefined && (!SINGLE_FILE_ERRORS.has(error.code) || failures >= MAX_FAILURES)) stopped ??= error
      }
    }
    if (stopped === undefined && unknown.length > 0)
      onProgress?.({ step: 'describing files', done: unknown.length, total: unknown.length })
    return ok({
      model: model.name,
      files: files.map(({ path, blob }) => ({ path, ...(outcomes.get(blob) ?? { status: 'left' }) })),
      usage: sumUsage(uses),
      ...omitUndefined({ stopped }),
    })

    async function ask({ blob, question }: FileQuestion): Promise<Outcome & { readonly blob: BlobId }> {
      // A model that throws ends the run like one that fails; the other answers are kept.
      const answer = catchDefectsOf(async function* () {
        return ok(yield* askForJson(model, question, call, (usage) => uses.push(usage)))
      })
      return answer.match(
        (metadata) => ({ blob, status: 'proposed' as const, metadata }),
        (error) => ({ blob, status: 'failed' as const, error }),
      )
    }
  })
}

interface FileQuestion {
  readonly blob: BlobId
  readonly question: JsonQuestion<FileMetadata>
}

/** Returns the questions about files that contain text. */
function questionsAbout(
  snapshot: EnrichableSnapshot,
  files: readonly IndexedFile[],
  redactor: Redactor,
  call: CallOptions,
): ResultAsync<readonly FileQuestion[], ContextError> {
  return safeTry(async function* () {
    const paths = files.map(({ path }) => path)
    const texts = yield* snapshot.texts(paths, call)
    const readable = files.flatMap(({ path, blob }) => {
      const text = texts.get(path) ?? ''
      return text.trim() === '' ? [] : [{ path, blob, text }]
    })
    const originals = readable.map(({ text }) => text)
    const sendable = yield* redactTexts(redactor, originals, call)
    return ok(
      readable.map(({ path, blob }, index) => ({ blob, question: questionAboutFile(path, sendable[index] ?? '') })),
    )
  })
}

function documentOf(blob: BlobId, stored: StoredMetadata): KnowledgeDocument {
  return { key: proposalKey(blob, stored.model), value: JSON.stringify(stored), lengths: [], terms: new Map() }
}
