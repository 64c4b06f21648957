import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RepoPath } from '@chronicle/schema'

/**
 * Returns the edges between Go files, found line by line: the imports are the quoted names above the first declaration,
 * and a package is the folder that its name denotes below the module's. Written for this test alone, because the go
 * command is rarely installed. Does not know replacements or vendored packages.
 */
export function goEdges(dir: string, paths: readonly RepoPath[]): ReadonlySet<string> {
  const modules = paths
    .filter((path) => path === 'go.mod' || path.endsWith('/go.mod'))
    .map((path) => ({
      folder: dirname(path),
      name:
        readFileSync(join(dir, path), 'utf8')
          .split('\n')
          .find((line) => line.startsWith('module '))
          ?.slice(7)
          .trim() ?? '',
    }))
  const edges = new Set<string>()
  for (const path of paths.filter((each) => each.endsWith('.go'))) {
    for (const name of importedNames(readFileSync(join(dir, path), 'utf8').split('\n'))) {
      const module = modules
        .filter((each) => name === each.name || name.startsWith(`${each.name}/`))
        .sort((a, b) => b.name.length - a.name.length)[0]
      if (module === undefined) continue
      const folder = join(module.folder, name.slice(module.name.length))
      for (const file of readdirSync(join(dir, folder))) {
        const to = join(folder, file)
        if (file.endsWith('.go') && !file.endsWith('_test.go') && to !== path) edges.add(`${path} -> ${to}`)
      }
    }
  }
  return edges
}

function importedNames(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => /^(?:func|type|var|const)\b/.test(line))
  let inBlock = false
  return lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const one = /^import\s+(?:[\w.]+\s+)?"([^"]+)"/.exec(line)?.[1]
    if (one !== undefined) return [one]
    if (/^import\s*\(/.test(line)) inBlock = true
    else if (line.startsWith(')')) inBlock = false
    else if (inBlock) return /^\s*(?:[\w.]+\s+)?"([^"]+)"/.exec(line)?.[1] ?? []
    return []
  })
}
