import { spawnSync } from 'node:child_process'
import { createProgram } from '@chronicle/cli'
import manifest from '@chronicle/cli/package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { commandsWithPages, pageName } from './manual-page.ts'
import { manualPages } from './manual-pages.ts'

const pages = manualPages()

test('package.json lists every page, so that npm installs it', () => {
  expect(manifest.man).toEqual([...pages.keys()].map((name) => `./man/${name}`))
  expect(manifest.files).toContain('man')
})

test('there is one for the program and for each of its commands', () => {
  const names = commandsWithPages(createProgram()).map((command) => `${pageName(command)}.1`)
  expect([...pages.keys()]).toEqual(['git-chronicle.1', ...names])
  for (const name of names)
    expect(pages.get('git-chronicle.1')).toContain(name.replace('.1', '(1)').replaceAll('-', '\\-'))
})

/** In containers, `man` may be a stub without pages. Warnings come from the formatter behind it, so that is tested. */
const hasGroff = spawnSync('groff', ['--version']).status === 0

test.skipIf(!hasGroff).each([...pages])('%s is formatted without a warning', (name, text) => {
  const { status, stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-c'], {
    input: text,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  // Bold letters are printed twice, with a backspace between.
  const printed = stdout.replace(/.\u0008/gu, '')
  expect(printed).toContain('SYNOPSIS')
  expect(printed).not.toContain('\\')
  const command = commandsWithPages(createProgram()).find((each) => `${pageName(each)}.1` === name)
  for (const option of command?.createHelp().visibleOptions(command) ?? [])
    expect(printed).toContain(option.long ?? option.short)
})
