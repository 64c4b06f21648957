import { err, ok, type Annotation, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import type { CallOptions, FoundSecret, GitError, RedactError, Redactor } from '@chronicle/core/contracts'
import type { AuthorContext } from '../author-context/author-context.ts'
import type { CommitContext } from '../commit-context.ts'

/** Words of secrets, with the rule that found them. */
export type SecretWords = ReadonlyMap<string, string>

/** Shorter ones are words of the language as often as not. */
const SHORTEST = 8
const DIVIDERS = /[\s"'`,;=:@<>(){}[\]]+/u
/** Lines around a quoted one: a private key has as many. */
const AROUND = 60

/**
 * The words of secrets in the texts that an annotation was made from. An annotation says one sentence or line of a
 * text, and some secrets are known only by what stands around them: a line of a private key by its first one, a value
 * by its name.
 */
export async function findSecretWords(
  { commit, author, readFile }: Pick<CommitContext, 'commit' | 'author' | 'readFile'>,
  annotation: Annotation,
  redactor: Redactor,
  call: CallOptions,
): Promise<Result<SecretWords, GitError | RedactError>> {
  const texts = [commit.message, ...(author === undefined ? [] : [textOf(author)])]
  for (const { file, lines } of annotation.regions.flatMap(({ evidence = [] }) => evidence)) {
    if (file === undefined || lines === undefined) continue
    const content = await readFile(file as RepoPath, call)
    if (content.isErr()) return err(content.error)
    texts.push((content.value?.lines ?? []).slice(Math.max(0, lines.start - 1 - AROUND), lines.end + AROUND).join('\n'))
  }
  const redacted = await redactor.redact(texts, call)
  if (redacted.isErr()) return err(redacted.error)
  const words = new Map<string, string>()
  for (const [index, { text, secrets }] of redacted.value.entries()) {
    const left = new Set(wordsOf(text))
    const lines = (texts[index] ?? '').split('\n')
    for (const secret of secrets) {
      const hidden = lines.slice(secret.lines.start - 1, secret.lines.end).flatMap(wordsOf)
      for (const word of hidden) if (word.length >= SHORTEST && !left.has(word)) words.set(word, secret.rule)
    }
  }
  return ok(words)
}

/** Takes these words out, too. */
export function withSecretWords(redactor: Redactor, words: SecretWords): Redactor {
  if (words.size === 0) return redactor
  const known = [...words].toSorted(([a], [b]) => b.length - a.length)
  return {
    name: redactor.name,
    redact: (texts, call) =>
      redactor.redact(texts, call).map((results) =>
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

/** Everything the author said, in the order in which it was: what was one text before it was divided is one again. */
function textOf({ task = '', reasoning = '', dependencies = '', tags, rejected, notes }: AuthorContext): string {
  const alternatives = rejected.map(({ approach, reason }) => `${approach}: ${reason}`)
  return [task, reasoning, dependencies, tags.join(','), ...alternatives, ...notes.map(({ text }) => text)].join('\n')
}

function wordsOf(text: string): readonly string[] {
  return text.split(DIVIDERS)
}

function lineOf(text: string, word: string): LineRange {
  const line = text.slice(0, text.indexOf(word)).split('\n').length
  return { start: line, end: line }
}
