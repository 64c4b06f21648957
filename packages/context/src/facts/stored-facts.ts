import type { ImportFacts } from '../imports/import-facts.ts'
import type { FileFacts } from './file-facts.ts'

/*
 * Facts are stored as two lines of JSON, imports first, because the import graph reads the imports of many more files
 * than are ranked.
 */

/** Serialises facts for the store. */
export function storedFacts({ imports, ...rest }: FileFacts): string {
  return `${JSON.stringify(imports)}\n${JSON.stringify(rest)}`
}

/** Parses stored facts. */
export function parseFacts(stored: string): FileFacts {
  const end = stored.indexOf('\n')
  return { ...(JSON.parse(stored.slice(end + 1)) as Omit<FileFacts, 'imports'>), imports: parseImports(stored) }
}

/** Parses only the imports of stored facts. */
export function parseImports(stored: string): readonly ImportFacts[] {
  return JSON.parse(stored.slice(0, stored.indexOf('\n'))) as readonly ImportFacts[]
}
