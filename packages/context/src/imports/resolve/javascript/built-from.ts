import { firstFound } from '../first-found.ts'
import { isInFolder, joinPath, type PathIndex } from '../path-index.ts'
import type { RepoPath } from '@chronicle/schema'

/** Build output folders, and their subfolders for module formats. */
const OUTPUT =
  /^(?:dist|build|lib|libs|out|output|esm|cjs|es|es6|es2015|umd|module|commonjs|types|typings|_?(?:esm|cjs)|dist-[\w-]+)$/
const SOURCE_FOLDERS = ['src', 'source', 'lib', '']
const SOURCE_EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** Whether a path of a package lies in a build output folder. */
export function isBuilt(packageFolder: string, path: string): boolean {
  const inside = isInFolder(path, packageFolder) ? path.slice(packageFolder === '' ? 0 : packageFolder.length + 1) : ''
  return OUTPUT.test(inside.split('/', 1)[0] ?? '')
}

/**
 * Returns the source of a build output that is not in the repository: by convention `dist/a/x.js` is built from
 * `src/a/x.ts`. This is the only rule that goes beyond what compilers resolve, so it is tried last, and only for
 * entries that a package declares. The folders and the stem below the output folder must be the same.
 */
export function builtFrom(index: PathIndex, packageFolder: string, target: string): RepoPath | undefined {
  if (index.file(target) !== undefined || !isInFolder(target, packageFolder)) return undefined
  const segments = target.slice(packageFolder === '' ? 0 : packageFolder.length + 1).split('/')
  const outputs = segments.findIndex((segment) => !OUTPUT.test(segment))
  for (let strip = 1; strip <= outputs; strip++) {
    const rest = segments.slice(strip).join('/')
    const stem = rest.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')
    if (stem === rest) return undefined
    const found = firstFound(SOURCE_FOLDERS, (folder) =>
      firstFound(SOURCE_EXTENSIONS, (extension) =>
        index.file(joinPath(packageFolder, `${folder}/${stem}${extension}`)),
      ),
    )
    if (found !== undefined) return found
  }
  return undefined
}
