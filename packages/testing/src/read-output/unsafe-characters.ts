import { unsafeCharactersOf } from '@chronicle/core/text'

/** The characters of a rendering that it may not contain, line breaks aside, as code points that can be read. */
export function unsafeCharacters(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap(unsafeCharactersOf)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
}
