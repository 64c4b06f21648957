import { folderOf, foldersAbove, isInFolder, joinPath, type PathIndex } from '../path-index.ts'
import { type ReadText, readConfigs } from '../resolver-input.ts'
import type { RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../../context-error.ts'

/** The folders in which Python looks up a top-level name. */
export interface PythonRoots {
  /**
   * Returns the folder that contains the file's top-level package, or the file's own folder if that is not a package.
   * This is the first entry of the search path when the file is run as a script or collected as a test.
   */
  ownRoot(from: RepoPath): string
  /**
   * Returns the folders whose packages are installed: those of project files, and the ones that project files name.
   * Projects that contain the file come first, the innermost before the others.
   */
  installRoots(from: RepoPath): readonly string[]
  /** Returns the folders elsewhere that contain a package of that top-level name. */
  rootsWithPackage(name: string): readonly string[]
}

/** Finds the roots from the list of paths and the project files. */
export function findPythonRoots(index: PathIndex, readText: ReadText): ResultAsync<PythonRoots, ContextError> {
  const projects = ['setup.py', 'setup.cfg', 'pyproject.toml', 'pytest.ini', 'tox.ini'].flatMap((name) =>
    index.named(name),
  )
  const named = readConfigs(projects, readText, (content, path) => declaredRoots(content, folderOf(path)))
  return named.map((declared) => rootsOf(index, projects, declared))
}

function rootsOf(
  index: PathIndex,
  projects: readonly RepoPath[],
  named: ReadonlyMap<RepoPath, readonly string[]>,
): PythonRoots {
  const roots = ['', ...projects.map(folderOf)].flatMap((project) => [
    { project, root: project },
    { project, root: project === '' ? 'src' : `${project}/src` },
  ])
  for (const [path, declared] of named) roots.push(...declared.map((root) => ({ project: folderOf(path), root })))
  const installed = roots
    .filter(({ root }) => index.isFolder(root) && !isPackage(index, root))
    .sort((a, b) => b.project.length - a.project.length)
  const byFolder = new Map<string, readonly string[]>()
  const packages = new Map<string, Set<string>>()
  for (const path of [...index.named('__init__.py'), ...index.named('__init__.pyi')]) {
    const folder = folderOf(path)
    const root = folderOf(folder)
    if (folder === '' || isPackage(index, root)) continue
    const name = folder.slice(root === '' ? 0 : root.length + 1)
    const roots = packages.get(name) ?? new Set()
    packages.set(name, roots.add(root))
  }
  return {
    ownRoot: (from) => {
      // A folder directly inside a package belongs to it, even without an `__init__.py`.
      for (const folder of foldersAbove(folderOf(from))) {
        if (!isPackage(index, folder) && !isPackage(index, folderOf(folder))) return folder
      }
      return ''
    },
    installRoots: (from) => {
      const folder = folderOf(from)
      const known = byFolder.get(folder)
      if (known !== undefined) return known
      const around = installed.filter(({ project }) => isInFolder(from, project))
      const ordered = [...new Set([...around, ...installed].map(({ root }) => root))]
      byFolder.set(folder, ordered)
      return ordered
    },
    rootsWithPackage: (name) => [...(packages.get(name) ?? [])],
  }
}

/** Returns the file that makes a folder a regular package. The root of the repository is never a package. */
export function packageFile(index: PathIndex, folder: string): RepoPath | undefined {
  return folder === '' ? undefined : (index.file(`${folder}/__init__.py`) ?? index.file(`${folder}/__init__.pyi`))
}

function isPackage(index: PathIndex, folder: string): boolean {
  return packageFile(index, folder) !== undefined
}

/**
 * Returns the folders that a project file names as the root of its packages, in the notations of setuptools, poetry,
 * hatch, pdm and pytest. Only literals are read; a setup.py is not executed.
 */
export function declaredRoots(content: string, folder: string): readonly string[] {
  const found = [
    // package_dir={"": "src"}, package-dir = {"" = "src"}, package_dir = \n = src
    /package[_-]dir\s*=\s*(?:dict\()?\{?\s*(?:["']{2}\s*[:=]\s*["']([^"']*)["']|=\s*([\w./-]+))/g,
    // find_packages("src"), find_packages(where="src"), find_namespace_packages("src")
    /find_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?["']([^"']+)["']/g,
    // where = ["src"], where = src, from = "lib", pythonpath = ["."], sources = ["src"]
    /^[ \t]*(?:where|pythonpath|python_paths|sources)\s*=\s*(.+)$/gm,
    /\bfrom\s*=\s*["']([^"']+)["']/g,
  ].flatMap((pattern) => Array.from(content.matchAll(pattern), ([, first, second]) => first ?? second ?? ''))
  return found.flatMap((value) =>
    value.split(/[\s,[\]"']+/).flatMap((part) => {
      const root = /^[\w./-]+$/.test(part) && !part.startsWith('/') ? joinPath(folder, part) : undefined
      return root ?? []
    }),
  )
}
