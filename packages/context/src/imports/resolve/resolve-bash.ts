import { folderOf, joinPath } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'

/** Prepares the rules of shell scripts: a sourced file lies beside the script, or below the root it is started from. */
export const prepareBash: PrepareResolver =
  (index) =>
  (from, { specifier }) => [index.file(joinPath(folderOf(from), specifier)) ?? index.file(joinPath('', specifier))]
