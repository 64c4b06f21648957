/** The stream ended before the answer did. */
export function brokenOff(): Error {
  return Object.assign(new Error('The answer broke off.'), { name: BROKEN_OFF })
}

/** The model has sent nothing for as long as it may be silent. */
export function tooSilent(): Error {
  return Object.assign(new Error('Nothing was sent for too long.'), { name: TOO_SILENT })
}

/** The answer is longer than anything that was asked for. */
export function tooLong(): Error {
  return Object.assign(new Error('The answer is longer than was asked for.'), { name: TOO_LONG })
}

/** The provider ended the answer itself, and gives `reason` for it, if any. */
export function endedInError(reason: string | undefined): Error {
  return Object.assign(new Error(reason ?? 'ended without a reason'), { name: ENDED_IN_ERROR })
}

export const BROKEN_OFF = 'BrokenOff'
export const TOO_SILENT = 'TooSilent'
export const TOO_LONG = 'TooLong'
export const ENDED_IN_ERROR = 'EndedInError'
