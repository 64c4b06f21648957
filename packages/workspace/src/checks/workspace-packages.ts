import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot: string = fileURLToPath(new URL('../../../../', import.meta.url))

/** The fields of a `package.json` that the checks need. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly private?: boolean
  readonly packageManager: string
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface WorkspacePackage {
  /** The name without the scope: `git-cli`. */
  readonly shortName: string
  readonly dir: string
  readonly manifest: Manifest
  /** TypeScript files below `src`, as absolute paths. */
  readonly sources: readonly string[]
}

/** Returns the packages of the folder `packages`, by name. */
export function workspacePackages(): readonly WorkspacePackage[] {
  const parent = join(repositoryRoot, 'packages')
  return readdirSync(parent)
    .sort()
    .map((shortName) => {
      const dir = join(parent, shortName)
      return { shortName, dir, manifest: readManifest(dir), sources: typescriptFiles(join(dir, 'src')) }
    })
}

/** Returns the packages that are published. */
export function publishedPackages(): readonly WorkspacePackage[] {
  return workspacePackages().filter((pkg) => pkg.manifest.private !== true)
}

/** Returns the entry points by export path, as absolute paths: `.` → `src/index.ts`. */
export function entrySources({ dir, manifest }: WorkspacePackage): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const [path, target] of Object.entries(manifest.exports ?? {})) {
    const source = typeof target === 'string' ? undefined : target['chronicle-source']
    if (source !== undefined) entries.set(path, join(dir, source))
  }
  return entries
}

export function readManifest(dir: string): Manifest {
  return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Manifest
}

/** Returns a path relative to the repository, as people write it. */
export function repositoryPath(file: string): string {
  return relative(repositoryRoot, file).replaceAll('\\', '/')
}

/** Whether a file is only for tests: by its name, or because it is in a package's `test` folder. */
export function isTest(file: string): boolean {
  return /\.test(-d)?\.ts$|\/test\//.test(repositoryPath(file))
}

function typescriptFiles(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
