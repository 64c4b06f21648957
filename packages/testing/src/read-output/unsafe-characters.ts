import { unsafeCharactersOf } from '@chronicle/core/text'

/** Returns the characters, as readable code points, that a rendering must not contain. Line breaks are allowed. */
export function unsafeCharacters(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap(unsafeCharactersOf)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
}
