import { err, type Result, ResultAsync } from './result.ts'

/**
 * Runs what must not throw, at the boundary of a package: what it throws or rejects with all the same is a defect, which
 * `toError` makes an error of.
 */
export function catchDefects<T, E>(
  run: () => ResultAsync<T, E> | Promise<Result<T, E>>,
  toError: (cause: unknown) => E,
): ResultAsync<T, E> {
  const ended = async (): Promise<Result<T, E>> => {
    try {
      return await run()
    } catch (cause) {
      return err(toError(cause))
    }
  }
  return new ResultAsync(ended())
}
