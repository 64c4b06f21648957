import { omitUndefined, type CodedError } from '@chronicle/schema'

/** Makes an error value. `data` carries what a program needs to act; `cause` the failure underneath. */
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
