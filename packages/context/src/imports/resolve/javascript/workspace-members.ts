import { escapeRegExp } from '@chronicle/core/text'
import { folderOf, joinPath, nameOf, type PathIndex } from '../path-index.ts'
import { type ReadText, readConfigs } from '../resolver-input.ts'
import { parseJsonObject, strings } from './read-json.ts'
import type { PackageManifest } from './package-manifest.ts'
import type { RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../../context-error.ts'

/**
 * Returns the folders of the packages that npm, yarn, bun, pnpm and lerna workspaces list, including the workspace
 * roots.
 */
export function workspaceMembers(
  index: PathIndex,
  readText: ReadText,
  packages: ReadonlyMap<string, PackageManifest>,
): ResultAsync<ReadonlySet<string>, ContextError> {
  const files = ['pnpm-workspace.yaml', 'lerna.json'].flatMap((name) => index.named(name))
  const listed = readConfigs(files, readText, (content, path) =>
    nameOf(path) === 'lerna.json' ? strings(parseJsonObject(content)?.['packages']) : pnpmPackages(content),
  )
  return listed.map((globs) => membersOf(packages, globs))
}

function membersOf(
  packages: ReadonlyMap<string, PackageManifest>,
  listed: ReadonlyMap<RepoPath, readonly string[]>,
): ReadonlySet<string> {
  const roots = [
    ...Array.from(packages.values(), ({ folder, workspaces }) => [folder, workspaces] as const),
    ...Array.from(listed, ([path, globs]) => [folderOf(path), globs] as const),
  ].filter(([, globs]) => globs.length > 0)
  const members = new Set<string>()
  for (const [root, globs] of roots) {
    members.add(root)
    const included = globs.filter((glob) => !glob.startsWith('!')).map((glob) => folderPattern(root, glob))
    const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => folderPattern(root, glob.slice(1)))
    for (const folder of packages.keys()) {
      if (/(?:^|\/)node_modules\//.test(folder)) continue
      if (included.some((glob) => glob.test(folder)) && !excluded.some((glob) => glob.test(folder))) members.add(folder)
    }
  }
  return members
}

/** Reads the list `packages` of a pnpm-workspace.yaml, in both YAML notations for a list of strings. */
export function pnpmPackages(yaml: string): readonly string[] {
  const block = /^packages:[ \t]*(?:#.*)?\r?\n((?:[ \t]*(?:-.*|#.*)?(?:\r?\n|$))*)/m.exec(yaml)?.[1]
  const flow = /^packages:[ \t]*\[([^\]]*)\]/m.exec(yaml)?.[1]
  const items = block?.split('\n').map((line) => /^\s*-\s*(.*)$/.exec(line)?.[1] ?? '') ?? flow?.split(',') ?? []
  return items.flatMap((item) => /^\s*(?:"([^"]+)"|'([^']+)'|([^\s#'"]+))/.exec(item)?.slice(1).find(Boolean) ?? [])
}

/** Compiles a glob: `*` matches one segment or part of one, `**` any number of segments. */
function folderPattern(root: string, glob: string): RegExp {
  const path = joinPath(root, glob) ?? glob
  const source = path
    .split(/(\*\*\/|\*\*|\*|\{[^{}]*\})/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?'
      if (part === '**') return '.*'
      if (part === '*') return '[^/]*'
      if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(escapeRegExp).join('|')})`
      return escapeRegExp(part)
    })
    .join('')
  return new RegExp(`^${source}$`)
}
