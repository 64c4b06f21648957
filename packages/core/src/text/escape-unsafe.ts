/*
 * Recorded notes, commit messages and paths are data from other people. What is rendered for a model or a terminal must
 * not move the cursor, reorder or hide text. This file is the only definition of what that takes; every way of showing
 * text goes through it.
 */

/**
 * Format characters that have a glyph of their own and hide nothing: the number signs and verse marks that stand before
 * digits (Unicode `Prepended_Concatenation_Mark`, which regular expressions cannot name).
 */
const VISIBLE_FORMAT = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}'

/**
 * By Unicode property: control characters (terminal escapes begin with one), format characters (bidi controls, zero-width
 * characters, tags), everything else that is invisible by default (fillers, variation selectors), line and paragraph
 * separators, lone surrogates, noncharacters, and private use, whose look is up to the font of the reader: it can be
 * blank.
 */
const ALWAYS_UNSAFE =
  '[[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Co}]' +
  `--[\\uFE0E\\uFE0F${VISIBLE_FORMAT}]]`

/**
 * The text and emoji variation selectors, except one directly behind an emoji, and U+FE0F in a keycap (`1`, U+FE0F,
 * U+20E3). Elsewhere they have no effect but can carry a hidden message.
 */
const STRAY_SELECTOR = '(?<![\\p{Emoji}--[0-9#*]])(?!(?<=[0-9#*])\\uFE0F\\u20E3)[\\uFE0E\\uFE0F]'

const unsafe = new RegExp(`${ALWAYS_UNSAFE}|${STRAY_SELECTOR}`, 'gv')
const hasUnsafe = new RegExp(unsafe.source, 'v')

/** Whether a text can be shown as it is. Line breaks and tabs are unsafe. */
export function isPlain(text: string): boolean {
  return !hasUnsafe.test(text)
}

/**
 * Writes every unsafe character as `\uXXXX`, by UTF-16 code unit. In a JSON text that stands for the same value.
 * Line breaks and tabs are unsafe, too: a text that may keep them is split first, or see `escapeUnsafeIn`.
 */
export function escapeUnsafe(text: string): string {
  if (isPlain(text)) return text
  // Hostile texts repeat the same few characters a million times.
  const known = new Map<string, string>()
  return text.replace(unsafe, (character) => {
    const escape = known.get(character) ?? escapeUnits(character)
    known.set(character, escape)
    return escape
  })
}

/** The unsafe characters of a text, in order. */
export function unsafeCharactersOf(text: string): readonly string[] {
  return Array.from(text.matchAll(unsafe), ([character]) => character)
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('')
}
