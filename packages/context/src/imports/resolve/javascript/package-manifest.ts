import type { JsonObject } from './read-json.ts'

/** What a package.json says about how the package is found and entered. */
export interface PackageManifest {
  readonly folder: string
  readonly name: string | undefined
  /** Entries without `exports`: the compiler reads `main` only where there are no `types`. */
  readonly types: string | undefined
  readonly main: string | undefined
  /** Entries of bundlers, in their order. */
  readonly otherEntries: readonly string[]
  readonly exports: unknown
  readonly imports: JsonObject | undefined
  readonly workspaces: readonly string[]
  /** Names of dependencies of every kind, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>
}
