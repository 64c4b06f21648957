import { InvalidArgumentError, Option } from 'commander'

/** Creates an option whose value is a whole number from 1. */
export function countOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const number = /^\d+$/u.test(text) ? Number(text) : 0
    if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('Expected a whole number from 1.')
    return number
  })
}

/** Creates an option whose value is a date, parsed to seconds since the epoch. */
export function dateOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const time = Date.parse(text)
    if (/^\d{4}-/u.test(text) && !Number.isNaN(time)) return Math.floor(time / 1000)
    throw new InvalidArgumentError('Expected a date such as 2026-01-31.')
  })
}

/** Creates an option that may be repeated and collects all values. */
export function listOption(flags: string, description?: string): Option {
  return new Option(flags, description).argParser((text, before: readonly string[] = []) => [...before, text])
}

/** Splits a text at commas. */
export function splitAtCommas(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
