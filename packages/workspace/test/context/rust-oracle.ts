import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The part of `cargo metadata`'s package description that is used here. */
interface CargoPackage {
  readonly manifest_path: string
  readonly name: string
  readonly edition: string
  readonly targets: readonly { readonly name: string; readonly kind: readonly string[]; readonly src_path: string }[]
  readonly dependencies: readonly { readonly name: string; readonly rename: string | null; readonly path?: string }[]
}

interface Module {
  readonly file: string
  readonly parent?: Module
  readonly children: Map<string, Module>
  readonly uses: string[][]
}

/** Edges between Rust files. `compiled`: pairs of a crate root and a file that the compiler reads for it. */
export interface RustEdges {
  readonly edges: ReadonlySet<string>
  readonly compiled: readonly (readonly [root: string, file: string])[]
}

/**
 * Returns the edges between Rust files, from the crate roots downwards: Cargo lists the crates, a tokenizer reads the
 * modules that they declare (also by `#[path]`), and paths are resolved in the tree of declarations. The resolver works
 * the other way, from paths alone.
 */
export function rustEdges(dir: string, manifests: readonly string[]): RustEdges {
  const packages = [...new Map(manifests.flatMap((path) => packagesOf(join(dir, path)))).values()]
  const edges = new Set<string>()
  const compiled: (readonly [string, string])[] = []
  const trees = new Map<string, Module>()
  const treeOf = (root: string): Module => {
    const tree = trees.get(root) ?? readModule(root, dirname(root), undefined, (from, to) => add(from, to))
    trees.set(root, tree)
    return tree
  }
  const add = (from: string, to: string): void => {
    const [a, b] = [relative(dir, from), relative(dir, to)]
    if (a !== b && !b.startsWith('..')) edges.add(`${a} -> ${b}`)
  }
  const libraryOf = (each: CargoPackage | undefined) =>
    each?.targets.find(({ kind }) => kind.some((one) => /lib|proc-macro/.test(one)))
  for (const each of packages) {
    const externs = new Map<string, string>()
    for (const { name, rename, path } of each.dependencies) {
      const library = path === undefined ? undefined : libraryOf(packages.find((other) => other.name === name))
      if (library !== undefined) externs.set((rename ?? library.name).replaceAll('-', '_'), library.src_path)
    }
    const own = libraryOf(each)
    for (const target of each.targets) {
      const names = new Map(externs)
      if (own !== undefined && own !== target) names.set(own.name.replaceAll('-', '_'), own.src_path)
      const root = treeOf(target.src_path)
      for (const module of allModules(root)) {
        for (const path of module.uses) {
          const to = resolve(path, module, root, (name) => {
            const library = names.get(name)
            return library === undefined ? undefined : treeOf(library)
          })
          if (to !== undefined) add(module.file, to.file)
        }
      }
      for (const file of compiledFiles(target.src_path, each.edition)) {
        compiled.push([relative(dir, target.src_path), relative(dir, file)])
      }
    }
  }
  return { edges, compiled }
}

