import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedProgram } from './published-program.ts'
import { diagnosticCodes, errorCodes, type CodeLocations } from './code-locations.ts'
import { repositoryPath, repositoryRoot } from './workspace-packages.ts'

const program = publishedProgram()
const page = readFileSync(join(repositoryRoot, 'docs/errors.md'), 'utf8')

/** Returns the codes in the first column of the tables below a heading. */
function documentedBelow(heading: string): ReadonlySet<string> {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return new Set([...section.matchAll(/^\| `([^`]+)`/gm)].flatMap(([, code]) => (code === undefined ? [] : [code])))
}

function missing(stated: CodeLocations, documented: ReadonlySet<string>): readonly string[] {
  return [...stated].filter(([code]) => !documented.has(code)).map(([code, at]) => `${code} (${repositoryPath(at)})`)
}

describe.each([
  { heading: 'Errors', stated: errorCodes(program) },
  { heading: 'Diagnostics', stated: diagnosticCodes(program) },
])('docs/errors.md, $heading', ({ heading, stated }) => {
  const documented = documentedBelow(heading)

  it('finds codes in the sources', () => {
    expect(stated.size).toBeGreaterThan(5)
  })

  it('describes every code that the sources can give', () => {
    expect(missing(stated, documented)).toEqual([])
  })

  it('describes no code that is gone', () => {
    expect([...documented].filter((code) => !stated.has(code))).toEqual([])
  })
})
