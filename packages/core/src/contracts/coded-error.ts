import { omitUndefined, type CodedError } from '@chronicle/schema'

/** Creates an error value. `data` contains the details for programs, `cause` the underlying failure. */
export function codedError<Code extends string>(
  code: Code,
  message: string,
  extra: {
    readonly data?: Readonly<Record<string, unknown>>
    readonly cause?: unknown
  } = {},
): CodedError<Code> {
  return {
    code,
    message,
    ...omitUndefined({ data: extra.data, cause: extra.cause }),
  }
}
