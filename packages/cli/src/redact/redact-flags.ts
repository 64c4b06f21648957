/** The options of `redact` as they were given. */
export interface RedactFlags {
  readonly test?: readonly string[]
  readonly format: 'pretty' | 'json'
  readonly C?: string
}
