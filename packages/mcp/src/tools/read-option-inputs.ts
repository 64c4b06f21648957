import { READ_OPTION_NAMES, READ_OPTIONS, type ReadOptionValues } from '@chronicle/core/contracts'
import * as z from 'zod'

/** Returns the declared `chronicle_read` arguments for the options that narrow an answer. */
export function readOptionInputs(): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    READ_OPTION_NAMES.map((name) => {
      const { argument, hint, values } = READ_OPTIONS[name]
      const input = z.exactOptional(inputOf(values))
      return [argument, hint === undefined ? input : input.describe(hint)]
    }),
  )
}

function inputOf(values: ReadOptionValues): z.ZodType {
  switch (values.kind) {
    case 'choice':
      return z.enum(values.choices)
    case 'share':
      return z.number().min(0).max(1)
    case 'count':
      return z.number().int().min(values.least)
  }
}
