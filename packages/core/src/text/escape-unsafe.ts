/*
 * Recorded notes, commit messages and paths are data from other people. Text rendered for a model or a terminal must
 * not move the cursor, or reorder or hide text. This file is the only definition of the characters that do so; every
 * function that renders text uses it.
 */

/**
 * Format characters that are visible and hide nothing: the number signs and verse marks before digits (Unicode
 * `Prepended_Concatenation_Mark`, which regular expressions cannot name).
 */
const VISIBLE_FORMAT = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}'

/**
 * By Unicode property: control characters (terminal escapes begin with one), format characters (bidi controls,
 * zero-width characters, tags), everything else that is invisible by default (fillers, variation selectors), line and
 * paragraph separators, lone surrogates, noncharacters, and private use, whose appearance depends on the reader's font
 * and may be blank.
 */
const ALWAYS_UNSAFE =
  '[[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Co}]' +
  `--[\\uFE0E\\uFE0F${VISIBLE_FORMAT}]]`

/**
 * The text and emoji variation selectors, except one directly after an emoji, and U+FE0F in a keycap (`1`, U+FE0F,
 * U+20E3). Elsewhere they have no effect but can carry a hidden message.
 */
const STRAY_SELECTOR = '(?<![\\p{Emoji}--[0-9#*]])(?!(?<=[0-9#*])\\uFE0F\\u20E3)[\\uFE0E\\uFE0F]'

const unsafe = new RegExp(`${ALWAYS_UNSAFE}|${STRAY_SELECTOR}`, 'gv')
const hasUnsafe = new RegExp(unsafe.source, 'v')

/** Whether a text can be shown unchanged. Line breaks and tabs are unsafe. */
export function isPlain(text: string): boolean {
  return !hasUnsafe.test(text)
}

/**
 * Returns a text with every unsafe character written as `\uXXXX`, by UTF-16 code unit. In JSON, the result has the same
 * value. Line breaks and tabs are unsafe too: split a text that may keep them first, or use `escapeUnsafeIn`.
 */
export function escapeUnsafe(text: string): string {
  if (isPlain(text)) return text
  // Hostile texts may repeat the same few characters a million times, so escapes are cached.
  const known = new Map<string, string>()
  return text.replace(unsafe, (character) => {
    const escape = known.get(character) ?? escapeUnits(character)
    known.set(character, escape)
    return escape
  })
}

/** Returns the unsafe characters of a text, in order. */
export function unsafeCharactersOf(text: string): readonly string[] {
  return Array.from(text.matchAll(unsafe), ([character]) => character)
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('')
}
