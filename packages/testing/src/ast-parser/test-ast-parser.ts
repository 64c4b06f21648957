import type { AstParser, AstUnit, Outline, SourceText } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { createContractCheck, type ContractCheck } from '../contract-check.ts'
import { SUITE_OPTIONS } from '../suite-options.ts'

/** The parts of the suite that the author of a parser provides. */
export interface AstParserContract {
  create(): AstParser
  /** Sources with units and without syntax errors, at least one for each language of the parser. */
  readonly samples: readonly AstSample[]
  /** A path that is in no language of the parser. Default `notes/picture.xyzzy`. */
  readonly unknownPath?: string
  /** Titles of tests to skip, each with a reason, which is printed. */
  readonly skip?: Readonly<Record<string, string>>
}

/** A source file, and what its outline must contain. */
export interface AstSample {
  readonly path: string
  readonly text: string
  /** Text that is a syntax error when appended to the sample. The units of the sample must still be found. */
  readonly syntaxError: string
}

/** Runs the `AstParser` contract against a parser. */
export function testAstParser(name: string, contract: AstParserContract): void {
  const { samples, unknownPath = 'notes/picture.xyzzy', skip } = contract
  const parser = contract.create()
  describe(`AstParser contract: ${name}`, SUITE_OPTIONS, () => {
    const check = createContractCheck(name, skip)

    check('has a name and a version', () => {
      expect(parser.name).not.toBe('')
      expect(parser.version).not.toBe('')
    })

    check('refuses a language it does not know', async () => {
      expect(parser.language(unknownPath as RepoPath)).toBeUndefined()
      const outline = await parser.outline({ path: unknownPath as RepoPath, text: 'text\n' })
      const error = outline._unsafeUnwrapErr()
      expect(error.code).toBe('no_grammar')
      expect(error.message).toMatch(/^No tree-sitter grammar for .+\. Anchor resolution unavailable\.$/u)
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'no_grammar' })
    })

    describe.each(samples)('$path', (sample) => checkSample(parser, sample, check))

    check('outlines concurrently what it outlines alone', async () => {
      const again = [...samples, ...[...samples].reverse()]
      const together = await Promise.all(again.map((sample) => outlineOf(contract.create(), sample)))
      const alone: Outline[] = []
      for (const sample of again) alone.push(await outlineOf(parser, sample))
      expect(together).toEqual(alone)
    })
  })
}

function checkSample(parser: AstParser, sample: AstSample, check: ContractCheck): void {
  const { path, text, syntaxError } = sample
  const withText = (other: string): Promise<Outline> => outlineOf(parser, { path, text: other })

  check('is known by its name alone', () => {
    const name = path.split('/').at(-1) ?? path
    expect(parser.language(path as RepoPath)).toMatch(/^[a-z0-9+#_-]+$/u)
    for (const folder of ['', 'deep/down.d/', 'a b/']) {
      expect(parser.language(`${folder}${name}` as RepoPath)).toBe(parser.language(path as RepoPath))
    }
  })

  check('has units, and no syntax errors', async () => {
    const outline = await withText(text)
    expect(outline.partial).toBe(false)
    expect(outline.units.length).toBeGreaterThan(0)
    expectWellFormed(outline, text)
  })

  check('is outlined the same every time', async () => {
    expect(await withText(text)).toEqual(await withText(text))
    expect(await outlineOf(parser, { ...sample, path: `elsewhere/${path}` })).toEqual(await withText(text))
  })

  check('has the same units with CRLF line ends', async () => {
    expect(await withText(text.replaceAll('\n', '\r\n'))).toEqual(await withText(text))
  })

  check('moves with the lines above it', async () => {
    if (text.startsWith('#!')) return
    const { units } = await withText(text)
    const moved = await withText(`\n\n\n${text}`)
    expect(moved.units).toEqual(
      units.map((unit) => ({ ...unit, lines: { start: unit.lines.start + 3, end: unit.lines.end + 3 } })),
    )
  })

  check('keeps its units when a syntax error follows', async () => {
    const { units } = await withText(text)
    const broken = await withText(`${text}${syntaxError}`)
    expect(broken.partial).toBe(true)
    expectWellFormed(broken, `${text}${syntaxError}`)
    expect(broken.units.map(identity)).toEqual(expect.arrayContaining(units.map(identity)))
  })

  check('is outlined wherever it breaks off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), async (length) => {
        const rest = text.slice(0, length)
        expectWellFormed(await withText(rest), rest)
      }),
      { numRuns: 25 },
    )
  })

  check('is outlined with anything in it', async () => {
    const noise = fc
      .array(fc.oneof(fc.constantFrom(...NOISE), fc.string({ maxLength: 8 })), { maxLength: 20 })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), noise, async (at, inserted) => {
        const mixed = text.slice(0, at) + inserted + text.slice(at)
        expectWellFormed(await withText(mixed), mixed)
        expectWellFormed(await withText(inserted), inserted)
      }),
      { numRuns: 20 },
    )
  })

  check('has no units when it is empty', async () => {
    for (const empty of ['', '\n', '\n\n', '\r\n']) {
      expect((await withText(empty)).units).toEqual([])
    }
  })

  check('is not outlined when the call was aborted', async () => {
    const outline = await parser.outline(sourceOf(sample), { signal: AbortSignal.abort() })
    expect(outline._unsafeUnwrapErr().code).toBe('aborted')
  })
}

