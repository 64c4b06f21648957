import type { AstUnitType } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../../facts/file-facts.ts'
import { ownName } from '../../words/own-name.ts'

/** Changes when the texts of the same file would differ. */
export const TEXTS_VERSION = '1'
/** Characters of a text: about 300 tokens, which even small models take. */
const MAX_CHARACTERS = 1_000
/** Symbols of a file that have a text, the first ones. */
const MAX_SYMBOLS = 40
/** Lines of a symbol that are shown. */
const MAX_LINES = 12
/** Names of symbols that the text of a file lists. */
const MAX_NAMES = 40
/** Kinds that are told by what holds them. */
const MINOR: ReadonlySet<AstUnitType> = new Set(['field', 'variable', 'constant', 'property', 'config', 'module'])

/** The text of a file as it may be sent. */
export interface SendableText {
  readonly text: string
  /** Secrets were taken out, so that what the facts quote of the file may not be sent. */
  readonly redacted: boolean
  /** Lines have the numbers that they have in the file. */
  readonly sameLines: boolean
}

/** Returns the texts whose vectors stand for a file: one of the file as a whole, and one of each unit. Never empty. */
export function textsOfFile(path: RepoPath, facts: FileFacts, { text, redacted, sameLines }: SendableText): string[] {
  const lines = text.split('\n')
  const symbols = facts.symbols.filter(({ kind }) => !MINOR.has(kind))
  const names = symbols.slice(0, MAX_NAMES).map(({ name }) => ownName(name))
  const doc = redacted ? undefined : facts.doc
  const whole = [path, doc, names.length === 0 ? lines.slice(0, MAX_LINES).join('\n') : names.join(' ')]
  return [shorten(whole), ...symbols.slice(0, MAX_SYMBOLS).map(ofSymbol)]

  function ofSymbol({ name, signature, doc: symbolDoc, lines: { start, end } }: SymbolFacts): string {
    const head = sameLines ? lines.slice(start - 1, Math.min(end, start - 1 + MAX_LINES)).join('\n') : undefined
    return shorten([`${path} ${name.replaceAll('::', '.')}`, ...(redacted ? [] : [signature, symbolDoc]), head])
  }
}

function shorten(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== '')
    .join('\n')
    .slice(0, MAX_CHARACTERS)
}
