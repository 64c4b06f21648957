import type { AstUnitType } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../../facts/file-facts.ts'
import { ownName } from '../../words/own-name.ts'

/** Increased when a change of the code yields other texts for the same file. */
export const TEXTS_VERSION = '1'
/** Maximum number of characters of a text: about 300 tokens, which even small models accept. */
const MAX_CHARACTERS = 1_000
/** Maximum number of symbols of a file that get a text, first ones first. */
const MAX_SYMBOLS = 40
/** Maximum number of lines of a symbol in its text. */
const MAX_LINES = 12
/** Maximum number of symbol names in the text of a file. */
const MAX_NAMES = 40
/** Kinds of symbols that the text of the enclosing symbol covers. */
const MINOR: ReadonlySet<AstUnitType> = new Set(['field', 'variable', 'constant', 'property', 'config', 'module'])

/** The text of a file after redaction. */
export interface SendableText {
  readonly text: string
  /** Whether secrets were removed. If so, text that the facts quote from the file must not be sent. */
  readonly redacted: boolean
  /** Whether line numbers are the same as in the file. */
  readonly sameLines: boolean
}

/** Returns the texts to embed for a file: one for the whole file and one for each unit. Never empty. */
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
