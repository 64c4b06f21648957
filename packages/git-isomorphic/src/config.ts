import { omitUndefined } from '@chronicle/schema'

/** One `key = value` of a configuration file. */
export interface ConfigEntry {
  /** In lower case. */
  readonly section: string
  /** As written. Absent if the section has none. */
  readonly subsection?: string
  /** In lower case. */
  readonly key: string
  /** `true` if the file has no value. */
  readonly value: string
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' }

type Section = Pick<ConfigEntry, 'section' | 'subsection'>

/**
 * Parses git's configuration syntax. Skips invalid lines, where git would reject the whole file and nothing could be
 * read. Does not follow `include`.
 */
export function parseConfig(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = []
  let section: Section | undefined
  let rest = text.replaceAll('\r\n', '\n')
  while (rest !== '') {
    const [header, name = '', quoted] = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\\n]|\\.)*)")?\s*\]/.exec(rest) ?? []
    const [assignment, key, equals] = /^([A-Za-z][A-Za-z0-9-]*)[^\S\n]*(?:(=)[^\S\n]*|(?=\n|$))/.exec(rest) ?? []
    if (header !== undefined) {
      section = openSection(name, quoted?.replaceAll(/\\(.)/g, '$1'))
      rest = rest.slice(header.length)
    } else if (assignment !== undefined && key !== undefined && section !== undefined) {
      const { value, end } =
        equals === undefined ? { value: 'true', end: 0 } : parseValue(rest.slice(assignment.length))
      entries.push({ ...section, key: key.toLowerCase(), value })
      rest = rest.slice(assignment.length + end)
    } else if (/^\s/.test(rest)) {
      rest = rest.trimStart()
    } else {
      rest = rest.slice(rest.search(/\n|$/))
    }
  }
  return entries
}

/** Returns the last value of a key. */
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

/** `[a.b]` is the old form of `[a "b"]`. */
function openSection(name: string, subsection: string | undefined): Section {
  const dot = name.indexOf('.')
  if (subsection === undefined && dot >= 0) {
    return { section: name.slice(0, dot).toLowerCase(), subsection: name.slice(dot + 1).toLowerCase() }
  }
  return { section: name.toLowerCase(), ...omitUndefined({ subsection }) }
}

/**
 * Parses a value up to the end of its line, which a backslash continues. Removes quotes, escapes and comments; keeps
 * white space between words and inside quotes.
 */
function parseValue(text: string): { readonly value: string; readonly end: number } {
  let value = ''
  let space = ''
  let quoted = false
  let at = 0
  for (; at < text.length && text.charAt(at) !== '\n'; at++) {
    const char = text.charAt(at)
    if (!quoted && /\s/.test(char)) {
      space += char
      continue
    }
    if (!quoted && (char === '#' || char === ';')) {
      at += text.slice(at).search(/\n|$/)
      break
    }
    if (value !== '') value += space
    space = ''
    if (char === '"') quoted = !quoted
    else if (char === '\\' && text.charAt(at + 1) === '\n') at++
    else if (char === '\\') value += ESCAPES[text.charAt(++at)] ?? text.charAt(at)
    else value += char
  }
  return { value, end: at }
}
