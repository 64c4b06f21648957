import { codedError } from '@chronicle/core/contracts'
import { catchDefects, errAsync, ResultAsync, type CodedError } from '@chronicle/schema'

/**
 * Returns the same methods, which never throw or reject if they return a result: wrong arguments from untyped callers
 * and custom stages that throw become `internal_error`.
 */
export function catchThrown<T extends object>(methods: T): T {
  const guarded = Object.entries(methods).map(([name, method]: readonly [string, unknown]) => [
    name,
    typeof method === 'function' ? guard(name, method as Method) : method,
  ])
  return Object.fromEntries(guarded) as T
}

type Method = (...given: readonly unknown[]) => unknown

function guard(name: string, method: Method): Method {
  return (...given) => {
    try {
      const answer = method(...given)
      if (!(answer instanceof ResultAsync)) return answer
      return catchDefects<unknown, unknown>(
        () => answer,
        (cause) => unexpected(name, cause),
      )
    } catch (cause) {
      return errAsync(unexpected(name, cause))
    }
  }
}

function unexpected(name: string, cause: unknown): CodedError<'internal_error'> {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${name} failed unexpectedly: ${reason}. Check what it was given, and the stages that are not Chronicle's.`
  return codedError('internal_error', message, { cause })
}
