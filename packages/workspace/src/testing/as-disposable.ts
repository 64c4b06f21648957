/** Returns the value as an `AsyncDisposable`, so that `await using` closes it at the end of the block. */
export function asDisposable<T extends { close(): Promise<void> }>(opened: T): T & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })
}
