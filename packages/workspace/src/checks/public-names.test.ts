import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicNames } from './public-names.ts'
import { publishedProgram } from './published-program.ts'
import { publishedPackages, repositoryRoot } from './workspace-packages.ts'

const program = publishedProgram()

it('the README of testing names the suites that there are', async () => {
  const testing = publishedPackages().filter(({ shortName }) => shortName === 'testing')
  const exported = testing.flatMap((pkg) => publicNames(pkg, program).map(({ name }) => name))
  const readme = await readFile(join(repositoryRoot, 'packages/testing/README.md'), 'utf8')
  const named = [...readme.matchAll(/`(test[A-Z]\w+|\w+Laws)`/gu)].map(([, name = '']) => name)
  expect(named.filter((name) => !exported.includes(name))).toEqual([])
  expect(named).toContain('scorerLaws')
})

describe.each(publishedPackages())('$shortName', (pkg) => {
  const names = publicNames(pkg, program)

  // Changes to a package's exports must be deliberate: they appear in review as a change of this file. To accept one:
  // `npm test -- public-names -u`.
  it('exports the names that were reviewed', async () => {
    const list = names.map(({ entry, name, kind }) => `${entry}  ${name}  (${kind})\n`).join('')
    await expect(list).toMatchFileSnapshot(join(repositoryRoot, `packages/workspace/exports/${pkg.shortName}.txt`))
  })

  it('documents every public name', () => {
    const undocumented = names.filter((n) => !n.documented && n.declaredAt.startsWith('packages/'))
    expect(undocumented.map(({ name, declaredAt }) => `${name} at ${declaredAt}`)).toEqual([])
  })
})
