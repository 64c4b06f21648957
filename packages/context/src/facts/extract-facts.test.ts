import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { ast } from '../../test/open-scene.ts'
import { GENERATED_TERM, importTerm } from './count-terms.ts'
import { extractFacts, type ExtractedFacts } from './extract-facts.ts'
import { parseFacts, parseImports, storedFacts } from './stored-facts.ts'

async function factsOf(path: string, text: string): Promise<ExtractedFacts> {
  const outline = (await ast.outline({ path: path as RepoPath, text })).unwrapOr(undefined)
  return extractFacts(path, text, outline)
}

const HANDLER = `// Checks who comes in. More about it is in the guide.
import { Base } from './base'
import { readSession, type Session } from '../session'

/** Validates logins. It never throws. */
export class AuthHandler extends Base {
  #cache = new Map()

  validateLogin(session: Session): boolean {
    // The directory is asked first because its answer is cached.
    if (!readSession(session.id)) throw new Error('there is no such session')
    return this.#check(session)
  }

  #check(session: Session): boolean {
    return session.id === 'key'
  }
}
`

describe('the facts of a file', () => {
  it('have its symbols with signature, documentation and references', async () => {
    const { facts } = await factsOf('src/auth/handler.ts', HANDLER)
    expect(facts.language).toBe('typescript')
    const byName = new Map(facts.symbols.map((symbol) => [symbol.name, symbol]))
    expect(byName.get('AuthHandler')).toMatchObject({
      kind: 'class',
      doc: 'Validates logins.',
      references: { inherits: ['Base'] },
    })
    expect(byName.get('AuthHandler::validateLogin')).toMatchObject({
      signature: expect.stringContaining('validateLogin(session: Session): boolean') as string,
      references: {
        calls: expect.arrayContaining(['readSession']) as string[],
        types: expect.arrayContaining(['Session']) as string[],
      },
    })
  })

  it('tell a value that stands on one line with its name', async () => {
    const text = 'LIMIT = 5\nNAMES = [\n    "a",\n]\n\nclass Session:\n    accessed: bool = False\n'
    const { facts } = await factsOf('src/session.py', text)
    expect(facts.symbols.map(({ name, signature }) => [name, signature])).toEqual([
      ['LIMIT', 'LIMIT = 5'],
      ['NAMES', 'NAMES'],
      ['Session', 'class Session'],
      ['Session::accessed', 'accessed: bool = False'],
    ])
  })

  it.each([
    [
      'a.ts',
      '/**\n * export function open() opens.\n */\nexport function open(\n  path: string,\n): void {\n}\n',
      'open',
      4,
    ],
    ['a.rs', '/// Opens it.\n#[inline(always)]\npub(crate) fn open(path: &str) {\n}\n', 'open', 3],
    ['a.py', '@overload\n@cached(\n    1,\n)\ndef open(path):\n    pass\n', 'open', 5],
    ['a.go', 'package a\n\nvar (\n\t// Plain is the usual one.\n\tPlain = 1\n)\n', 'Plain', 5],
    ['b.ts', 'export function open(): void {\n}\n', 'open', undefined],
  ])('have the line of a declaration below its comments and attributes (%s)', async (path, text, name, line) => {
    const { facts } = await factsOf(path, text)
    expect(facts.symbols.find((symbol) => symbol.name === name)?.declaredAt).toBe(line)
  })

  it('have its imports, messages and what the file is for', async () => {
    const { facts } = await factsOf('src/auth/handler.ts', HANDLER)
    expect(facts.imports.map(({ specifier }) => specifier)).toEqual(['./base', '../session'])
    expect(facts.strings).toEqual([{ text: expect.stringContaining('there is no such session') as string, line: 11 }])
    expect(facts.doc).toBe('Checks who comes in.')
  })

  it('are found by the words of names, of documentation and of the rest', async () => {
    const { terms, facts } = await factsOf('src/auth/handler.ts', HANDLER)
    const symbol = facts.symbols.findIndex(({ name }) => name === 'AuthHandler::validateLogin')
    const [definitions = 0, , body = 0, ...pairs] = terms.get('validatelogin') ?? []
    expect([definitions, body > 0]).toEqual([1, true])
    const weights = new Map(Array.from({ length: pairs.length / 2 }, (_, at) => [pairs[at * 2], pairs[at * 2 + 1]]))
    expect(weights.get(symbol)).toBeGreaterThanOrEqual(3)
    expect(terms.get('login')?.[1]).toBeGreaterThan(0)
    expect(terms.has(importTerm('session'))).toBe(true)
    expect(terms.has('the')).toBe(false)
  })

  it('are found by every word of comments and messages', async () => {
    const { terms, facts } = await factsOf('src/auth/handler.ts', HANDLER)
    const symbol = facts.symbols.findIndex(({ name }) => name === 'AuthHandler::validateLogin')
    for (const term of ['directori', 'answer', 'cach', 'guid']) expect(terms.get(term)?.[2], term).toBeGreaterThan(0)
    for (const term of ['directori', 'answer'])
      expect(terms.get(term)?.filter((_, at) => at >= 3 && at % 2 === 1)).toContain(symbol)
    expect(terms.get('never')?.[1]).toBe(1)
    // One of the occurrences of `session` is in the message.
    const { terms: without } = await factsOf('src/auth/handler.ts', HANDLER.replace('there is no such session', 'no'))
    expect(terms.get('session')?.[2]).toBe((without.get('session')?.[2] ?? 0) + 1)
  })

  it('have as many lengths as fields and symbols', async () => {
    const { facts, lengths, terms } = await factsOf('src/auth/handler.ts', HANDLER)
    expect(lengths).toHaveLength(3 + facts.symbols.length)
    for (const counts of terms.values()) {
      expect(counts.length % 2).toBe(1)
      for (let at = 3; at < counts.length; at += 2) expect(counts[at]).toBeLessThan(facts.symbols.length)
    }
  })

  it('come back as they were stored', async () => {
    const { facts } = await factsOf('src/auth/handler.ts', HANDLER)
    const stored = storedFacts({ ...facts, doc: 'two\nlines' })
    expect(parseFacts(stored)).toEqual({ ...facts, doc: 'two\nlines' })
    expect(parseImports(stored)).toEqual(facts.imports)
  })

  it('of Python have docstrings for documentation', async () => {
    const { facts } = await factsOf(
      'a.py',
      '"""Tools for reports."""\n\n\ndef write(rows):\n    """Writes rows. Each once."""\n    return _join(rows)\n\n\ndef _join(rows):\n    return rows\n',
    )
    expect(facts.doc).toBe('Tools for reports.')
    expect(facts.symbols.map(({ name, doc }) => [name, doc])).toEqual([
      ['write', 'Writes rows.'],
      ['_join', undefined],
    ])
  })

  it('of a file without a grammar have its words alone', () => {
    const { facts, terms, lengths } = extractFacts('notes.txt', 'Log in with a session\n', undefined)
    expect(facts).toMatchObject({ symbols: [], imports: [] })
    expect(facts.language).toBeUndefined()
    expect([...terms.keys()].sort()).toEqual(['log', 'session'])
    expect(lengths).toEqual([0, 0, 2])
  })

  it('have a term by which generated files are found', async () => {
    const { terms } = await factsOf('a.ts', '// Code generated by a tool. DO NOT EDIT.\nexport const a = 1\n')
    expect(terms.has(GENERATED_TERM)).toBe(true)
  })

  it.each(['', '\n', 'x', '\uFEFFexport const a = 1', '/*', '"', '`${', "'''", '\0'])(
    'of %j are there',
    async (text) => {
      for (const path of ['a.ts', 'a.py', 'a.go', 'a.rs', 'a.json', 'a.txt']) {
        const { facts } = await factsOf(path, text)
        expect(facts.strings).toEqual([])
      }
    },
  )
})
