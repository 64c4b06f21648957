import type { Enrichment, EnrichReport, EnrichScope, PromoteReport } from '@chronicle/context'
import { codedError, type CallOptions, type LanguageModel, type Redactor } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { isModel, openModel, type ModelChoice } from './open-model.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'

/** Which files to describe, and with which model. */
export interface EnrichRequest extends EnrichScope, CallOptions {
  /** If absent, the call fails with `model_not_configured`. */
  readonly model: ModelChoice | LanguageModel | undefined
  /** Whether to call no model and store nothing, and only report what would be sent. */
  readonly dryRun?: boolean | undefined
  /** Texts that look like secrets but are not. Ignored if you pass a `redactor`. */
  readonly allowedSecrets?: readonly string[] | undefined
  readonly redactor?: Redactor | undefined
}

/** Which proposals to promote. */
export interface PromoteRequest extends EnrichScope, CallOptions {
  /** The model that made the proposals. It is not called. */
  readonly model: ModelChoice | LanguageModel | undefined
}

/** Descriptions of files by a model, for retrieval. They are stored as proposals, and used after they are promoted. */
export interface FileEnrichment {
  /** Asks a model what files are for, and stores its answers as proposals. Secrets are removed first. */
  enrich(request: EnrichRequest): ResultAsync<EnrichReport, CodedError>
  /** Promotes the proposals of a model, so that retrieval uses them. */
  promote(request: PromoteRequest): ResultAsync<PromoteReport, CodedError>
}

/** Creates a `FileEnrichment` whose implementation is loaded on first use. */
export function createFileEnrichment({ git, ast, storage, env }: RepositoryParts): FileEnrichment {
  function open(): ResultAsync<Enrichment, CodedError> {
    return safeTry(async function* () {
      if (storage === undefined)
        return err(
          codedError(
            'knowledge_store_unusable',
            'The answers of a model cannot be kept, so none is asked. Open the repository with a cache.',
          ),
        )
      const { createCachedKnowledgeStore, createEnrichment } = await import('@chronicle/context')
      return ok(createEnrichment({ git, ast, store: createCachedKnowledgeStore(storage) }))
    })
  }

  function enrich(request: EnrichRequest): ResultAsync<EnrichReport, CodedError> {
    return safeTry(async function* () {
      const { model: chosen, allowedSecrets, redactor: given, ...options } = request
      const model = yield* openModel(chosen, env)
      const opened = yield* open()
      const redactor = given ?? (await openRedactor(allowedSecrets))
      return opened.enrich({ ...options, model, redactor })
    })
  }

  function promote({ model: chosen, ...options }: PromoteRequest): ResultAsync<PromoteReport, CodedError> {
    return safeTry(async function* () {
      // No model is called, so no key is needed.
      const model =
        !isModel(chosen) && chosen?.model !== undefined
          ? `${chosen.provider}/${chosen.model}`
          : (yield* openModel(chosen, env)).name
      const opened = yield* open()
      return opened.promote({ ...options, model })
    })
  }

  return { enrich, promote }
}
