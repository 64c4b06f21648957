import { describe, expect, it } from 'vitest'
import { REGION_PATH, REPO_PATH, TIMESTAMP } from './limited-types.ts'
import { normalizeRegionPath } from './region-path.ts'
import { normalizePath } from './repo-path.ts'
import { parseTimestamp } from './timestamp.ts'

/** Returns all texts of these characters up to a length. */
function textsOf(characters: readonly string[], length: number): readonly string[] {
  if (length === 0) return ['']
  const shorter = textsOf(characters, length - 1)
  const longest = shorter.filter((text) => text.length === length - 1)
  return [...shorter, ...longest.flatMap((text) => characters.map((character) => text + character))]
}

describe('the patterns of published schemas accept exactly the normal form', () => {
  const texts = textsOf(['a', '.', '/', '\\', '\0'], 6)

  it('of a path', () => {
    const wrong = texts.filter((text) => REPO_PATH.test(text) !== (normalizePath(text) === text))
    expect(wrong).toEqual([])
  })

  it('of the path of a region', () => {
    const wrong = texts.filter((text) => REGION_PATH.test(text) !== (normalizeRegionPath(text) === text))
    expect(wrong).toEqual([])
  })
})

describe('the pattern of a time', () => {
  const times = [
    '2025-06-10T14:30:00Z',
    '2025-06-10t14:30:00z',
    '2025-06-10 14:30:00.5+02:00',
    '2025-06-10T14:30:00.123456789-11:30',
  ]

  it.each(times)('accepts %s, and nothing with a character more, less or in place of another', (time) => {
    const agree = (text: string) =>
      expect([text, TIMESTAMP.test(text)]).toEqual([text, parseTimestamp(text) !== undefined])
    expect(TIMESTAMP.test(time)).toBe(true)
    for (let at = 0; at <= time.length; at++) {
      const [before, here, after] = [time.slice(0, at), time.slice(at, at + 1), time.slice(at + 1)]
      for (const text of [`${before}${after}`, `${before}x${after}`, `${before}x${here}${after}`]) {
        if (text !== time) agree(text)
      }
    }
    expect(TIMESTAMP.test(`x${time}`)).toBe(false)
    expect(TIMESTAMP.test(`${time}x`)).toBe(false)
  })

  it('tells the form alone: 30 February has it', () => {
    expect(TIMESTAMP.test('2025-02-30T00:00:00Z')).toBe(true)
    expect(TIMESTAMP.test('2025-06-10T14:30:00.Z')).toBe(false)
    expect(TIMESTAMP.test('2025-06-10T14:30:00')).toBe(false)
  })
})
