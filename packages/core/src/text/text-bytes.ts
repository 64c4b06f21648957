/** Returns the number of lines as git counts them: a last line without a newline counts, an empty file has none. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines
}

/** Whether a file is binary by git's rule: a NUL byte among the first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0)
}
