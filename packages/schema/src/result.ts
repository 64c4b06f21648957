/** The only module that imports the Result library, so that the library can be replaced here. */
export { err, errAsync, fromThrowable, ok, okAsync, Result, ResultAsync } from 'neverthrow'
export type { Err, Ok } from 'neverthrow'
