import type { ImportFacts } from '../imports/import-facts.ts'
import type { FileFacts } from './file-facts.ts'

/*
 * Facts are stored as two lines of JSON, the imports first: edges of the import graph are looked for in many more files
 * than are ranked.
 */

/** Returns the form in which facts are stored. */
export function storedFacts({ imports, ...rest }: FileFacts): string {
  return `${JSON.stringify(imports)}\n${JSON.stringify(rest)}`
}

/** Parses stored facts. */
export function parseFacts(stored: string): FileFacts {
  const end = stored.indexOf('\n')
  return { ...(JSON.parse(stored.slice(end + 1)) as Omit<FileFacts, 'imports'>), imports: parseImports(stored) }
}

/** Parses the imports of stored facts alone. */
export function parseImports(stored: string): readonly ImportFacts[] {
  return JSON.parse(stored.slice(0, stored.indexOf('\n'))) as readonly ImportFacts[]
}
