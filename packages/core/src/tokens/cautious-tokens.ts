import type { TokenCounter } from '../contracts/index.ts'

/**
 * The pieces into which model tokenizers first split text: words with the character before them, groups of three
 * digits, punctuation, line ends, indentation.
 */
const PIECE = /[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu

/** The parts of an identifier in camel case, and single characters of other scripts. */
const WORD = /[A-Z]?[a-z]+|[A-Z]+|[^A-Za-z]/gu

/**
 * Tokens that each further letter adds to a word, and the number of letters that one token has. Means over source code,
 * commit messages and answers, rounded up: a word after a space is usually one token, and the same word after a
 * punctuation character is often two.
 */
const AFTER_SPACE = { letters: 5, further: 0.04 } as const
const INSIDE_NAME = { letters: 2, further: 0.05 } as const
const AFTER_DASH = { letters: 1, further: 0.12 } as const
const CAPITALS = { letters: 2, further: 0.25 } as const
const PUNCTUATION = { letters: 1, further: 0.3 } as const
/** Letters per token of words that are longer than almost all words of a language. */
const [LONG_WORD, LETTERS_PER_TOKEN] = [13, 3.5]
/** A word of no language: a part of a key or a checksum. */
const WITHOUT_VOWELS = /^[A-Z]?[b-df-hj-np-tv-xz]{4,}$/
/** Bytes per token of punctuation outside of ASCII, and letters per token of other scripts and of no language. */
const [BYTES_PER_SIGN, LETTERS_PER_OTHER] = [2, 2]

/**
 * Number of tokens for which one more is added as a margin: in a repetitive answer, undercounted pieces are not offset
 * by others.
 */
const MARGIN_PER = 32

const encoder = new TextEncoder()

/**
 * Creates a counter that estimates tokens without a vocabulary and tends to overcount: usually 1 to 1.1 times the count
 * of `o200k_base` for an answer in English, and 1 to 1.25 times for source code. Prose in a language that a tokenizer
 * knows less, such as Finnish, can have a fifth more. The usual estimate of four bytes per token is too low for half of
 * all source files (0.6 times at worst), so a budget measured that way can be exceeded.
 */
export function cautiousTokens(): TokenCounter {
  return { name: 'cautious', count: countTokens }
}

function countTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECE)) tokens += tokensOf(piece)
  return Math.round(tokens + Math.floor(tokens / MARGIN_PER))
}

function tokensOf(piece: string): number {
  if (/^[\s\p{N}]+$/u.test(piece)) return 1
  const [first = ''] = piece
  if (/^[\p{L}\p{M}]/u.test(piece)) return tokensOfName(piece, INSIDE_NAME)
  const name = piece.slice(first.length)
  if (!/^[\p{L}\p{M}]/u.test(name)) return tokensOfSigns(piece.trim())
  if (first === ' ') return tokensOfName(name, AFTER_SPACE)
  // These characters form one token with most words that follow them; other characters are tokens of their own.
  if ('._('.includes(first)) return tokensOfName(name, INSIDE_NAME)
  if ('-/='.includes(first)) return tokensOfName(name, AFTER_DASH)
  return 1 + tokensOfName(name, INSIDE_NAME)
}

/** Returns the tokens of a name without other characters, of which the first word has the given rate. */
function tokensOfName(name: string, rate: Rate): number {
  let tokens = 0
  for (const { 0: word, index } of name.matchAll(WORD)) {
    // A letter with an accent splits the word around it.
    if (!/^[A-Za-z]/.test(word)) tokens += /^(?!\p{Script=Latin})\p{Ll}/u.test(word) ? 1 / LETTERS_PER_OTHER : 1
    else if (WITHOUT_VOWELS.test(word)) tokens += word.length / LETTERS_PER_OTHER
    else if (/^[A-Z]{2}/.test(word)) tokens += tokensAtRate(word.length, CAPITALS)
    else if (word.length > LONG_WORD) tokens += word.length / LETTERS_PER_TOKEN
    else tokens += tokensAtRate(word.length, index === 0 ? rate : INSIDE_NAME)
  }
  return tokens
}

function tokensOfSigns(signs: string): number {
  const bytes = encoder.encode(signs).length
  return bytes > signs.length ? Math.ceil(bytes / BYTES_PER_SIGN) : tokensAtRate(bytes, PUNCTUATION)
}

interface Rate {
  readonly letters: number
  readonly further: number
}

function tokensAtRate(length: number, { letters, further }: Rate): number {
  return 1 + Math.max(0, length - letters) * further
}
