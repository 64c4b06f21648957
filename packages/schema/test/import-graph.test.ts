import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** Returns every module that running `entry` loads: files of this package, and names of other packages. */
function findLoadedModules(entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  const output = ts.transpileModule(readFileSync(fileURLToPath(new URL(entry, import.meta.url)), 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true },
  }).outputText
  for (const { fileName } of ts.preProcessFile(output).importedFiles) {
    if (fileName.endsWith('.ts'))
      findLoadedModules(new URL(fileName, new URL(entry, 'file:///src/')).pathname.replace('/src/', '../src/'), seen)
    else seen.add(fileName)
  }
  return seen
}

it('reading a note loads nothing but the Result library', () => {
  const loaded = [...findLoadedModules('../src/index.ts')]
  expect(loaded.filter((name) => !name.endsWith('.ts'))).toEqual(['neverthrow'])
  expect(loaded.length).toBeGreaterThan(20)
})
