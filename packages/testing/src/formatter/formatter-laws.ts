import type { FormatOptions, Formatter } from '@chronicle/core/contracts'
import { omitUndefined, type ReadOutput, type TrimmedInfo } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { declareLaws } from '../law.ts'
import { readOutputArbitrary } from '../read-output/read-output-arbitrary.ts'
import { hostileText } from '../read-output/recorded-text.ts'
import { unsafeCharacters } from '../read-output/unsafe-characters.ts'
import { harmlessOutput } from './harmless-output.ts'

/** The options of the formatter laws. */
export interface FormatterLawOptions {
  /** Number of runs of each law. Default 200. */
  readonly runs?: number | undefined
  /** The answers to format. Default: realistic and hostile answers, trimmed and untrimmed. */
  readonly outputs?: fc.Arbitrary<ReadOutput> | undefined
  /** For a format that programs parse: the inverse of `format`, except for empty fields. */
  readonly parse?: ((text: string) => unknown) | undefined
}

/** Declares the laws of the `Formatter` seam as tests of the surrounding suite. */
export function formatterLaws(formatter: Formatter, options: FormatterLawOptions = {}): void {
  const laws = formatterProperties(formatter, options)
  declareLaws(`formatter ${formatter.name} obeys the laws`, laws, options.runs ?? 200)
}

/** Returns the laws as properties, for a test that expects one to fail. */
export function formatterProperties(
  formatter: Formatter,
  options: FormatterLawOptions = {},
): readonly { readonly name: string; readonly property: fc.IProperty<[ReadOutput, FormatOptions]> }[] {
  const outputs = options.outputs ?? answers()
  const formats: fc.Arbitrary<FormatOptions> = fc.record({
    verbose: fc.boolean(),
    remedies: fc.constantFrom('command', 'argument', 'none'),
  })
  const { parse } = options
  const all = { ...laws, ...omitUndefined({ 'what is parsed is what was formatted': parse && inverse(parse) }) }
  return Object.entries(all).map(([name, law]) => ({
    name,
    property: fc.property(outputs, formats, (output, format) =>
      law(output, (rendered) => formatter.format(rendered, format)),
    ),
  }))
}

type Law = (output: ReadOutput, format: (output: ReadOutput) => string) => void

const laws: Readonly<Record<string, Law>> = {
  'equal outputs give equal text': (output, format) => {
    expect(format(structuredClone(output))).toBe(format(output))
  },
  'the output is not changed': (output, format) => {
    const before = structuredClone(output)
    format(output)
    expect(output).toEqual(before)
  },
  'the text says something and ends in a line break': (output, format) => {
    expect(format(output)).toMatch(/\S\n$/u)
  },
  'no control, bidi or invisible character comes through': (output, format) => {
    expect(unsafeCharacters(format(output))).toEqual([])
  },
  'recorded text starts no line, so it cannot imitate a heading or a rule': (output, format) => {
    const lines = structureOf(format(output))
    const harmless = structureOf(format(harmlessOutput(output)))
    expect(lines.length, lines.join('\n')).toBe(harmless.length)
  },
}

function inverse(parse: (text: string) => unknown): Law {
  return (output, format) => {
    expect(withoutEmpty(parse(format(output)))).toEqual(withoutEmpty(output))
  }
}

/** Returns the lines that start in the first column, which are the structure that a reader sees. */
function structureOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\S/u.test(line))
}

/** Returns a value without its empty parts, which formats may omit. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, entry]) => [key, withoutEmpty(entry)] as const)
  return Object.fromEntries(entries.filter(([, entry]) => !isEmpty(entry)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function answers(): fc.Arbitrary<ReadOutput> {
  const notice: fc.Arbitrary<TrimmedInfo> = fc.record(
    {
      original_regions: fc.nat(30),
      returned_regions: fc.nat(10),
      dropped_commits: fc.array(fc.constantFrom('a'.repeat(40), 'b'.repeat(40), 'not a commit\n## x')),
      strategy: hostileText(),
      estimated_tokens: fc.nat(5000),
      dropped_fields: fc.array(hostileText(), { minLength: 1, maxLength: 3 }),
      dropped_entries: fc.record({ diagnostics: fc.integer({ min: 1, max: 9 }) }),
      remedy: fc.record({ option: hostileText(), value: fc.nat(5000) }),
      over_budget: fc.constant(true as const),
    },
    { requiredKeys: ['original_regions', 'returned_regions', 'dropped_commits', 'strategy', 'estimated_tokens'] },
  )
  return fc
    .tuple(
      fc.oneof(readOutputArbitrary({ maxRegions: 4 }), readOutputArbitrary({ content: 'hostile', maxRegions: 4 })),
      fc.option(notice, { freq: 2 }),
    )
    .map(([output, trimmed]) => ({ ...output, trimmed }))
}
