import type { SourceReader, SourceReaderOptions } from '@chronicle/source'
import { ResultAsync } from '@chronicle/schema'

/** Creates a reader whose implementation is loaded by the first read: most programs read annotations but no source. */
export function lazySourceReader(options: SourceReaderOptions): SourceReader {
  let loading: Promise<SourceReader> | undefined
  const loaded = (): Promise<SourceReader> =>
    (loading ??= import('@chronicle/source').then(({ createSourceReader }) => createSourceReader(options)))
  return { read: (...args) => new ResultAsync(loaded().then((reader) => reader.read(...args))) }
}
