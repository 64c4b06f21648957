import {
  checkedGit,
  type AstParser,
  type CallOptions,
  type GitBackend,
  type TokenCounter,
} from '@chronicle/core/contracts'
import { bytesPerFour, checkedTokens } from '@chronicle/core/text'
import { catchDefects, omitUndefined, safeTry, type Overrides, type ResultAsync } from '@chronicle/schema'
import { readFile } from './modes/read-file.ts'
import { readSnippet } from './modes/read-snippet.ts'
import { readSymbol } from './modes/read-symbol.ts'
import type { ConstraintFinder } from './recorded/recorded-constraint.ts'
import { parseSourceRequest } from './request/parse-request.ts'
import type { SourceContext } from './source-context.ts'
import { checkAborted, internalError, type SourceError } from './source-error.ts'
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from './source-limits.ts'
import type { SourceResponse } from './source-response.ts'

/** The options of `createSourceReader`. */
export interface SourceReaderOptions {
  readonly git: GitBackend
  readonly ast: AstParser
  /** Counts tokens for `meta.token_estimate`. Default: UTF-8 bytes divided by four. */
  readonly tokens?: TokenCounter | undefined
  /**
   * Finds constraints recorded on lines, for `meta.constraints` of symbols and diffs. `openChronicle` passes one that
   * queries `read`. If absent, answers contain no recorded constraints.
   */
  readonly constraints?: ConstraintFinder | undefined
  /** Limits of the cost and size of a read. Defaults are in `DEFAULT_SOURCE_LIMITS`. */
  readonly limits?: Overrides<SourceLimits> | undefined
}

/** Reads source code. */
export interface SourceReader {
  /**
   * Reads source in the mode that the request names: see `SourceRequest`. The request may be any value; an invalid one
   * fails with `INVALID_ARGS`. Files are read from the working tree or, if there is none, from `HEAD`. Paths are inside
   * the repository and links are not followed. Nothing is written.
   */
  read(request: unknown, options?: CallOptions): ResultAsync<SourceResponse, SourceError>
}

/** Creates a reader. It caches nothing between reads, so each read sees the current files. */
export function createSourceReader(options: SourceReaderOptions): SourceReader {
  const { ast, constraints } = options
  const git = checkedGit(options.git)
  const tokens = checkedTokens(options.tokens ?? bytesPerFour())
  const limits: SourceLimits = { ...DEFAULT_SOURCE_LIMITS, ...omitUndefined(options.limits ?? {}) }
  return {
    read: (request, call = {}) =>
      catchDefects(() => readAny(request, { git, ast, tokens, limits, constraints, call }), internalError),
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
        // The diff library takes longer to load than everything else, and most reads do not need it.
        const { previewDiff } = await import('./modes/preview-diff.ts')
        return previewDiff(parsed, context)
      }
    }
  })
}
