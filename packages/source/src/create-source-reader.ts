import type { AstParser, CallOptions, GitBackend, TokenCounter } from '@chronicle/core/contracts'
import { bytesPerFour, checkedTokens } from '@chronicle/core/text'
import { catchDefects, safeTry, type ResultAsync } from '@chronicle/schema'
import { readFile } from './modes/read-file.ts'
import { readSnippet } from './modes/read-snippet.ts'
import { readSymbol } from './modes/read-symbol.ts'
import type { ConstraintFinder } from './recorded/recorded-constraint.ts'
import { parseSourceRequest } from './request/parse-request.ts'
import type { SourceContext } from './source-context.ts'
import { checkAborted, unexpected, type SourceError } from './source-error.ts'
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from './source-limits.ts'
import type { SourceResponse } from './source-response.ts'

/** What a reader works with. */
export interface SourceReaderOptions {
  readonly git: GitBackend
  readonly ast: AstParser
  /** Counts `meta.token_estimate`. Default: UTF-8 bytes divided by four. */
  readonly tokens?: TokenCounter
  /**
   * Finds what is recorded about lines, for `meta.constraints` of symbols and of diffs. `openChronicle` passes one that
   * asks `read`. Absent: answers say nothing about what is recorded.
   */
  readonly constraints?: ConstraintFinder
  /** How much a read may cost and show; what is absent is as in `DEFAULT_SOURCE_LIMITS`. */
  readonly limits?: Partial<SourceLimits>
}

/** Reads source. */
export interface SourceReader {
  /**
   * One read, in the mode that the request names: see `SourceRequest`. The request may be anything; what is wrong with
   * it is `INVALID_ARGS`. Files are read as they are in the working tree, or where there is none, as committed in
   * `HEAD`. Paths are inside the repository and links are not followed. Nothing is written.
   */
  read(request: unknown, options?: CallOptions): ResultAsync<SourceResponse, SourceError>
}

/** Makes a reader. It keeps nothing between reads: what is read is always what is there. */
export function createSourceReader(options: SourceReaderOptions): SourceReader {
  const { git, ast, constraints } = options
  const tokens = checkedTokens(options.tokens ?? bytesPerFour())
  const limits: SourceLimits = { ...DEFAULT_SOURCE_LIMITS, ...options.limits }
  return {
    read: (request, call = {}) =>
      catchDefects(() => readAny(request, { git, ast, tokens, limits, constraints, call }), unexpected),
  }
}

function readAny(request: unknown, context: SourceContext): ResultAsync<SourceResponse, SourceError> {
  return safeTry(async function* () {
    yield* checkAborted(context.call.signal)
    const parsed = yield* parseSourceRequest(request)
    switch (parsed.mode) {
      case 'file':
        return readFile(parsed, context)
      case 'symbol':
        return readSymbol(parsed, context)
      case 'snippet':
        return readSnippet(parsed, context)
      case 'diff_preview': {
        // The library that compares takes longer to load than the rest, and most reads do without.
        const { previewDiff } = await import('./modes/preview-diff.ts')
        return previewDiff(parsed, context)
      }
    }
  })
}
