const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** Removes git's C-style quotes from a path that was read as raw bytes, and decodes it. */
export function unquotePath(name: string): string {
  const bytes = !name.startsWith('"')
    ? name
    : name
        .slice(1, -1)
        .replace(/\\(?:([0-7]{3})|([^]))/g, (_, octal: string | undefined, letter: string) =>
          octal === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(octal, 8)),
        )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
