const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' }

/**
 * Returns the path in a line of a patch, without git's quotes, the time stamp of `diff -u` and, if `prefixed`, the
 * prefix `a/` or `b/` (with `diff.mnemonicPrefix`: `i/`, `w/`, `c/`, `o/`). Returns `undefined` for `/dev/null`.
 */
export function patchPath(text: string, prefixed = true): string | undefined {
  const plain = text.startsWith('"') ? unquote(text) : text.replace(/\t.*$/, '').trimEnd()
  if (plain === '/dev/null') return undefined
  return prefixed ? plain.replace(/^[abciow]\//, '') : plain
}

function unquote(text: string): string {
  const end = /^"(?:[^"\\]|\\[^])*"/.exec(text)?.[0] ?? text
  const bytes: number[] = []
  const encoder = new TextEncoder()
  for (const [, octal, letter, rest] of end.slice(1, -1).matchAll(/\\(?:([0-7]{3})|([^]))|([^\\]+)/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...encoder.encode(letter === undefined ? rest : (ESCAPES[letter] ?? letter)))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}