/** Returns the packages of the workspace that a manifest belongs to, keyed by manifest path. */
function packagesOf(manifest: string): readonly (readonly [string, CargoPackage])[] {
  const metadata = execFileSync(
    'cargo',
    ['metadata', '--no-deps', '--offline', '--format-version', '1', '--manifest-path', manifest],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  const { packages } = JSON.parse(metadata) as { readonly packages: readonly CargoPackage[] }
  return packages.map((each) => [each.manifest_path, each] as const)
}

/**
 * Returns the files that rustc reads for a crate on this platform. It lists them even when other crates are missing.
 */
function compiledFiles(root: string, edition: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'chronicle-dep-info-'))
  try {
    const output = join(folder, 'crate.d')
    spawnSync('rustc', ['--edition', edition, '--emit=dep-info', '-o', output, root])
    const [line = ''] = existsSync(output) ? readFileSync(output, 'utf8').split('\n') : []
    return line
      .slice(line.indexOf(': ') + 2)
      .split(' ')
      .filter((file) => file.endsWith('.rs'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function* allModules(module: Module): Generator<Module> {
  yield module
  for (const child of module.children.values()) yield* allModules(child)
}

function resolve(
  path: readonly string[],
  at: Module,
  root: Module,
  external: (name: string) => Module | undefined,
): Module | undefined {
  const [first = '', ...rest] = path
  let module =
    first === 'crate'
      ? root
      : first === 'self'
        ? at
        : first === 'super'
          ? at.parent
          : (at.children.get(first) ?? external(first))
  for (const segment of rest) {
    if (module === undefined) return undefined
    const next: Module | undefined =
      segment === 'super' ? module.parent : segment === 'self' ? module : module.children.get(segment)
    if (next === undefined) return module
    module = next
  }
  return module
}

type Report = (from: string, to: string) => void

function readModule(file: string, folder: string, parent: Module | undefined, report: Report): Module {
  const tokens = tokensOf(readFileSync(file, 'utf8'))
  const module: Module = { file, ...(parent !== undefined && { parent }), children: new Map(), uses: [] }
  readBody(tokens, { at: 0 }, module, folder, report)
  return module
}

/** Reads declarations up to the brace that closes the module, or to the end. */
function readBody(
  tokens: readonly string[],
  cursor: { at: number },
  module: Module,
  folder: string,
  report: Report,
): void {
  let depth = 0
  let paths: string[] = []
  for (; cursor.at < tokens.length; cursor.at++) {
    const [token, name = '', after] = tokens.slice(cursor.at, cursor.at + 3)
    if (token === '}' && depth-- === 0) return
    if (token === '{') depth++
    else if (token === 'path' && name === '=' && after?.startsWith('"') === true) paths.push(after.slice(1, -1))
    else if (token === 'use' && tokens[cursor.at - 1] !== '+') {
      const end = tokens.indexOf(';', cursor.at)
      module.uses.push(...expand(tokens.slice(cursor.at + 1, end)))
      cursor.at = end
    } else if (token === 'extern' && name === 'crate' && after !== undefined) module.uses.push([after])
    else if (token === 'mod' && after === ';') {
      const files =
        paths.length > 0
          ? paths.map((path) => join(dirname(module.file), path))
          : [join(folder, `${name}.rs`), join(folder, name, 'mod.rs')]
      for (const file of files.filter((each) => existsSync(each))) {
        report(module.file, file)
        const inside = paths.length > 0 || file.endsWith('/mod.rs') ? dirname(file) : join(folder, name)
        // When several files declare one module name, each platform compiles one of them.
        const key = module.children.has(name) ? `${name} in ${file}` : name
        module.children.set(key, readModule(file, inside, module, report))
      }
      paths = []
    } else if (token === 'mod' && after === '{') {
      const child: Module = { file: module.file, parent: module, children: new Map(), uses: [] }
      module.children.set(name, child)
      cursor.at += 3
      readBody(tokens, cursor, child, join(folder, name), report)
    } else if (token === 'fn' || token === 'struct' || token === 'enum') paths = []
  }
}

/** Expands a `use` tree into all its paths, each up to its last name. */
function expand(tokens: readonly string[]): string[][] {
  const open = tokens.indexOf('{')
  if (open === -1) {
    const end = tokens.indexOf('as')
    return [tokens.slice(0, end === -1 ? undefined : end).filter((token) => token !== '::' && token !== '*')]
  }
  const prefix = tokens.slice(0, open).filter((token) => token !== '::')
  const items: string[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(open + 1, -1)) {
    if (token === '{') depth++
    if (token === '}') depth--
    if (token === ',' && depth === 0) items.push([])
    else items.at(-1)?.push(token)
  }
  return items.filter((item) => item.length > 0).flatMap((item) => expand(item).map((path) => [...prefix, ...path]))
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = []
  const pattern =
    /\/\/.*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\]|\\[^']+|\\')'|'\w+|::|\w+|\S/g
  for (const [token] of text.matchAll(pattern))
    if (!token.startsWith('//') && !token.startsWith('/*')) tokens.push(token)
  return tokens
}
