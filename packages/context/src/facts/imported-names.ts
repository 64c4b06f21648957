import type { ImportFacts } from '../imports/import-facts.ts'

/**
 * Returns the names of modules that an import may mean: the last part of its specifier without extension, the part
 * before it, and the names taken from it, which are modules in some languages.
 */
export function importedNames({ specifier, names = [] }: ImportFacts): readonly string[] {
  const parts = specifier.split(/[/\\.:]+/).filter((part) => part !== '')
  const namedImports = names.filter((name) => name !== '*')
  return [...new Set([...parts.slice(-3), ...namedImports.slice(0, 50)])]
}
