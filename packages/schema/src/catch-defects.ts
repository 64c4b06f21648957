import { err, type Result, ResultAsync } from './result.ts'

/**
 * Runs a function that must not throw, at the boundary of a package. If it throws, rejects or returns no result
 * nevertheless, that is a defect, which `toError` converts into an error.
 */
export function catchDefects<T, E>(
  run: () => ResultAsync<T, E> | Promise<Result<T, E>>,
  toError: (cause: unknown) => E,
): ResultAsync<T, E> {
  const ended = async (): Promise<Result<T, E>> => {
    try {
      const result = await run()
      if (typeof (result as Partial<Result<T, E>> | undefined)?.isErr === 'function') return result
      return err(toError(new TypeError('it did not return a Result')))
    } catch (cause) {
      return err(toError(cause))
    }
  }
  return new ResultAsync(ended())
}
