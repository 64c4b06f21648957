/** Creates the error for a stream that ended before the answer did. */
export function createTruncationError(): Error {
  return Object.assign(new Error('The answer broke off.'), { name: BROKEN_OFF })
}

/** Creates the error for a model that has sent nothing for too long. */
export function createSilenceError(): Error {
  return Object.assign(new Error('Nothing was sent for too long.'), { name: TOO_SILENT })
}

/** Creates the error for an answer that is longer than requested. */
export function createLengthError(): Error {
  return Object.assign(new Error('The answer is longer than was asked for.'), { name: TOO_LONG })
}

/** Creates the error for an answer that the provider ended itself, with its `reason`, if any. */
export function createProviderError(reason: string | undefined): Error {
  return Object.assign(new Error(reason ?? 'ended without a reason'), { name: ENDED_IN_ERROR })
}

export const BROKEN_OFF = 'BrokenOff'
export const TOO_SILENT = 'TooSilent'
export const TOO_LONG = 'TooLong'
export const ENDED_IN_ERROR = 'EndedInError'
