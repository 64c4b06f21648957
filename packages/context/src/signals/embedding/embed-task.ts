import type { CallOptions } from '@chronicle/core/contracts'
import { hashText } from '@chronicle/core/text'
import { valueOf } from '../../failure.ts'
import { redactTexts } from '../../model/redact-texts.ts'
import { modelKey } from '../../store/model-key.ts'
import { taskSections } from '../../task/task-sections.ts'
import type { FileEmbedder } from './embed-files.ts'
import { keepVectors, parseVectors, writeVectors, type KeptVectors } from './vectors.ts'

/** Characters of a task that are embedded: about 500 tokens, which even small models take. */
const MAX_CHARACTERS = 2_000

/**
 * Returns the vector of a task. It is kept, because services give slightly different vectors for the same text, and
 * the same task is to have the same answer.
 */
export async function embedTask(
  description: string,
  { model, store, redactor }: FileEmbedder,
  call: CallOptions,
): Promise<KeptVectors> {
  const { title, prose } = taskSections(description)
  const [redacted = ''] = await redactTexts(redactor, [`${title}\n${prose.trim()}`.trim()], call)
  const text = redacted.slice(0, MAX_CHARACTERS)
  const key = `task.${hashText(text)}.${String(text.length)}.${modelKey(model.name)}`
  const stored = (await valueOf(store.read('vectors', [key], call))).get(key)
  if (stored !== undefined) return parseVectors(stored)
  const kept = keepVectors(await valueOf(model.embed([text], { ...call, kind: 'query' })))
  await valueOf(store.add('vectors', [{ key, value: writeVectors(kept), lengths: [], terms: new Map() }], call))
  return kept
}
