import type { SourceReader, SourceReaderOptions } from '@chronicle/source'
import { loadOnce } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'

/** Creates a reader whose implementation is loaded by the first read: most programs read annotations but no source. */
export function lazySourceReader(options: SourceReaderOptions): SourceReader {
  const loaded = loadOnce(async () => (await import('@chronicle/source')).createSourceReader(options))
  return { read: (...args) => new ResultAsync(loaded().then((reader) => reader.read(...args))) }
}
