/** Returns the reason why a file cannot be read: a sentence without the final period. */
export function readFailureReason(cause: unknown): string {
  return REASONS.get(codeOf(cause)) ?? messageOf(cause)
}

/** Returns the reason why a file cannot be written: a sentence without the final period. */
export function writeFailureReason(cause: unknown): string {
  return codeOf(cause) === 'ENOENT' ? 'There is no such folder to write it in' : readFailureReason(cause)
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'There is no such file'],
  ['ENOTDIR', 'A part of the path is a file'],
  ['EISDIR', 'It is a folder'],
  ['EACCES', 'Its permissions do not allow it'],
  ['ENOSPC', 'The disk is full'],
])

function codeOf(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException | undefined)?.code
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
