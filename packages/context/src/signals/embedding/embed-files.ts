import {
  embedWith,
  type CallOptions,
  type EmbeddingModel,
  type KnowledgeDocument,
  type KnowledgeStore,
  type Redactor,
} from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { checkAborted } from '../../failure.ts'
import type { KnowledgeSnapshot } from '../../knowledge/knowledge-snapshot.ts'
import type { IndexedFile } from '../../knowledge/indexed-file.ts'
import { redactTexts } from '../../model/redact-texts.ts'
import { modelKey } from '../../store/model-key.ts'
import { TEXTS_VERSION, textsOfFile } from './texts-of-file.ts'
import { quantiseVectors, serialiseVectors } from './vectors.ts'

/** Number of files to embed and store in one batch. */
const FILES_AT_A_TIME = 32

/** Dependencies of embedding files. */
export interface FileEmbedder {
  readonly model: EmbeddingModel
  readonly store: KnowledgeStore
  readonly redactor: Redactor | undefined
}

/** Returns the key of a file's vectors. The key contains the path because the embedded text does. */
export function vectorsKey({ key, path }: IndexedFile, model: EmbeddingModel): string {
  return `${key}.${hashText(path)}.${TEXTS_VERSION}.${modelKey(model.name)}`
}

/**
 * Embeds the files that have no stored vectors. Stores each batch, so an interrupted call continues where it stopped
 * when called again.
 */
export function embedFiles(
  snapshot: KnowledgeSnapshot,
  files: readonly IndexedFile[],
  { model, store, redactor }: FileEmbedder,
  call: CallOptions,
): ResultAsync<void, ContextError> {
  return safeTry(async function* () {
    const keyed = files.map((file) => ({ file, key: vectorsKey(file, model) }))
    const keys = keyed.map(({ key }) => key)
    const held = yield* store.has('vectors', keys, call)
    const missing = keyed.filter(({ key }) => !held.has(key))
    // Progress reports of the inner calls count other things.
    const { onProgress, ...quiet } = call
    for (let at = 0; at < missing.length; at += FILES_AT_A_TIME) {
      yield* checkAborted(call.signal)
      onProgress?.({ step: 'embedding files', done: at, total: missing.length })
      const batch = missing.slice(at, at + FILES_AT_A_TIME)
      const paths = batch.map(({ file }) => file.path)
      const facts = yield* snapshot.facts(paths, quiet)
      const texts = yield* snapshot.texts(paths, quiet)
      const originals = paths.map((path) => texts.get(path) ?? '')
      const sendable = yield* redactTexts(redactor, originals, quiet)
      const wanted = batch.map(({ file: { path }, key }, index) => {
        const [known, original, text = ''] = [facts.get(path), texts.get(path), sendable[index]]
        if (known === undefined || original === undefined) return { key, texts: [] }
        const sameLines = text.split('\n').length === original.split('\n').length
        return { key, texts: textsOfFile(path, known, { text, redacted: text !== original, sameLines }) }
      })
      const ofAll = wanted.flatMap((each) => each.texts)
      const vectors = yield* embedWith(model, ofAll, quiet)
      let from = 0
      const documents = wanted.map(({ key, texts: own }): KnowledgeDocument => {
        const kept = quantiseVectors(vectors.slice(from, (from += own.length)))
        return { key, value: serialiseVectors(kept), lengths: [], terms: new Map() }
      })
      yield* store.add('vectors', documents, quiet)
    }
    if (missing.length > 0) onProgress?.({ step: 'embedding files', done: missing.length, total: missing.length })
    return ok()
  })
}
