import { okAsync, type RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { projectNames } from './project-names.ts'

async function namesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const paths = Object.keys(files) as RepoPath[]
  const texts = (asked: readonly RepoPath[]) => okAsync(new Map(asked.map((path) => [path, files[path] ?? ''])))
  return [...(await projectNames({ paths, texts }))._unsafeUnwrap()]
}

describe('the names that a repository gives itself', () => {
  it.each<[string, string, readonly string[]]>([
    ['package.json', '{ "name": "express" }', ['express']],
    ['package.json', '{ "name": "@acme/Mailer", "bin": { "mail": "cli.js" } }', ['mailer', 'mail']],
    ['package.json', '{ "bin": "cli.js" }', []],
    ['composer.json', '{ "name": "acme/router" }', ['router']],
    ['Cargo.toml', '[package]\nname = "ripgrep"\n[[bin]]\nname = "rg"\npath = "main.rs"', ['ripgrep', 'rg']],
    ['pyproject.toml', '[project]\nname = "Flask"\nscripts = { flask = "flask.cli:main" }', ['flask']],
    ['pyproject.toml', '[tool.poetry]\nname = "black"', ['black']],
    ['setup.cfg', '[metadata]\nname = requests\nversion = 1', ['requests']],
    ['setup.py', "setup(\n    name='Sphinx',\n    version=VERSION)", ['sphinx']],
    ['go.mod', 'module github.com/gin-gonic/gin\n\ngo 1.20', ['gin']],
    ['go.mod', 'module github.com/labstack/echo/v4', ['echo']],
    ['go.mod', 'module gopkg.in/yaml.v3', ['yaml']],
    ['go.mod', 'module', []],
  ])('%s: %s', async (path, content, names) => {
    expect(await namesIn({ [path]: content })).toEqual(names)
  })

  it('are of one word: others are said for what their words mean', async () => {
    expect(await namesIn({ 'package.json': '{ "name": "vue-router" }' })).toEqual([])
    expect(await namesIn({ 'package.json': '{ "name": "ApolloClient" }' })).toEqual([])
  })

  it('are not those that one of its packages has', async () => {
    const files = { 'package.json': '{ "name": "react" }', 'packages/react/package.json': '{ "name": "react" }' }
    expect(await namesIn(files)).toEqual([])
  })

  it('are those at the top, of all manifests there', async () => {
    const files = {
      'packages/a/package.json': '{ "name": "a" }',
      'package.json': '{ "name": "shop" }',
      'go.mod': 'module b',
    }
    expect(await namesIn(files)).toEqual(['shop', 'b'])
  })

  it.each(['{', '[]', 'null', '{ "name": 3, "bin": [] }'])('are none in %j', async (content) => {
    expect(await namesIn({ 'package.json': content, 'Cargo.toml': content, 'pyproject.toml': content })).toEqual([])
  })
})
