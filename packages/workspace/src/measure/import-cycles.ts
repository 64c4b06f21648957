import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { productionFiles, type Checkout, type CheckoutPackage } from './checkout-sources.ts'
import { strongComponents } from './strong-components.ts'

/** Groups of files, or of packages, that import each other. */
export interface ImportCycles {
  /**
   * Cycles of files, as paths relative to the checkout. Type imports and `import()` count. Tests are omitted, because
   * nothing imports them.
   */
  readonly files: readonly (readonly string[])[]
  /** Cycles of packages, as short names, by `dependencies` and `devDependencies`. The installer warns about them. */
  readonly packages: readonly (readonly string[])[]
}

export function findImportCycles(checkout: Checkout): ImportCycles {
  return { files: strongComponents(importGraph(checkout)), packages: strongComponents(packageGraph(checkout)) }
}

/** Returns the imports between the files of a checkout, without tests. */
export function importGraph(checkout: Checkout): ReadonlyMap<string, readonly string[]> {
  const entries = new Map(checkout.packages.flatMap((pkg) => entryFiles(checkout, pkg)))
  const target = (from: string, specifier: string): string | undefined => {
    if (!specifier.startsWith('.')) return entries.get(specifier)
    const file = resolve(checkout.dir, dirname(from), specifier)
    return existsSync(file) ? relative(checkout.dir, file).replaceAll('\\', '/') : undefined
  }
  return new Map(
    productionFiles(checkout).map(({ path, text }) => {
      const imported = ts.preProcessFile(text, true, true).importedFiles
      return [path, imported.flatMap(({ fileName }) => target(path, fileName) ?? [])]
    }),
  )
}

function packageGraph({ packages }: Checkout): ReadonlyMap<string, readonly string[]> {
  const names = new Map(packages.map(({ shortName, manifest }) => [manifest.name, shortName]))
  return new Map(
    packages.map(({ shortName, manifest }) => {
      const needed = Object.keys({
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.peerDependencies,
      })
      return [shortName, needed.flatMap((name) => names.get(name) ?? [])]
    }),
  )
}

/** Returns pairs of an import specifier and the source file that it refers to. */
function entryFiles({ dir }: Checkout, pkg: CheckoutPackage): readonly (readonly [string, string])[] {
  return Object.entries(pkg.manifest.exports ?? {}).flatMap(([path, target]) => {
    const source =
      typeof target === 'object' && target !== null && 'chronicle-source' in target && target['chronicle-source']
    if (typeof source !== 'string') return []
    const file = relative(dir, join(pkg.dir, source)).replaceAll('\\', '/')
    return [[`${pkg.manifest.name}${path.slice(1)}`, file] as const]
  })
}
