import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { mapLinesOnly } from './map-lines-only.ts'

it('maps each place to the line that the whole map gives it, in fewer segments', async () => {
  const text = await readFile(join(import.meta.dirname, 'package-build.ts'), 'utf8')
  const { outputText: code, sourceMapText: map = '' } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES5, sourceMap: true },
  })
  const folder = await mkdtemp(join(tmpdir(), 'maps-'))
  await writeFile(join(folder, 'a.js.map'), map)
  await mapLinesOnly(folder)
  const reduced = await readFile(join(folder, 'a.js.map'), 'utf8')

  expect(reduced.length).toBeLessThan(map.length)
  const lineAt = (json: string): ((line: number, column: number) => unknown) => {
    const parsed = new SourceMap(JSON.parse(json) as SourceMapPayload)
    return (line, column) => (parsed.findEntry(line, column) as { readonly originalLine?: number }).originalLine
  }
  const [whole, lines] = [lineAt(map), lineAt(reduced)]
  for (const [line, content] of code.split('\n').entries()) {
    for (let column = 0; column < content.length; column++) expect(lines(line, column)).toBe(whole(line, column))
  }
})
