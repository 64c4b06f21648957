import { embedWith, type CallOptions } from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { redactTexts } from '../../model/redact-texts.ts'
import { modelKey } from '../../store/model-key.ts'
import { taskSections } from '../../task/task-sections.ts'
import type { FileEmbedder } from './embed-files.ts'
import { quantiseVectors, parseVectors, serialiseVectors, type QuantisedVectors } from './vectors.ts'

/** Maximum number of characters of a task to embed: about 500 tokens, which even small models accept. */
const MAX_CHARACTERS = 2_000

/**
 * Returns the vector of a task. It is cached, because services return slightly different vectors for the same text, and
 * the same task must get the same answer.
 */
export function embedTask(
  description: string,
  { model, store, redactor }: FileEmbedder,
  call: CallOptions,
): ResultAsync<QuantisedVectors, ContextError> {
  return safeTry(async function* () {
    const { title, prose } = taskSections(description)
    const [redacted = ''] = yield* redactTexts(redactor, [`${title}\n${prose.trim()}`.trim()], call)
    const text = redacted.slice(0, MAX_CHARACTERS)
    const key = `task.${hashText(text)}.${String(text.length)}.${modelKey(model.name)}`
    const stored = (yield* store.read('vectors', [key], call)).get(key)
    if (stored !== undefined) return ok(parseVectors(stored))
    const kept = quantiseVectors(yield* embedWith(model, [text], { ...call, kind: 'query' }))
    yield* store.add('vectors', [{ key, value: serialiseVectors(kept), lengths: [], terms: new Map() }], call)
    return ok(kept)
  })
}
