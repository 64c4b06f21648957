import type { AstError, AstParser, CallOptions, LanguageId, Outline, SourceText } from '@chronicle/core/contracts'
import { codedError, requireArguments } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { detectLanguage, languageLabel } from './detect-language.ts'
import type { GrammarLoader } from './grammar-loader.ts'
import { LANGUAGES } from './languages.ts'
import { OUTLINE_VERSION } from './outline-version.ts'
import { mergeOutlines, conflictSides } from './recovery/conflict-sides.ts'
import type { ParseLimit } from './tree/parse-limit.ts'

/** Where grammars are loaded from, and limits of parsing. */
export interface TreeSitterParserOptions {
  /**
   * Loads the WebAssembly file of the runtime or of a grammar, as bytes or compiled. Default: from the npm packages
   * this package depends on, found by Node's module resolution. Pass the same function to share loaded grammars.
   */
  readonly loadGrammar?: GrammarLoader | undefined
  /** Maximum length of a source in UTF-16 code units; longer ones fail with `source_too_large`. Default 4 Mi. */
  readonly maxLength?: number | undefined
  /**
   * Maximum time to parse one source, in milliseconds; after it, parsing fails with `grammar_failed`. Default 10,000.
   */
  readonly maxParseTime?: number | undefined
  /** Returns milliseconds of a monotonic clock. Default `performance.now`. */
  readonly now?: (() => number) | undefined
}

/**
 * Creates an `AstParser` over web-tree-sitter. Nothing is loaded until the first outline, and then one grammar at a
 * time.
 *
 * Errors: `no_grammar`, `grammar_failed` (a grammar is missing, crashes or takes too long; the next call starts
 * afresh), `source_too_large`, `invalid_query` (no path or no text), `aborted`. Text with NUL bytes near its start is
 * binary and has no units.
 */
export function createTreeSitterParser(options: TreeSitterParserOptions = {}): AstParser {
  const settings: Settings = {
    load: options.loadGrammar ?? loadInstalled,
    maxLength: options.maxLength ?? 4 * 1024 * 1024,
    limit: { time: options.maxParseTime ?? 10_000, now: options.now ?? (() => performance.now()) },
  }
  return {
    name: 'tree-sitter',
    version: OUTLINE_VERSION,
    language: detectLanguage,
    outline: (source, call) =>
      requireArguments(source, { path: 'text', text: 'text' }, 'invalid_query').asyncAndThen((given) =>
        outlineSource(given, settings, call ?? {}),
      ),
  }
}

interface Settings {
  readonly load: GrammarLoader
  readonly maxLength: number
  readonly limit: ParseLimit
}

/** All parsers use the same function, so that they share grammars. */
const loadInstalled: GrammarLoader = async (file) => (await import('./load-grammar-file.ts')).loadGrammarFile(file)

function outlineSource(source: SourceText, settings: Settings, call: CallOptions): ResultAsync<Outline, AstError> {
  const sides = source.text.length > settings.maxLength ? undefined : conflictSides(source.text)
  if (sides === undefined) return outlineText(source, settings, call)
  return safeTry(async function* () {
    const ours = yield* outlineText({ ...source, text: sides.ours }, settings, call)
    return ok(mergeOutlines(ours, yield* outlineText({ ...source, text: sides.theirs }, settings, call), sides))
  })
}

function outlineText(
  { path, text }: SourceText,
  { load, maxLength, limit }: Settings,
  { signal }: CallOptions,
): ResultAsync<Outline, AstError> {
  return safeTry(async function* () {
    if (signal?.aborted === true)
      return err(codedError('aborted', `Outlining ${path} was aborted.`, { cause: signal.reason }))
    const language = detectLanguage(path)
    if (language === undefined) {
      const label = languageLabel(path)
      const message = `No tree-sitter grammar for ${label}. Anchor resolution unavailable.`
      return err(codedError('no_grammar', message, { data: { path, language: label } }))
    }
    if (text.length > maxLength) {
      const message = `${path} is ${text.length} characters long, more than the ${maxLength} that are outlined. Use line ranges, or raise maxLength.`
      return err(codedError('source_too_large', message, { data: { path, length: text.length, maxLength } }))
    }
    if (isBinary(text)) return ok({ language, units: [], partial: true })
    if (LANGUAGES[language]?.grammar === undefined) {
      const { outlineConfig } = await import('./config/outline-config.ts')
      return outlineConfig(path, language, text)
    }
    const { outlineTree } = await import('./tree/outline-tree.ts')
    return outlineTree({ path, text, language: refine(language, path, text), load, limit, signal })
  })
}

/** Whether git treats the text as binary: it has a NUL in the first 8,000 characters. */
function isBinary(text: string): boolean {
  const at = text.indexOf('\0')
  return at !== -1 && at < 8000
}

/** Returns C++ for a `.h` header whose text looks like C++. */
function refine(language: LanguageId, path: string, text: string): LanguageId {
  return language === 'c' && /\.h$/iu.test(path) && CPP_SIGNS.test(text) ? 'cpp' : language
}

const CPP_SIGNS = /^[ \t]*(?:(?:class|namespace|template|using)\b[^;()\n]*[{<:;]|(?:public|private|protected)\s*:)/mu
