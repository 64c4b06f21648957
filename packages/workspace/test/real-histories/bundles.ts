import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { repetitions } from '../../src/testing/repetitions.ts'

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder of real repositories as git bundles. `CHRONICLE_BUNDLES` overrides it. */
export const bundlesDir: string = process.env['CHRONICLE_BUNDLES'] ?? join(repositoryRoot, '../shared/data')

/** Names of the bundles on this machine. */
export const bundleNames: readonly string[] = existsSync(bundlesDir)
  ? readdirSync(bundlesDir)
      .filter((name) => name.endsWith('.bundle'))
      .map((name) => name.slice(0, -'.bundle'.length))
      .sort()
  : []

/** The bundles for tests of many commits: one for each of three languages, or all in a thorough run. */
export const bundlesToTest: readonly string[] = bundleNames.filter((name) =>
  repetitions(['flask', 'got', 'ripgrep'], bundleNames).includes(name),
)

export const bundlesMissing: string = `no bundles in ${bundlesDir}; set CHRONICLE_BUNDLES to a folder of git bundles`

/** Cache of unpacked bundles: git takes seconds to unpack one, and many test files use each. */
const unpackedDir = join(repositoryRoot, 'node_modules/.cache/chronicle/bundles')

/** Returns a copy of a real repository, checked out at the first branch of its bundle. */
export async function openBundle(name: string): Promise<FixtureRepository> {
  const repository = await createFixtureRepository()
  const bundle = join(bundlesDir, `${name}.bundle`)
  const heads = await repository.git('bundle', 'list-heads', bundle)
  const [tip = '', branch = ''] =
    heads
      .split('\n')
      .find((line) => line.includes(' refs/'))
      ?.split(' ') ?? []
  const { mtimeMs, size } = await stat(bundle)
  const unpacked = join(unpackedDir, `${name}-${tip.slice(0, 12)}-${size}-${Math.round(mtimeMs)}`)
  const objects = join(repository.dir, '.git/objects')
  if (existsSync(unpacked)) {
    await cp(unpacked, objects, { recursive: true })
    await repository.git('update-ref', 'refs/heads/real', tip)
  } else {
    await repository.git('fetch', '--quiet', bundle, `${branch}:refs/heads/real`)
    await keep(objects, unpacked)
  }
  await repository.git('checkout', '--quiet', 'real')
  return repository
}

/** Copies a folder in such a way that other processes see all of it or nothing. */
async function keep(folder: string, place: string): Promise<void> {
  await mkdir(unpackedDir, { recursive: true })
  const copy = await mkdtemp(`${place}-`)
  await cp(folder, copy, { recursive: true })
  await rename(copy, place).catch(async (error: unknown) => {
    await rm(copy, { recursive: true, force: true })
    // Another worker was first.
    if (!existsSync(place)) throw error
  })
}
