import { type Err, type Result, ResultAsync } from './result.ts'

type AnyResult = Result<unknown, unknown>
type ErrorOf<R> = R extends Result<unknown, infer E> ? E : never
type ValueOf<R> = R extends Result<infer T, unknown> ? T : never
// Types that are asked for hold for the body; only without any are they read off it. TypeScript takes the context for
// a body from the first overload, so the common one comes first.
type Body<T, E> = () => Generator<Err<never, NoInfer<E>>, NoInfer<Result<T, E>>>
type AsyncBody<T, E> = () => AsyncGenerator<Err<never, NoInfer<E>>, NoInfer<Result<T, E>>>

/**
 * Runs a body in which `yield* result` gives the value of a {@link Result} or {@link ResultAsync}, and ends the body
 * with its error otherwise. It is `safeTry` of neverthrow, but for this: where a body ends with an error, its `finally`
 * blocks run before the result is there.
 *
 * @returns What the body returns, or the first error that it met. A promise that is rejected in the body rejects the
 *   returned one.
 */
export function safeTry<T = never, E = never>(body: AsyncBody<T, E>): ResultAsync<T, E>
export function safeTry<Y extends Err<never, unknown>, R extends AnyResult>(
  body: () => AsyncGenerator<Y, R>,
): ResultAsync<ValueOf<R>, ErrorOf<Y> | ErrorOf<R>>
export function safeTry<T = never, E = never>(body: Body<T, E>): Result<T, E>
export function safeTry<Y extends Err<never, unknown>, R extends AnyResult>(
  body: () => Generator<Y, R>,
): Result<ValueOf<R>, ErrorOf<Y> | ErrorOf<R>>
export function safeTry(
  body: () => Generator<Err<never, unknown>, AnyResult> | AsyncGenerator<Err<never, unknown>, AnyResult>,
): AnyResult | ResultAsync<unknown, unknown> {
  const run = body()
  if (Symbol.asyncIterator in run) return new ResultAsync(firstOf(run))
  const { done, value } = run.next()
  // The value is known; what is closed here is the body that waits behind its `yield`.
  if (done !== true) run.return(value)
  return value
}

/** What the body returns, or yields first. Bodies run by the hundred in one answer, so it takes as few turns as can be. */
function firstOf(run: AsyncGenerator<Err<never, unknown>, AnyResult>): Promise<AnyResult> {
  return run.next().then(({ done, value }) => (done === true ? value : run.return(value).then(() => value)))
}
