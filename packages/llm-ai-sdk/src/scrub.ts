import type { ProviderSettings } from './provider-settings.ts'

/** Removes secrets from a text, and reduces it to one short line. */
export type Scrub = (text: string) => string

/** Maximum length of a provider's message, in characters: longer ones may repeat the request. */
const MAX_LENGTH = 300

/** Creates a function that hides the key and the values of the configured headers. */
export function createScrub({ apiKey, headers }: Pick<ProviderSettings, 'apiKey' | 'headers'>): Scrub {
  // Short values occur everywhere and are not secrets.
  const secrets = [apiKey ?? '', ...Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)])]
    .filter((secret) => secret.length >= 6)
    .sort((a, b) => b.length - a.length)
  return (text) => {
    const hidden = secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text)
      .replace(/\b(?:sk|key|pk|rk)-[\w-]{12,}|\bAIza[\w-]{20,}|\bBearer\s+[\w.~+/=-]{8,}/g, '[hidden]')
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
    return hidden.length > MAX_LENGTH ? `${hidden.slice(0, MAX_LENGTH)}…` : hidden
  }
}
