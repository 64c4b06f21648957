/** The options that all installing commands share. */
export interface InstallFlags {
  readonly user?: true
  readonly uninstall?: true
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
  readonly C?: string
}

/** The options of `mcp install`. */
export interface McpInstallFlags extends InstallFlags {
  readonly name: string
  readonly tools?: readonly string[]
}
