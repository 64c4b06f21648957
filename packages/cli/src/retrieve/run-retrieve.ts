import type { ContextPackage, RenderFormat } from '@chronicle/context'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { escapeUnsafeIn } from '@chronicle/core/text'
import {
  CONTEXT_OUTPUT_SCHEMA,
  err,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { loadSettings } from '../config/load-settings.ts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { openRepository } from '../host/open-repository.ts'
import { printAnswer } from '../host/print-answer.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { writeAnswer } from '../host/write-answer.ts'
import { modelChoiceOf } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import { embeddingChoiceOf } from './embedding-choice.ts'
import { createStepProgress } from './create-step-progress.ts'
import { formatExplanation } from './format-explanation.ts'
import { readTask, readTextFile } from './read-task.ts'
import type { RetrieveFlags } from './retrieve-flags.ts'

/** The package that was found, with its text and format. */
interface RetrievedPackage {
  readonly pack: ContextPackage
  readonly text: string
  readonly format: RenderFormat
}

/** Runs one `retrieve`. */
export async function runRetrieve(host: CommandHost, words: readonly string[], flags: RetrieveFlags): Promise<void> {
  const { io } = host
  const fail = (error: CodedError): void => reportFailure(io, error, CONTEXT_OUTPUT_SCHEMA)
  const task = await readTask(words, flags.issueFile, io)
  if (task.isErr()) return fail(task.error)
  const template = await templateOf(flags, io)
  if (template.isErr()) return fail(template.error)
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return fail(opened.error)
  const { repository, dir } = opened.value
  let retrieved: Result<RetrievedPackage, CodedError>
  try {
    const steps = createStepProgress('Looking …')
    const call = { onProgress: steps.onProgress, ...omitUndefined({ signal: io.signal }) }
    const work = retrieve(repository, io, { task: task.value, template: template.value, flags, call })
    retrieved = await showProgress(io, steps.text, work)
  } finally {
    await repository.close()
  }
  if (retrieved.isErr()) return fail(retrieved.error)
  const { pack, text, format } = retrieved.value
  for (const { severity, message } of pack.diagnostics) if (severity === 'warning') reportWarning(io, message)
  const reasons = flags.explain === true || flags.verbose === true ? formatExplanation(pack) : ''
  if (reasons !== '' && format !== 'markdown') io.stderr.write(reasons)
  const explanation = format === 'markdown' ? reasons : ''
  if (flags.output === undefined) {
    await printAnswer(io, forTerminal(io, explanation === '' ? text : `${text}\n${explanation}`), {
      ...{ format: format === 'json' ? 'json' : 'markdown', dir, pager: flags.pager },
    })
    return
  }
  const written = await writeAnswer(flags.output, text, io)
  if (written.isErr()) return fail(written.error)
  const size = `${pack.token_count.toLocaleString('en')} of ${pack.budget.toLocaleString('en')} tokens`
  io.stderr.write(`Wrote ${showName(flags.output)}: ${pack.files.length} files, ${size}.\n`)
  if (explanation !== '') io.stdout.write(explanation)
}

interface RetrieveInput {
  readonly task: string
  readonly template: string | undefined
  readonly flags: RetrieveFlags
  readonly call: CallOptions
}

function retrieve(
  repository: Repository,
  io: CliIo,
  { task, template, flags, call }: RetrieveInput,
): ResultAsync<RetrievedPackage, CodedError> {
  return safeTry(async function* () {
    const { rev, budget, scopeSize, notesRef, model, embeddingModel } = flags
    const loading = import('@chronicle/context')
    const { settings, warnings } = yield* loadSettings(
      repository.git,
      { flags: { notesRefs: notesRef, model, embeddingModel }, env: io.env },
      call,
    )
    for (const warning of warnings) reportWarning(io, warning)
    const engine = await loading
    const format =
      flags.format ?? (template === undefined ? (settings.format === 'json' ? 'json' : 'markdown') : 'prompt')
    // The default profile is created where models are opened.
    const profile = flags.profile === 'weighted' ? engine.namedProfile(flags.profile) : undefined
    const { embeddings, problem } = flags.embeddings === false ? {} : embeddingChoiceOf(settings)
    if (problem !== undefined) reportWarning(io, problem)
    const asPrompt = format === 'prompt' ? { template: template ?? engine.DEFAULT_TEMPLATE } : {}
    const choice = flags.llmAssist === true ? modelChoiceOf(settings) : undefined
    if (flags.llmAssist === true && choice === undefined)
      return err(withSettings(codedError('model_not_configured', 'There is no model that --llm-assist could ask.')))
    const retrieval = repository.createRetrieval({
      notesRefs: settings.notesRefs,
      ...omitUndefined({ assist: choice }),
      allowedSecrets: settings.redactAllow,
      ...omitUndefined({ embeddings, profile }),
    })
    const pack = await retrieval.retrieve(
      {
        ...{ task, ...asPrompt },
        ...omitUndefined({ budget, scopeSize, rev }),
      },
      call,
    )
    return pack
      .mapErr(withSettings)
      .map((found) => ({ pack: found, text: engine.renderPackage(found, format, asPrompt), format }))
  })
}

function templateOf({ template, format }: RetrieveFlags, io: CliIo): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    if (template === undefined) return ok(undefined)
    if (format !== undefined && format !== 'prompt')
      return err(codedError('usage', `A template is for --format prompt, not for ${format}. Leave one of them out.`))
    const text = await readTextFile(template, io)
    if (text.isErr() || /\{(?:task|context|types|tests)\}/u.test(text.value)) return text
    const message = `'${showName(template)}' has none of the placeholders {task}, {context}, {types}, {tests}. Add at least one.`
    return err(codedError('usage', message, { data: { path: template } }))
  })
}

/** Escapes source for a terminal, so that it cannot control the terminal. In a file or a pipe it stays exact. */
function forTerminal(io: CliIo, text: string): string {
  return io.stdout.isTTY === true ? text.split('\r\n').map(escapeUnsafeIn).join('\r\n') : text
}
