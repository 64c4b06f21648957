/** The one place that names the Result library, so that it can be replaced in one place. */
export { err, errAsync, fromThrowable, ok, okAsync, Result, ResultAsync } from 'neverthrow'
export type { Err, Ok } from 'neverthrow'
