import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder of real repositories as git bundles; `CHRONICLE_BUNDLES` overrides where it is looked for. */
const bundlesDir = process.env['CHRONICLE_BUNDLES'] ?? join(repositoryRoot, '../shared/data')

/** Names of the bundles that are present on this machine. */
export const bundleNames: readonly string[] = existsSync(bundlesDir)
  ? readdirSync(bundlesDir)
      .filter((name) => name.endsWith('.bundle'))
      .map((name) => name.slice(0, -'.bundle'.length))
      .sort()
  : []

export const bundlesMissing: string = `no bundles in ${bundlesDir}; set CHRONICLE_BUNDLES to a folder of git bundles`

/** A copy of a real repository, checked out at the first branch of its bundle. */
export async function openBundle(name: string): Promise<FixtureRepository> {
  const repository = await createFixtureRepository()
  const bundle = join(bundlesDir, `${name}.bundle`)
  const heads = await repository.git('bundle', 'list-heads', bundle)
  const branch = heads
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .find((ref) => ref.startsWith('refs/'))
  await repository.git('fetch', '--quiet', bundle, `${branch}:refs/heads/real`)
  await repository.git('checkout', '--quiet', 'real')
  return repository
}
