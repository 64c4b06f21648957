import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** One file of source text in a checkout. */
export interface SourceFile {
  /** Path relative to the checkout, with `/`. */
  readonly path: string
  /** Name of the folder below `packages`. */
  readonly packageName: string
  readonly isTest: boolean
  readonly text: string
  /** The syntax tree, parsed once. */
  readonly tree: () => ts.SourceFile
}

/** The fields of a `package.json` that are measured. */
export interface PackageManifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface CheckoutPackage {
  /** The name without the scope: `git-cli`. */
  readonly shortName: string
  readonly dir: string
  readonly manifest: PackageManifest
  readonly files: readonly SourceFile[]
}

/** A checkout of this repository: the current one, or another state. */
export interface Checkout {
  readonly dir: string
  readonly packages: readonly CheckoutPackage[]
}

const SOURCE_FOLDERS = ['src', 'test', 'bench', 'bin']
const SOURCE_NAME = /\.(?:ts|mjs|cjs)$/u
const TEST_PATH = /\.test(?:-d)?\.ts$|\/test\//u

/** Reads all hand-written source files of a checkout's packages. Build output and installed packages are skipped. */
export function readCheckout(dir: string): Checkout {
  const parent = join(dir, 'packages')
  const packages = readdirSync(parent)
    .sort()
    .filter((shortName) => existsSync(join(parent, shortName, 'package.json')))
    .map((shortName) => readPackage(dir, shortName))
  return { dir, packages }
}

/** Returns all files of a checkout except tests. */
export function productionFiles(checkout: Checkout): readonly SourceFile[] {
  return checkout.packages.flatMap(({ files }) => files.filter(({ isTest }) => !isTest))
}

function readPackage(root: string, shortName: string): CheckoutPackage {
  const dir = join(root, 'packages', shortName)
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as PackageManifest
  const paths = SOURCE_FOLDERS.map((folder) => join(dir, folder)).flatMap((folder) => filesBelow(folder))
  return { shortName, dir, manifest, files: paths.map((file) => readSource(root, shortName, file)) }
}

function readSource(root: string, packageName: string, file: string): SourceFile {
  const path = relative(root, file).replaceAll('\\', '/')
  const text = readFileSync(file, 'utf8')
  let tree: ts.SourceFile | undefined
  return {
    path,
    packageName,
    isTest: TEST_PATH.test(path),
    text,
    tree: () => (tree ??= ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)),
  }
}

function filesBelow(dir: string): readonly string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE_NAME.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](?:node_modules|fixtures)[\\/]/u.test(file.slice(dir.length)))
    .sort()
}
