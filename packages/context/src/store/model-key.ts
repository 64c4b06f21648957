import { hashText } from '@chronicle/core/text'

const MAX_WORDS = 40

/** Returns a name of a model that can be a part of a key: readable, and different for different models. */
export function modelKey(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${words.slice(0, MAX_WORDS)}-${hashText(name)}`
}