const NOISE = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '//',
  '#',
  '\n',
  '\\',
  '<',
  '>',
  ':',
  '\0',
  '\uD800',
  '\uFEFF',
  '<<A',
]

async function outlineOf(parser: AstParser, sample: Pick<AstSample, 'path' | 'text'>): Promise<Outline> {
  const outline = await parser.outline(sourceOf(sample))
  if (outline.isErr()) throw new Error(`${sample.path}: ${outline.error.message}`)
  return outline.value
}

function sourceOf({ path, text }: Pick<AstSample, 'path' | 'text'>): SourceText {
  return { path: path as RepoPath, text }
}

function identity({ type, name, signature, lines }: AstUnit): readonly unknown[] {
  return [type, name, signature, lines.start]
}

/** Checks what holds for every outline, including those of invalid text. */
function expectWellFormed({ language, units }: Outline, text: string): void {
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  expect(language).not.toBe('')
  let outer: AstUnit[] = []
  let before: AstUnit | undefined
  for (const unit of units) {
    const { start, end } = unit.lines
    expect([start, end].every(Number.isInteger) && 1 <= start && start <= end && end <= lineCount, show(unit)).toBe(
      true,
    )
    expectNamed(unit)
    if (before !== undefined) {
      const inOrder = before.lines.start < start || (before.lines.start === start && before.lines.end >= end)
      expect(inOrder, `${show(before)} before ${show(unit)}`).toBe(true)
      const inner = before.lines.end === end && before.name.startsWith(`${unit.name}::`)
      expect(before.lines.start === start && inner, `${show(unit)} is around ${show(before)}`).toBe(false)
    }
    outer = outer.filter((enclosing) => enclosing.lines.end >= start)
    for (const enclosing of outer) {
      // Two units may share a line: `} function next() {`.
      const nested = end <= enclosing.lines.end || start >= enclosing.lines.end
      expect(nested, `${show(unit)} crosses ${show(enclosing)}`).toBe(true)
    }
    outer.push(unit)
    before = unit
  }
}

function expectNamed(unit: AstUnit): void {
  expect(unit.name.trim(), show(unit)).toBe(unit.name)
  expect(unit.name, show(unit)).not.toMatch(/^$|[\r\n\t]/u)
  if (unit.type === 'config') expect(unit.signature, show(unit)).toBeUndefined()
  if (unit.signature !== undefined) expect(unit.signature, show(unit)).toMatch(/^\S+(?: \S+)*$/u)
}

function show({ type, name, signature, lines }: AstUnit): string {
  return `${lines.start}-${lines.end} ${type} ${JSON.stringify(name)} ${JSON.stringify(signature)}`
}
