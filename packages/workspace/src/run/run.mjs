#!/usr/bin/env node
/*
 * What the scripts of the root package.json call. Plain JavaScript without dependencies, because on a fresh clone it
 * runs before anything is installed: it installs when needed, builds what is stale, and hands over to the tool.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildStale } from './build.mjs'
import { install } from './install.mjs'
import { exec, root } from './process.mjs'
import { filesBelow, hashFiles, packageNames } from './stamp.mjs'

const node = process.execPath

/** @type {Record<string, (args: readonly string[]) => Promise<void>>} */
const tasks = {
  install,

  /**
   * Installs and builds the command, then shows an annotated read of the demonstration repository. With the name of a
   * folder that does not exist, makes a fresh demonstration repository there and shows that one.
   */
  async start([folder]) {
    if (folder !== undefined && existsSync(folder))
      throw new Error(`${folder} exists. Name a folder that does not: a fresh demonstration repository is made there.`)
    await install()
    await buildStale({ only: '@chronicle/cli' })
    const sources = [
      ...(await filesBelow('packages/workspace/demo')),
      ...(await filesBelow('packages/workspace/src/demo')),
    ]
    const version = (await hashFiles(sources)).slice(0, 12)
    const usual = join(root, 'node_modules/.cache/chronicle', `demo-${version}`, 'saltmarsh')
    const repository = folder === undefined ? usual : resolve(folder)
    await exec(node, ['--import', 'tsx', 'packages/workspace/src/demo/main.ts', repository])
  },

  /** All tests, or the ones whose path matches an argument. Some of them run the built command. */
  async test(args) {
    await install()
    await buildStale()
    await exec(node, ['node_modules/vitest/vitest.mjs', 'run', ...args], { env: { CHRONICLE_TEST_BUILT: '1' } })
  },

  /**
   * Runs the tests of one package, and again those that a change concerns, until it is stopped. Packages are read from
   * their sources, so that nothing is built.
   */
  async watch([name, ...args]) {
    if (name === undefined || !existsSync(join('packages', name, 'package.json')))
      throw new Error(`Name a package: npm run watch -- core. There are: ${(await packageNames()).join(', ')}.`)
    await install()
    await exec(node, ['node_modules/vitest/vitest.mjs', 'watch', `packages/${name}/`, ...args], { input: true })
  },

  async build() {
    await install()
    await buildStale()
  },

  /** Measures this checkout against git and rewrites docs/benchmarks.md when told to with --write. */
  async bench(args) {
    await install()
    await buildStale()
    await exec(node, ['--expose-gc', '--import', 'tsx', 'packages/workspace/bench/main.ts', ...args])
  },
}

process.chdir(root)
const [name = '', ...args] = process.argv.slice(2)
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
if (task === undefined) {
  console.error(`Unknown task '${name}'. There are: ${Object.keys(tasks).join(', ')}.`)
  process.exitCode = 2
} else {
  try {
    await task(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
