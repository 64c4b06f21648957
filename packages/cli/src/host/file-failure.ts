/** Says why a file cannot be read, as a sentence without its end. */
export function whyUnreadable(cause: unknown): string {
  return REASONS.get(codeOf(cause)) ?? messageOf(cause)
}

/** Says why a file cannot be written, as a sentence without its end. */
export function whyUnwritable(cause: unknown): string {
  return codeOf(cause) === 'ENOENT' ? 'There is no such folder to write it in' : whyUnreadable(cause)
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
