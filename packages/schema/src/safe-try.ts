import { type Err, type Result, ResultAsync } from './result.ts'

type AnyResult = Result<unknown, unknown>
type ErrorOf<R> = R extends Result<unknown, infer E> ? E : never
type ValueOf<R> = R extends Result<infer T, unknown> ? T : never
// Explicit type arguments apply to the body; without them, the types are inferred from it. TypeScript takes the
// contextual type of a body from the first overload, so the common one comes first.
type Body<T, E> = () => Generator<Err<never, NoInfer<E>>, NoInfer<Result<T, E>>>
type AsyncBody<T, E> = () => AsyncGenerator<Err<never, NoInfer<E>>, NoInfer<Result<T, E>>>

/**
 * Runs a body in which `yield* result` returns the value of a {@link Result} or {@link ResultAsync}, or ends the body
 * with its error. It works like `safeTry` of neverthrow, except that when a body ends with an error, its `finally`
 * blocks run before the result is available.
 *
 * @returns What the body returns, or its first error. A rejected promise in the body rejects the returned one.
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
  if (Symbol.asyncIterator in run) return new ResultAsync(firstResult(run))
  const { done, value } = run.next()
  // The value is already known. This ends the body, which is suspended at its `yield`.
  if (done !== true) run.return(value)
  return value
}

/**
 * Returns what the body returns, or the first value it yields. One answer runs hundreds of bodies, so this uses as few
 * microtask turns as possible.
 */
function firstResult(run: AsyncGenerator<Err<never, unknown>, AnyResult>): Promise<AnyResult> {
  return run.next().then(({ done, value }) => (done === true ? value : run.return(value).then(() => value)))
}
