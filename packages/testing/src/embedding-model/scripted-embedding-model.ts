import { codedError, type EmbeddingModel, type EmbedOptions, type ModelError } from '@chronicle/core/contracts'
import { err, ok, type Result, type ResultAsync, safeTry } from '@chronicle/schema'
import { aborted, untilAborted } from '../language-model/until-aborted.ts'
import type { EmbeddingRequest, EmbeddingStep } from './embedding-step.ts'

/** An embedding model that follows a script. */
export interface ScriptedEmbeddingModel extends EmbeddingModel {
  /** The requests so far, in order. */
  readonly requests: readonly EmbeddingRequest[]
}

/** The options of `scriptedEmbeddingModel`. */
export interface ScriptedEmbeddingOptions {
  /** Name of the model. Default `scripted/embedding`. */
  readonly name?: string | undefined
  /** Maximum number of texts per request. Default 8. */
  readonly maxBatch?: number | undefined
}

/**
 * Creates an `EmbeddingModel` for tests without a model. `script` is either a list of steps, one for each request,
 * after which it fails with `model_failed`; or a function of each request.
 */
export function scriptedEmbeddingModel(
  script: readonly EmbeddingStep[] | ((request: EmbeddingRequest) => EmbeddingStep),
  { name = 'scripted/embedding', maxBatch = 8 }: ScriptedEmbeddingOptions = {},
): ScriptedEmbeddingModel {
  const requests: EmbeddingRequest[] = []
  let dimensions: number | undefined

  const request = async (
    asked: EmbeddingRequest,
    signal: AbortSignal | undefined,
  ): Promise<Result<readonly Float32Array[], ModelError>> => {
    if (signal?.aborted === true) return err(aborted(signal))
    const step = typeof script === 'function' ? script(asked) : script[requests.length]
    requests.push(asked)
    if (step === undefined) return err(codedError('model_failed', 'The script has no answer left.'))
    if (step === 'hangs') return err(await untilAborted(signal))
    if ('fails' in step) return err(codedError(step.fails, `The scripted model fails with ${step.fails}.`))
    if (step.vectors.length !== asked.texts.length) {
      return err(
        codedError('model_failed', `The script has ${step.vectors.length} vectors for ${asked.texts.length} texts.`),
      )
    }
    dimensions ??= step.vectors[0]?.length
    return ok(step.vectors.map((vector) => Float32Array.from(vector)))
  }

  const embed = (
    texts: readonly string[],
    { kind = 'document', signal }: EmbedOptions,
  ): ResultAsync<readonly Float32Array[], ModelError> =>
    safeTry(async function* () {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += maxBatch) {
        const answer = yield* await request({ texts: texts.slice(at, at + maxBatch), kind }, signal)
        vectors.push(...answer)
      }
      return ok(vectors)
    })

  return {
    name,
    maxBatch,
    requests,
    get dimensions() {
      return dimensions
    },
    embed: (texts, options = {}) => embed(texts, options),
  }
}
