import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { exec, root } from './process.mjs'
import { filesBelow, hashFiles, packageFolders, readStamp, writeStamp } from './stamp.mjs'

/**
 * @typedef {object} BuiltPackage
 * @property {string} name
 * @property {string} folder
 * @property {readonly string[]} dependencies names of the workspace packages it depends on, directly or not
 * @property {readonly string[]} outputs files that must exist after a build
 */

/**
 * Builds the packages whose sources, or whose dependencies' sources, have changed since they were last built.
 *
 * @param {{ only?: string }} [options] `only`: that package and what it depends on
 */
export async function buildStale({ only } = {}) {
  const packages = await builtPackages()
  const wanted =
    only === undefined ? packages : packages.filter((p) => p.name === only || closure(only, packages).includes(p.name))
  const inputs = new Map()
  for (const pkg of packages) inputs.set(pkg.name, await inputHash(pkg))

  const stale = []
  for (const pkg of wanted) {
    const stamp = [pkg.name, ...pkg.dependencies].map((name) => `${name} ${String(inputs.get(name))}`).join('\n')
    const built = pkg.outputs.every((file) => existsSync(join(root, pkg.folder, file)))
    if (!built || (await readStamp(stampName(pkg))) !== stamp) stale.push({ pkg, stamp })
  }
  if (stale.length === 0) return

  console.error(`Building ${stale.map(({ pkg }) => pkg.name.replace('@chronicle/', '')).join(', ')} …`)
  const tsup = join(root, 'node_modules/tsup/dist/cli-default.js')
  const queue = [...stale]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await exec(process.execPath, [tsup], { cwd: join(root, next.pkg.folder), stdoutToStderr: true })
      await writeStamp(stampName(next.pkg), next.stamp)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

/** @param {BuiltPackage} pkg */
const stampName = (pkg) => `build-${pkg.name.replace('@chronicle/', '')}`

/** @returns {Promise<readonly BuiltPackage[]>} the packages that have a build, their dependencies resolved */
async function builtPackages() {
  /** @type {BuiltPackage[]} */
  const found = []
  for (const folder of await packageFolders()) {
    if (!existsSync(join(root, folder, 'tsup.config.ts'))) continue
    const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
    const direct = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@chronicle/'))
    const outputs = Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'object' && target !== null ? [target.types, target.default] : [],
    )
    found.push({ name: manifest.name, folder, dependencies: direct, outputs: [...outputs, ...(manifest.man ?? [])] })
  }
  return found.map((pkg) => ({ ...pkg, dependencies: closure(pkg.name, found) }))
}

/**
 * @param {string} name
 * @param {readonly { name: string, dependencies: readonly string[] }[]} packages
 */
function closure(name, packages) {
  const reached = new Set()
  const visit = (/** @type {string} */ from) => {
    for (const next of packages.find((p) => p.name === from)?.dependencies ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(name)
  return [...reached].sort()
}

/** @param {{ folder: string }} pkg */
async function inputHash({ folder }) {
  const sources = async (/** @type {string} */ dir) =>
    (await filesBelow(join(folder, dir))).filter((file) => !/\.test(-d)?\.ts$/.test(file))
  return hashFiles([
    ...(await sources('src')),
    join(folder, 'package.json'),
    join(folder, 'tsup.config.ts'),
    ...(await filesBelow('packages/workspace/src/build')),
    ...(await filesBelow('packages/workspace/src/manual')),
    'tsconfig.json',
    'pnpm-lock.yaml',
  ])
}
