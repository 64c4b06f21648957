import { folderOf, joinPath, type PathIndex } from '../path-index.ts'
import { findPythonRoots, packageFile, type PythonRoots } from './python-roots.ts'
import { BUILT_IN, STANDARD_LIBRARY } from './standard-library.ts'
import type { ImportFacts } from '../../import-facts.ts'
import type { PrepareResolver } from '../resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/**
 * Prepares the rules of Python's import system: relative names, regular packages before modules before namespace
 * packages, and submodules that `from … import` names. A package's `__init__.py` is returned after its submodules,
 * because importing them runs it.
 */
export const preparePython: PrepareResolver = (index, readText) =>
  findPythonRoots(index, readText).map((roots) => (from, facts) => resolveFacts(index, roots, from, facts))

function resolveFacts(index: PathIndex, roots: PythonRoots, from: RepoPath, facts: ImportFacts): readonly RepoPath[] {
  const { names = [], specifier } = facts
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
  const segments = specifier.slice(dots).split('.').filter(Boolean)
  const modules = dots > 0 ? relative(index, from, dots, segments) : absolute(index, roots, from, segments)
  const found = modules.map((module) => [
    ...names.flatMap((name) => (name === '*' ? [] : (childOf(index, module, name)?.file ?? []))),
    ...(module.file === undefined ? [] : [module.file]),
  ])
  return found.find((files) => files.length > 0) ?? []
}

/** A module, a regular package with its folder, or a namespace package (a folder without a file). */
interface PythonModule {
  readonly file?: RepoPath
  readonly folder?: string
}

function relative(
  index: PathIndex,
  from: RepoPath,
  dots: number,
  segments: readonly string[],
): readonly PythonModule[] {
  const folder = joinPath(folderOf(from), '../'.repeat(dots - 1))
  if (folder === undefined) return []
  const start = packageAt(index, folder)
  return walk(index, [start ?? { folder }], segments)
}

/**
 * Looks up an absolute name in the file's search path: its own root comes before the standard library, the other roots
 * after it. A package in any other folder matches only if no second folder has a package of that name.
 */
function absolute(
  index: PathIndex,
  roots: PythonRoots,
  from: RepoPath,
  segments: readonly string[],
): readonly PythonModule[] {
  const [top = '', ...rest] = segments
  if (BUILT_IN.has(top)) return []
  const own = roots.ownRoot(from)
  const standard = STANDARD_LIBRARY.has(top)
  const searched = standard ? [own] : [own, ...roots.installRoots(from).filter((root) => root !== own)]
  const regular: PythonModule[] = []
  const namespaces: PythonModule[] = []
  for (const root of searched) {
    const found = childOf(index, { folder: root }, top)
    if (found?.file !== undefined) regular.push(found)
    else if (found !== undefined && !standard) namespaces.push(found)
  }
  const direct = walk(index, [...regular, ...namespaces], rest)
  if (direct.length > 0 || standard || regular.length > 0) return direct
  const elsewhere = roots.rootsWithPackage(top).filter((root) => !SAMPLES.test(root) || root === own)
  if (elsewhere.length !== 1) return []
  const found = childOf(index, { folder: elsewhere[0] ?? '' }, top)
  return found === undefined ? [] : walk(index, [found], rest)
}

/** Folders of tests and examples, whose packages imitate others. */
const SAMPLES =
  /(?:^|\/)(?:tests?|testing|testdata|test_data|fixtures?|roots|examples?|samples?|data|_?vendor(?:ed)?)(?:\/|$)/

function walk(index: PathIndex, starts: readonly PythonModule[], segments: readonly string[]): readonly PythonModule[] {
  return starts.flatMap((start) => {
    let module: PythonModule | undefined = start
    for (const segment of segments) module = module === undefined ? undefined : childOf(index, module, segment)
    return module ?? []
  })
}

function childOf(index: PathIndex, { folder }: PythonModule, name: string): PythonModule | undefined {
  if (folder === undefined) return undefined
  const path = folder === '' ? name : `${folder}/${name}`
  const found = packageAt(index, path)
  if (found !== undefined) return found
  const file = index.file(`${path}.py`) ?? index.file(`${path}.pyi`)
  if (file !== undefined) return { file }
  return index.isFolder(path) ? { folder: path } : undefined
}

function packageAt(index: PathIndex, folder: string): PythonModule | undefined {
  const file = packageFile(index, folder)
  return file === undefined ? undefined : { file, folder }
}
