import { ok, safeTry, type Annotation, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import {
  redactWith,
  type CallOptions,
  type FoundSecret,
  type GitError,
  type RedactError,
  type Redactor,
} from '@chronicle/core/contracts'
import type { CommitContext } from '../commit-context.ts'
import { discussionTexts } from '../discussions/discussion-texts.ts'

/** Words of secrets, each with the rule that detected them. */
export type SecretWords = ReadonlyMap<string, string>

/** Minimum length of a secret word: shorter ones are too often ordinary words. */
const MIN_WORD_LENGTH = 8
const DIVIDERS = /[\s"'`,;=:@<>(){}[\]]+/u
/** Number of lines around a quoted line to search. A private key has as many. */
const CONTEXT_LINES = 60

/**
 * Returns the words of secrets in the texts that an annotation was made from. An annotation quotes single sentences or
 * lines, but some secrets are recognised only by their context: a line of a private key by the first line, a value by
 * its name.
 */
export function findSecretWords(
  { commit, discussions = [], readFile }: Pick<CommitContext, 'commit' | 'discussions' | 'readFile'>,
  annotation: Annotation,
  redactor: Redactor,
  call: CallOptions,
): ResultAsync<SecretWords, GitError | RedactError> {
  return safeTry(async function* () {
    const texts = [commit.message, ...discussionTexts(discussions).map(({ text }) => text)]
    for (const { file, lines } of annotation.regions.flatMap(({ evidence = [] }) => evidence)) {
      if (file === undefined || lines === undefined) continue
      const content = yield* readFile(file as RepoPath, call)
      texts.push(
        (content?.lines ?? [])
          .slice(Math.max(0, lines.start - 1 - CONTEXT_LINES), lines.end + CONTEXT_LINES)
          .join('\n'),
      )
    }
    return secretWordsIn(texts, redactor, call)
  })
}

/** Returns the words of the secrets in texts. */
export function secretWordsIn(
  texts: readonly string[],
  redactor: Redactor,
  call: CallOptions,
): ResultAsync<SecretWords, RedactError> {
  return safeTry(async function* () {
    const redacted = yield* redactWith(redactor, texts, call)
    const words = new Map<string, string>()
    for (const [index, { text, secrets }] of redacted.entries()) {
      // Nearly all texts have no secrets, and counting their words takes longer than searching them for secrets.
      if (secrets.length === 0) continue
      const left = countWords(text)
      const before = countWords(texts[index] ?? '')
      const lines = (texts[index] ?? '').split('\n')
      for (const secret of secrets) {
        for (const word of lines.slice(secret.lines.start - 1, secret.lines.end).flatMap(wordsOf)) {
          const remaining = left.get(word) ?? 0
          const isRemoved = remaining < (before.get(word) ?? 0)
          if (word.length >= MIN_WORD_LENGTH && isRemoved && (remaining === 0 || isRandom(word)))
            words.set(word, secret.rule)
        }
      }
    }
    return ok(words)
  })
}

/** Returns a redactor that also removes these words, and whose results are checked as by `redactWith`. */
export function withSecretWords(redactor: Redactor, words: SecretWords): Redactor {
  const known = [...words].toSorted(([a], [b]) => b.length - a.length)
  return {
    name: redactor.name,
    redact: (texts, call) =>
      redactWith(redactor, texts, call).map((results) =>
        results.map((result, index) => {
          let { text } = result
          const secrets: FoundSecret[] = [...result.secrets]
          for (const [word, rule] of known) {
            if (!text.includes(word)) continue
            text = text.replaceAll(word, `[REDACTED:${rule}]`)
            secrets.push({ rule, lines: lineOf(texts[index] ?? '', word) })
          }
          return { text, secrets: secrets.toSorted((a, b) => a.lines.start - b.lines.start) }
        }),
      ),
  }
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Whether a word looks random. A password may be an ordinary word, which is harmless elsewhere. */
function isRandom(word: string): boolean {
  return word.length >= 2 * MIN_WORD_LENGTH || (/\d/u.test(word) && /[a-z]/iu.test(word))
}

function wordsOf(text: string): readonly string[] {
  return text.split(DIVIDERS)
}

function lineOf(text: string, word: string): LineRange {
  const line = text.slice(0, text.indexOf(word)).split('\n').length
  return { start: line, end: line }
}
