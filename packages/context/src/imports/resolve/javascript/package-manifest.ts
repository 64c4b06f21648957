import type { JsonObject } from '@chronicle/schema'

/** The fields of a package.json that determine how the package is found and entered. */
export interface PackageManifest {
  readonly folder: string
  readonly name: string | undefined
  /** Entries for a package without `exports`: the compiler reads `main` only if `types` is absent. */
  readonly types: string | undefined
  readonly main: string | undefined
  /** Entries for bundlers, in order. */
  readonly otherEntries: readonly string[]
  readonly exports: unknown
  readonly imports: JsonObject | undefined
  readonly workspaces: readonly string[]
  /** Version ranges of dependencies of every kind, by name. */
  readonly dependencies: ReadonlyMap<string, string>
}
