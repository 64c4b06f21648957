import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Checkout, CheckoutPackage, PackageManifest } from './checkout-sources.ts'

/** Sizes of one published package, in bytes. */
export interface InstallSize {
  readonly packageName: string
  /** Size of the tarball. */
  readonly packed: number
  /** Unpacked size of the package's own files. */
  readonly unpacked: number
  /**
   * Size of these and of all files of dependencies, each counted once. Optional dependencies count if they are
   * installed.
   */
  readonly installed: number
  /** Number of installed packages, including the package itself. */
  readonly packages: number
}

/**
 * Measures the size of an installation of each published package, from the built and installed checkout. Nothing is
 * downloaded: dependencies are measured in `node_modules`.
 */
export function measureInstallSizes(checkout: Checkout): readonly InstallSize[] {
  const published = checkout.packages.filter(({ manifest }) => manifest.private !== true)
  const own = new Map(published.map((pkg) => [realpathSync(pkg.dir), packedSize(pkg)]))
  const sizes = new Map<string, number>()
  const sizeOf = (dir: string): number => {
    const known = sizes.get(dir) ?? own.get(dir)?.unpacked ?? folderSize(dir)
    sizes.set(dir, known)
    return known
  }
  return published.map(({ shortName, dir }) => {
    const { packed, unpacked } = own.get(realpathSync(dir)) ?? { packed: 0, unpacked: 0 }
    const needed = dependencyFolders(realpathSync(dir))
    const installed = [...needed].reduce((sum, folder) => sum + sizeOf(folder), 0)
    return { packageName: shortName, packed, unpacked, installed, packages: needed.size }
  })
}

function packedSize({ dir }: CheckoutPackage): { readonly packed: number; readonly unpacked: number } {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ size, unpackedSize } = { size: 0, unpackedSize: 0 }] = JSON.parse(output) as readonly {
    readonly size: number
    readonly unpackedSize: number
  }[]
  return { packed: size, unpacked: unpackedSize }
}

/** Returns the folders of a package and all of its dependencies, as the installer placed them. */
function dependencyFolders(start: string): ReadonlySet<string> {
  const found = new Set([start])
  for (const dir of found) {
    const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as PackageManifest & {
      readonly optionalDependencies?: Readonly<Record<string, string>>
    }
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const folder = resolveFolder(name, dir)
      if (folder !== undefined) found.add(folder)
    }
  }
  return found
}

/** Searches each `node_modules` from a folder upwards, as Node does. */
function resolveFolder(name: string, from: string): string | undefined {
  for (let dir = from; ; dir = dirname(dir)) {
    const folder = join(dir, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder)
    if (dirname(dir) === dir) return undefined
  }
}

function folderSize(dir: string): number {
  return readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(dir, entry.name)
      return sum + (entry.isDirectory() ? folderSize(path) : entry.isFile() ? statSync(path).size : 0)
    }, 0)
}
