/** One `key = value` of a configuration file. */
export interface ConfigEntry {
  /** Lower case. */
  readonly section: string
  /** As written. Absent where the section has none. */
  readonly subsection?: string
  /** Lower case. */
  readonly key: string
  /** `true` where the file has no value. */
  readonly value: string
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' }

/**
 * Parses git's configuration syntax. Lines that are no configuration are passed over, as git would refuse the whole
 * file and nothing could be read. `include` is not followed.
 */
export function parseConfig(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = []
  let section: Pick<ConfigEntry, 'section' | 'subsection'> | undefined
  const lines = joinContinued(text.split(/\r?\n/))
  for (const line of lines) {
    let rest = line.trim()
    const header = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*/.exec(rest)
    if (header) {
      const [whole, name = '', quoted] = header
      section = openSection(name, quoted?.replaceAll(/\\(.)/g, '$1'))
      rest = rest.slice(whole.length)
    }
    const [, key, value] = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*([^]*))?$/.exec(rest) ?? []
    if (section === undefined || key === undefined) continue
    entries.push({ ...section, key: key.toLowerCase(), value: value === undefined ? 'true' : parseValue(value) })
  }
  return entries
}

/** The last value of a key. */
export function configValue(
  entries: readonly ConfigEntry[],
  section: string,
  key: string,
  subsection?: string,
): string | undefined {
  return entries.findLast((entry) => entry.section === section && entry.key === key && entry.subsection === subsection)
    ?.value
}

/** Whether a value means true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value)
}

/** `[a.b]` is an old way to write `[a "b"]`. */
function openSection(name: string, subsection: string | undefined): Pick<ConfigEntry, 'section' | 'subsection'> {
  const dot = name.indexOf('.')
  if (subsection === undefined && dot >= 0) {
    return { section: name.slice(0, dot).toLowerCase(), subsection: name.slice(dot + 1).toLowerCase() }
  }
  return { section: name.toLowerCase(), ...(subsection === undefined ? {} : { subsection }) }
}

/** A backslash at the end of a line continues it, unless the backslash is escaped itself. */
function joinContinued(lines: readonly string[]): readonly string[] {
  const joined: string[] = []
  let open = false
  for (const line of lines) {
    const continued = /(?:^|[^\\])(?:\\\\)*\\$/.test(line)
    const content = continued ? line.slice(0, -1) : line
    if (open) joined.push((joined.pop() ?? '') + content)
    else joined.push(content)
    open = continued
  }
  return joined
}

/** Takes quotes, escapes and comments out. White space is kept between words and inside of quotes. */
function parseValue(raw: string): string {
  let value = ''
  let space = ''
  let quoted = false
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charAt(at)
    if (!quoted && /\s/.test(char)) {
      space += char
      continue
    }
    if (!quoted && (char === '#' || char === ';')) break
    if (value !== '') value += space
    space = ''
    if (char === '"') quoted = !quoted
    else if (char === '\\') value += ESCAPES[raw.charAt(++at)] ?? raw.charAt(at)
    else value += char
  }
  return value
}
