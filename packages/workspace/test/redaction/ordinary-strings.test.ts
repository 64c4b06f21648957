import { execFileSync } from 'node:child_process'
import { createSecretlintRedactor } from '@chronicle/redact-secretlint'
import { expect, it } from 'vitest'
import { bundleNames, bundlesMissing, openBundle } from '../real-histories/bundles.ts'

if (bundleNames.length === 0) it.skip(`ordinary strings of high entropy (${bundlesMissing})`)

const STRINGS = 1_000
/** A word that looks random: a hash, an id, a checksum, or a piece of minified code or of a fixture. */
const RANDOM_WORD = /[A-Za-z0-9+/=_-]{20,200}/g
const MIN_BITS = 3.5

it.runIf(bundleNames.length > 0)(
  'ordinary strings of high entropy raise less than one false alarm in a hundred',
  async () => {
    const strings: string[] = []
    const share = Math.ceil(STRINGS / bundleNames.length)
    for (const name of bundleNames) {
      const { dir } = await openBundle(name)
      // Excludes keys made for tests, which are not ordinary strings.
      const lines = execFileSync(
        'git',
        ['grep', '-hI', '-E', '[A-Za-z0-9+/=_-]{20,}', 'HEAD', '--', '.', ':!*.key', ':!*.pem'],
        {
          cwd: dir,
          maxBuffer: 1 << 28,
          encoding: 'utf8',
        },
      ).split('\n')
      const found = new Map<string, string>()
      for (const line of lines) {
        for (const [word] of line.matchAll(RANDOM_WORD))
          if (bitsOf(word) >= MIN_BITS && /\d/.test(word)) found.set(word, line)
      }
      const step = Math.max(1, Math.floor(found.size / share))
      strings.push(...[...found.values()].filter((_, number) => number % step === 0).slice(0, share))
    }
    expect(strings.length).toBeGreaterThan(STRINGS / 2)
    const results = (await createSecretlintRedactor().redact(strings))._unsafeUnwrap()
    const alarms = results.flatMap(({ secrets }, number) => (secrets.length === 0 ? [] : [strings[number]]))
    expect(alarms.length / strings.length, alarms.join('\n')).toBeLessThan(0.01)
  },
)

function bitsOf(word: string): number {
  const counts = new Map<string, number>()
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / word.length) * Math.log2(count / word.length), 0)
}
