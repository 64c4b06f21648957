import { codedError, reasonOf } from '@chronicle/core/contracts'
import { findWrongArgument } from './method-options.ts'
import { catchDefects, errAsync, ResultAsync, type CodedError } from '@chronicle/schema'

/**
 * Returns the same methods, but none that returns a result throws or rejects: exceptions become `internal_error`.
 * Missing arguments and unknown options are rejected. `owner`: the property of `Chronicle` that has the methods.
 */
export function catchThrown<T extends object>(methods: T, owner?: 'sync' | 'nextCommit'): T {
  const guarded = Object.entries(methods).map(([name, method]: readonly [string, unknown]) => [
    name,
    typeof method === 'function' ? guard(owner === undefined ? name : `${owner}.${name}`, method as Method) : method,
  ])
  return Object.fromEntries(guarded) as T
}

type Method = (...given: readonly unknown[]) => unknown

function guard(name: string, method: Method): Method {
  return (...given) => {
    try {
      const wrong = findWrongArgument(name, given)
      if (wrong !== undefined) return errAsync(wrong)
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
  const message = `${name} failed unexpectedly: ${reasonOf(cause)}. Check what it was given, and the stages that are not Chronicle's.`
  return codedError('internal_error', message, { cause })
}
