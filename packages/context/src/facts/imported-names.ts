import type { ImportFacts } from '../imports/import-facts.ts'

/**
 * Returns the module names that an import may refer to: the last three parts of its specifier and the first 50 imported
 * names, which are modules in some languages.
 */
export function importedNames({ specifier, names = [] }: ImportFacts): readonly string[] {
  const parts = specifier.split(/[/\\.:]+/).filter((part) => part !== '')
  const namedImports = names.filter((name) => name !== '*')
  return [...new Set([...parts.slice(-3), ...namedImports.slice(0, 50)])]
}
