import type { Enrichment, EnrichReport, EnrichScope, PromoteReport } from '@chronicle/context'
import { codedError, type CallOptions, type LanguageModel, type Redactor } from '@chronicle/core/contracts'
import { err, ok, okAsync, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { isModel, openModel, type ModelChoice } from './open-model.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'

/** Which files are described, and by which model. */
export interface EnrichRequest extends EnrichScope, CallOptions {
  /** Absent: `model_not_configured`. */
  readonly model: ModelChoice | LanguageModel | undefined
  /** Ask and store nothing: tell what would be asked. */
  readonly dryRun?: boolean
  /** What looks like a secret and is none. Not used with a `redactor` of your own. */
  readonly allowedSecrets?: readonly string[]
  readonly redactor?: Redactor
}

/** Which proposals count from now on. */
export interface PromoteRequest extends EnrichScope, CallOptions {
  /** The model that made them. It is not asked. */
  readonly model: ModelChoice | LanguageModel | undefined
}

/** Descriptions of files by a model, for retrieval: proposed, and used once they are promoted. */
export interface FileEnrichment {
  /** Asks a model what files are for, and stores what it says as proposals. Secrets are taken out before. */
  enrich(request: EnrichRequest): ResultAsync<EnrichReport, CodedError>
  /** Makes the proposals of a model count. */
  promote(request: PromoteRequest): ResultAsync<PromoteReport, CodedError>
}

/** Nothing of it is loaded before it is used. */
export function createFileEnrichment({ git, ast, storage, env }: RepositoryParts): FileEnrichment {
  function open(): ResultAsync<Enrichment, CodedError> {
    return safeTry(async function* () {
      if (storage === undefined)
        return err(
          codedError(
            'knowledge_store_unusable',
            'What a model says of files can be kept nowhere, so none is asked. Open the repository with a cache.',
          ),
        )
      const { createCachedKnowledgeStore, createEnrichment } = await import('@chronicle/context')
      return ok(createEnrichment({ git, ast, store: createCachedKnowledgeStore(storage) }))
    })
  }

  function enrich(request: EnrichRequest): ResultAsync<EnrichReport, CodedError> {
    return safeTry(async function* () {
      const { model: chosen, allowedSecrets, redactor: given, ...options } = request
      const model = yield* isModel(chosen) ? ok(chosen) : await openModel(chosen, env)
      const opened = yield* open()
      const redactor = given ?? (await openRedactor(allowedSecrets))
      return opened.enrich({ ...options, model, redactor })
    })
  }

  function promote({ model: chosen, ...options }: PromoteRequest): ResultAsync<PromoteReport, CodedError> {
    return safeTry(async function* () {
      const model = yield* isModel(chosen) ? ok(chosen.name) : await nameOf(chosen)
      const opened = yield* open()
      return opened.promote({ ...options, model })
    })
  }

  /** Nobody is asked, so no key is needed. */
  function nameOf(choice: ModelChoice | undefined): ResultAsync<string, CodedError> {
    return choice?.model === undefined
      ? openModel(choice, env).map((model) => model.name)
      : okAsync(`${choice.provider}/${choice.model}`)
  }

  return { enrich, promote }
}
