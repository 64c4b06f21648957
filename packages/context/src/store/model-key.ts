import { hashText } from '@chronicle/core/text'

const MAX_WORDS = 40

/** Returns a readable, unique name of a model for use in keys. */
export function modelKey(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${words.slice(0, MAX_WORDS)}-${hashText(name)}`
}
