import { folderOf, isInFolder, joinPath, nameOf, type PathIndex } from '../path-index.ts'
import { readCrates, type RustPackage } from './read-crates.ts'
import type { ImportFacts } from '../../import-facts.ts'
import type { PrepareResolver } from '../resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/**
 * Prepares Rust's rules. The module tree is derived from the paths (`a.rs` or `a/mod.rs` below the root of a crate), so
 * an item resolves to the innermost module of its path that is a file.
 */
export const prepareRust: PrepareResolver = (index, readText) =>
  readCrates(index, readText).map((packages) => (from, facts) => {
    const owner = packages.find(({ folder }) => isInFolder(from, folder))
    return resolveFacts({ index, owner, from }, facts)
  })

interface Place {
  readonly index: PathIndex
  readonly owner: RustPackage | undefined
  readonly from: RepoPath
}

/** A module and the folder of its children. It has no file if its body is inside its parent's file or unknown. */
interface RustModule {
  readonly file?: RepoPath
  readonly folder: string
}

function resolveFacts(place: Place, facts: ImportFacts): readonly (RepoPath | undefined)[] {
  const { index, from } = place
  if (facts.form === 'path') return [index.file(joinPath(folderOf(from), facts.specifier))]
  const [first = '', ...rest] = facts.specifier.split('::')
  const start = startOf(place, first)
  if (start === undefined) return []
  const { module, missing } = walk(place, start, rest)
  if (facts.form === 'declaration') return missing ? [] : [module.file]
  const names = missing ? [] : (facts.names ?? [])
  const children = names.map((name) => (name === '*' ? undefined : childOf(index, module, name)?.file))
  return names.length === 0 || children.includes(undefined) ? [...children, module.file] : children
}

/** Returns the module that the first segment of a path names. */
function startOf(place: Place, first: string): RustModule | undefined {
  const { index, owner, from } = place
  const own: RustModule = { file: from, folder: childFolder(place, from) }
  if (first === 'self') return own
  const root = rootOf(place)
  if (first === 'crate') return root
  if (first === 'super') return parentOf(place, own)
  const local = childOf(index, owner !== undefined && owner.edition < 2018 ? (root ?? own) : own, first)
  if (local !== undefined) return local
  const library = owner?.library?.name === first ? owner.library.root : owner?.dependencies.get(first)
  return library === undefined ? undefined : { file: library, folder: folderOf(library) }
}

function walk(
  place: Place,
  start: RustModule,
  segments: readonly string[],
): { readonly module: RustModule; readonly missing: boolean } {
  let module = start
  for (const segment of segments) {
    const next =
      segment === 'super'
        ? parentOf(place, module)
        : segment === 'self'
          ? module
          : childOf(place.index, module, segment)
    if (next === undefined) return { module, missing: true }
    // A module without its own file is defined in its parent's file.
    module = next.file === undefined && module.file !== undefined ? { ...next, file: module.file } : next
  }
  return { module, missing: false }
}

function childOf(index: PathIndex, { folder }: RustModule, name: string): RustModule | undefined {
  const path = joinPath(folder, name)
  if (path === undefined) return undefined
  const file = moduleFile(index, path)
  if (file !== undefined) return { file, folder: path }
  return index.isFolder(path) ? { folder: path } : undefined
}

/**
 * Returns the folder of a module's children: the folder of a crate root or `mod.rs`, otherwise the subfolder named
 * after the file.
 */
function childFolder({ owner }: Place, file: RepoPath): string {
  const folder = folderOf(file)
  if (owner?.roots.has(file) === true || /^(?:mod|lib|main)\.rs$/.test(nameOf(file))) return folder
  return file.slice(0, -'.rs'.length)
}

/**
 * Returns the root of the crate that contains the file: the file itself, or the only root in the nearest folder above
 * it. A library takes precedence over a binary beside it. The root file is unknown if several tests share modules.
 */
function rootOf({ owner, from }: Place): RustModule | undefined {
  if (owner === undefined) return undefined
  if (owner.roots.has(from)) return { file: from, folder: folderOf(from) }
  const around = [...owner.roots].filter((root) => isInFolder(from, folderOf(root)))
  const depth = Math.max(...around.map((root) => folderOf(root).length))
  const nearest = around.filter((root) => folderOf(root).length === depth)
  const [first] = nearest
  if (first === undefined) return undefined
  const main =
    nearest.find((root) => root === owner.library?.root) ?? nearest.find((root) => nameOf(root) === 'main.rs')
  const file = main ?? (nearest.length === 1 ? first : undefined)
  return { folder: folderOf(first), ...(file !== undefined && { file }) }
}

function parentOf(place: Place, { folder }: RustModule): RustModule | undefined {
  const root = rootOf(place)
  if (root?.folder === folder || folder === '') return undefined
  const above = folderOf(folder)
  if (root?.folder === above) return root
  const file = moduleFile(place.index, above)
  return { folder: above, ...(file !== undefined && { file }) }
}

function moduleFile(index: PathIndex, folder: string): RepoPath | undefined {
  return index.file(`${folder}.rs`) ?? index.file(`${folder}/mod.rs`)
}
