import { SETTINGS } from '@chronicle/cli'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../checks/workspace-packages.ts'

const guide = readFileSync(join(repositoryRoot, 'docs/guide.md'), 'utf8')

/** Rows of the table of settings, as cells without code markup. */
const rows = guide
  .split('\n')
  .filter((line) => line.includes('`CHRONICLE_'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))

it.each(Object.entries(SETTINGS))('the guide has a row for %s', (_, { flag, env, git, toml }) => {
  const expected = [flag ?? '', env, git ?? '', toml ?? '']
  expect(rows.map((cells) => cells.slice(1, 5))).toContainEqual(expected)
})

it('the guide has no row for a setting that is gone', () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ env }) => env))
  expect(rows.map((cells) => cells[2] ?? '').filter((env) => !known.has(env))).toEqual([])
})
