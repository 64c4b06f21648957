import type { SecretSpan } from './replace-secrets.ts'

/**
 * An assignment: a name that ends in a word for a secret, an operator, and a quoted value, or a bare value on a line as
 * in an environment file: `DB_PASSWORD=…`, `"api_key": "…"`, `const clientSecret = '…'`.
 */
const ASSIGNMENT =
  /(?<name>[A-Za-z0-9_.-]{0,60}(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|auth[_-]?key|credentials?))["'`\]]{0,2}\s{0,4}(?:[:=]|=>|:=)\s{0,4}(?:(?<quote>["'`])(?<quoted>[^"'`\r\n]{8,500})\k<quote>|(?<bare>[A-Za-z0-9+/=_.~!@#%^*-]{8,500})(?=[\s,;]|$))/gi

/** Minimum entropy of a value that counts as random, in bits per character. English words have about 2.5 to 3.5. */
const MIN_ENTROPY = 3

const NO_VALUE =
  /^(?:x{3,}|\*{3,}|\.{3,}|<.*>|\[.*\]|\{.*\}|%.*%|.*\$\{.*|\$\(.*|\$[A-Za-z_]\w*|.*\{\{.*|(?:your|my|some|the|test|fake|dummy|sample|example|placeholder|redacted|change[_-]?me|insert|enter|replace)[\s_-]?.*|.*(?:example|placeholder|changeme|redacted|dummy|\bfoo\b|\bbar\b).*|(?:null|undefined|none|true|false|nil|string|number|boolean).*)$/i

/** Returns values that look random and whose name marks them as secret. */
export function findNamedValues(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  for (const match of text.matchAll(ASSIGNMENT)) {
    const { quoted, bare } = match.groups ?? {}
    const value = quoted ?? bare ?? ''
    if (!(quoted === undefined ? isBareSecret(value) : isSecret(value))) continue
    const start = match.index + match[0].lastIndexOf(value)
    found.push({ rule: 'named-value', start, end: start + value.length })
  }
  return found
}

/** An unquoted value may be an expression: `password = config.password2`, `token=getToken1()`. */
function isBareSecret(value: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+$/.test(value)) return false
  return (
    isSecret(value) &&
    (/[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value) ? true : /\d.*[^\w].*|[^\w].*\d/.test(value))
  )
}

function isSecret(value: string): boolean {
  if (NO_VALUE.test(value) || /\s/.test(value)) return false
  // Letters alone are a word, a name or a path, whatever their length; digits alone are a number.
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value))
    return /[^\w\s./-]/.test(value) && /[a-z]/i.test(value) && isRandom(value)
  // A path, a host, a selector or a dotted name.
  if (/^[./~@#]|^[a-z0-9_-]+(?:[./:][a-z0-9_-]+)+$/.test(value)) return false
  return isRandom(value)
}

function isRandom(value: string): boolean {
  return entropyOf(value) >= Math.min(MIN_ENTROPY, Math.log2(value.length) - 0.5)
}

/** Returns the Shannon entropy in bits per character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
