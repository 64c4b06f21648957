import { readFileSync } from 'node:fs'
import type { RepoPath } from '@chronicle/schema'
import { createTreeSitterParser, type TreeSitterParserOptions } from '@chronicle/ast-tree-sitter'
import { describe, expect, it } from 'vitest'

const path = (name: string): RepoPath => name as RepoPath

async function outlineOf(name: string, text: string, options?: TreeSitterParserOptions) {
  return await createTreeSitterParser(options).outline({ path: path(name), text })
}

describe('errors', () => {
  it.each([
    ['src/main.zig', 'zig'],
    ['archive.tar.gz', 'gz'],
    ['Makefile', 'Makefile'],
    ['docker/Dockerfile', 'Dockerfile'],
    ['.gitignore', '.gitignore'],
    ['name.', 'name.'],
  ])('names the language of %s', async (name, language) => {
    const error = (await outlineOf(name, 'text'))._unsafeUnwrapErr()
    expect(error.code).toBe('no_grammar')
    expect(error.message).toBe(`No tree-sitter grammar for ${language}. Anchor resolution unavailable.`)
    expect(error.data).toEqual({ path: name, language })
  })

  it('refuses sources that are too long', async () => {
    const options = { maxLength: 10 }
    expect((await outlineOf('a.rs', 'fn a() {}\n', options)).isOk()).toBe(true)
    const error = (await outlineOf('a.rs', 'fn ab() {}\n', options))._unsafeUnwrapErr()
    expect(error.code).toBe('source_too_large')
    expect(error.message).toBe(
      'a.rs is 11 characters long, more than the 10 that are outlined. Use line ranges, or raise maxLength.',
    )
    const standard = await outlineOf('a.rs', ' '.repeat(4 * 1024 * 1024 + 1))
    expect(standard._unsafeUnwrapErr().code).toBe('source_too_large')
  })

  it('gives up when time is up', async () => {
    let time = 0
    const options = { maxParseTime: 50, now: () => (time += 20) }
    const error = (await outlineOf('a.rs', 'fn a() {}\n'.repeat(2000), options))._unsafeUnwrapErr()
    expect(error.code).toBe('grammar_failed')
    expect(error.message).toBe('Parsing a.rs was given up after 50 ms.')
    expect((await outlineOf('a.rs', 'fn a() {}\n'))._unsafeUnwrap().units).toHaveLength(1)
  })

  it('gives what it has when time is up while looking around a syntax error', async () => {
    let time = 0
    const source = `fn broken( {\n${'fn a() {}\n'.repeat(50)}`
    const parser = createTreeSitterParser({ maxParseTime: 30, now: () => (time += 1) })
    const outline = (await parser.outline({ path: path('a.rs'), text: source }))._unsafeUnwrap()
    expect(outline.partial).toBe(true)
    expect(outline.units.length).toBeGreaterThan(0)
  })

  it('stops between steps when it is aborted', async () => {
    const controller = new AbortController()
    const parser = createTreeSitterParser({
      loadGrammar: (file) => {
        controller.abort()
        return Promise.resolve(readFileSync(new URL(import.meta.resolve(`${file.package}/${file.path}`))))
      },
    })
    const source = { path: path('a.go'), text: 'package a\n' }
    const error = (await parser.outline(source, { signal: controller.signal }))._unsafeUnwrapErr()
    expect(error.code).toBe('aborted')
    expect((await parser.outline(source)).isOk()).toBe(true)
  })
})

describe('unusual text', () => {
  it('finds no units in binary files', async () => {
    const outline = (await outlineOf('a.ts', '\0\u0001\u0002function f() {}'))._unsafeUnwrap()
    expect(outline).toEqual({ language: 'typescript', units: [], partial: true })
  })

  it.each(['a.rs', 'a.ts', 'a.py', 'a.json', 'a.toml', 'a.yaml'])('reads %s after a byte order mark', async (name) => {
    const text = {
      rs: 'fn a() {}',
      ts: 'function a() {}',
      py: 'def a(): pass',
      json: '{"a": 1}',
      toml: 'a = 1',
      yaml: 'a: 1',
    }
    const source = text[name.slice(2) as keyof typeof text]
    const outline = (await outlineOf(name, `\uFEFF${source}\n`))._unsafeUnwrap()
    expect(outline.units.map((unit) => unit.name)).toEqual(['a'])
    expect(outline.partial).toBe(false)
  })

  it('counts lines and characters beyond the basic plane as git and JavaScript do', async () => {
    const source = '// 😀😀😀\nconst a = "😀"; function f(x /* 😀 */) {} // 😀\n\u2028function g() {}\n'
    const { units } = (await outlineOf('a.js', source))._unsafeUnwrap()
    expect(units).toMatchObject([
      { name: 'a', lines: { start: 1, end: 2 } },
      { name: 'f', signature: 'function f(x)', lines: { start: 2, end: 2 } },
      { name: 'g', signature: 'function g()', lines: { start: 3, end: 3 } },
    ])
  })

  it.each(['rs', 'ts', 'tsx', 'js', 'go', 'java', 'c', 'cpp', 'cs', 'rb', 'php', 'json', 'yaml', 'toml'])(
    'survives deep nesting in %s',
    async (extension) => {
      for (const unit of ['(', '[', '{', '{"a":', 'f(', 'class A {', 'a: [']) {
        const text = (extension === 'php' ? '<?php ' : '') + unit.repeat(2000)
        const outline = await outlineOf(`a.${extension}`, text)
        expect(outline.isOk()).toBe(true)
      }
    },
  )

  it('cuts signatures that go on for ever', async () => {
    const outline = await outlineOf('a.js', `function f(${'a, '.repeat(5000)}z) {}\n`)
    const signature = outline._unsafeUnwrap().units[0]?.signature
    expect(signature).toHaveLength(1001)
    expect(signature?.endsWith('…')).toBe(true)
  })

  it('ends with an annotation and no line end in Kotlin, whose scanner would never return', async () => {
    const outline = (await outlineOf('a.kt', 'class A {\n  fun f() {}\n\n  @JvmStatic'))._unsafeUnwrap()
    expect(outline.units.map((unit) => unit.name)).toEqual(['A', 'f'])
  })
})
