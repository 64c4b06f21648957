/** Returns what was opened with what `await using` needs to close it at the end of the block. */
export function closing<T extends { close(): Promise<void> }>(opened: T): T & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })
}
