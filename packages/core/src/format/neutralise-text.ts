/*
 * Recorded notes are data from other people. What is rendered for a model or a terminal must not be able to move the
 * cursor, reorder or hide text, or start a line of its own; every string passes through here first.
 */

/**
 * What has no place in rendered text, by code point: C0, DEL and C1 controls (ANSI escapes begin with one), bidi
 * controls, zero-width and other default-ignorable characters (Unicode TR44; the tag characters among them can spell
 * out text that nobody sees), line and paragraph separators, interlinear annotation marks, lone surrogates.
 * The emoji and text variation selectors U+FE0E and U+FE0F stay.
 */
const UNSAFE =
  '\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F' +
  '\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0D\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{1BCA0}-\\u{1BCA3}' +
  '\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}\\p{Cs}'

const unsafe = new RegExp(`[${UNSAFE}]`, 'gu')
const hasUnsafe = new RegExp(`[${UNSAFE}]`, 'u')
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
const foldable = /[\s\u0085]+/gu
// White space that is not one space between words: most texts have none and are left alone.
const hasFoldable = /[^\S ]|\u0085| {2}|^ | $/u

/** One line: line breaks and runs of white space become one space, unsafe characters become visible (`\u202e`). */
export function neutralise(text: string): string {
  return showUnsafe(hasFoldable.test(text) ? text.replace(foldable, ' ').trim() : text)
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** A path on one line, as it is: white space is part of its name, and a line break in it stands as `\n`. */
export function neutralisePath(path: string): string {
  return showUnsafe(path.replace(/[\n\r\t]/gu, (character) => shortEscapes.get(character) ?? character))
}

/**
 * The lines of a text that may keep them, without the blank ones. The caller must indent every line after the first,
 * so that none can pass for a line of ours.
 */
export function neutraliseLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const shown = showUnsafe(line.replaceAll('\t', '  ').trimEnd())
    if (shown !== '') lines.push(lines.length === 0 ? shown.trimStart() : shown)
  }
  return lines
}

/** Whether a text is safe to show as it is, line breaks counting as unsafe. */
export function isPlain(text: string): boolean {
  return !hasUnsafe.test(text)
}

/** A JSON text in which every unsafe character stands as `\uXXXX`: the same value, clean bytes. */
export function escapeUnsafeJson(json: string): string {
  return json.replace(unsafe, escaped)
}

/** As JSON writes it, by UTF-16 code units, so that a character looks the same wherever it is shown. */
function escaped(character: string): string {
  let text = ''
  for (let i = 0; i < character.length; i++) text += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return text
}

function showUnsafe(text: string): string {
  if (!hasUnsafe.test(text)) return text
  const shown = new Map<string, string>()
  return text.replace(unsafe, (character) => {
    const known = shown.get(character)
    if (known !== undefined) return known
    const visible = escaped(character)
    shown.set(character, visible)
    return visible
  })
}
