import type { GitError } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'

/** Returns the value of a call that must succeed. */
export async function valueOf<T>(result: ResultAsync<T, GitError>): Promise<T> {
  const settled = await result
  if (settled.isErr()) throw new Error(`expected a value, got ${settled.error.code}: ${settled.error.message}`)
  return settled.value
}

/** Returns the error of a call that must fail. */
export async function errorOf(result: ResultAsync<unknown, GitError>): Promise<GitError> {
  const settled = await result
  if (settled.isOk()) throw new Error(`expected an error, got ${JSON.stringify(settled.value)}`)
  return settled.error
}

/** Returns bytes as text, for readable failure messages. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
}
