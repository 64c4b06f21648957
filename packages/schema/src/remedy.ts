/**
 * The question that gives what an answer left out: the same one, with one option set. Options are named as queries name
 * them (`maxTokens`); a command line or a server writes them in its own way.
 */
export interface Remedy {
  /** Another question about the same place. Absent: the one that was asked. */
  readonly query?: 'read' | 'lookup' | 'history' | 'deps' | 'summary'
  /** An option by its name in the library: `maxTokens`. */
  readonly option?: string
  readonly value?: number | string | boolean
}
