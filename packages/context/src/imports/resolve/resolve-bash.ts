import { folderOf, joinPath } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'

/**
 * Prepares the rules of shell scripts: a sourced file is relative to the script's folder, else to the root, from which
 * the script may be started.
 */
export const prepareBash: PrepareResolver =
  (index) =>
  (from, { specifier }) => [index.file(joinPath(folderOf(from), specifier)) ?? index.file(joinPath('', specifier))]
