/**
 * The query that returns what an answer withheld: the same query with one option set. Options have the names used by
 * queries (`maxTokens`); a command line or a server spells them its own way.
 */
export interface Remedy {
  /** Another query about the same place. Absent when it is the same query. */
  readonly query?: 'read' | 'lookup' | 'history' | 'deps' | 'summary'
  /** The name of the option in the library: `maxTokens`. */
  readonly option?: string
  readonly value?: number | string | boolean
}
