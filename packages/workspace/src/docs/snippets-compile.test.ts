import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { compilerOptions } from '../checks/published-program.ts'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { packagePages, pages } from './pages.ts'
import { quotedFile } from './quoted-files.ts'

/** Treats each TypeScript block as a module of this package, so that it can import what a user can. */
const snippets = new Map(
  [...pages(), ...packagePages()].flatMap(({ path, blocks }) =>
    blocks
      .filter((block) => block.language === 'ts' && quotedFile(block) === undefined)
      .map(({ line, text }) => [
        join(repositoryRoot, 'packages/workspace/src', `${path.replaceAll('/', '-')}-${line}.ts`),
        { place: `${path}:${line}`, text: `${text}export {}\n` },
      ]),
  ),
)

it('the pages hold TypeScript', () => {
  expect(snippets.size).toBeGreaterThan(0)
})

it('every TypeScript block of the documentation compiles', () => {
  const options = { ...compilerOptions(), isolatedDeclarations: false, declaration: false }
  const host = ts.createCompilerHost(options)
  host.readFile = (file) => snippets.get(file)?.text ?? ts.sys.readFile(file)
  host.fileExists = (file) => snippets.has(file) || ts.sys.fileExists(file)
  const program = ts.createProgram({ rootNames: [...snippets.keys()], options, host })
  const problems = [...snippets].flatMap(([file, { place }]) => {
    const source = program.getSourceFile(file)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      (d) => `${place}: ${ts.flattenDiagnosticMessageText(d.messageText, '\n')}`,
    )
  })
  expect(problems).toEqual([])
})
