import { codedError, type TokenCounter } from '@chronicle/core/contracts'
import { errAsync, ResultAsync, type CodedError } from '@chronicle/schema'
import { encodings, GPT_ENCODINGS, type GptEncoding } from './encodings.ts'
import { splitLongRuns } from './split-long-runs.ts'

/** `invalid_configuration`: the encoding does not exist. `unsupported`: its vocabulary cannot be loaded here. */
export type TokenCounterError = CodedError<'invalid_configuration' | 'unsupported'>

/**
 * Creates a counter for the tokens of a GPT model. Loading a vocabulary takes about 150 ms and happens here, because
 * counting is synchronous.
 *
 * Text that spells a special token (`<|endoftext|>`) counts as ordinary text. Runs of more than 256 characters without
 * a word boundary are counted in parts, which can add one or two tokens per part: encoding takes time proportional to
 * the square of a run's length, and notes may contain anything.
 */
export function createGptTokenCounter(encoding: GptEncoding): ResultAsync<TokenCounter, TokenCounterError> {
  if (!GPT_ENCODINGS.includes(encoding)) {
    return errAsync(
      codedError(
        'invalid_configuration',
        `There is no encoding "${String(encoding)}". Use one of ${GPT_ENCODINGS.join(', ')}.`,
        { data: { encoding, encodings: GPT_ENCODINGS } },
      ),
    )
  }
  return ResultAsync.fromPromise(encodings[encoding](), (cause) =>
    codedError('unsupported', `The encoding ${encoding} cannot be loaded; is gpt-tokenizer installed?`, {
      data: { encoding },
      cause,
    }),
  ).map(({ countTokens }) => ({
    name: encoding,
    count: (text) => splitLongRuns(text).reduce((sum, part) => sum + countTokens(part, nothingSpecial), 0),
  }))
}

const nothingSpecial = { disallowedSpecial: new Set<string>() }
