import { workspacePackages, type WorkspacePackage } from '../checks/workspace-packages.ts'

/* The layers of docs/architecture.md, from top to bottom. Other packages are adapters. */
const LAYERS: readonly { readonly title: string; readonly members: readonly string[] }[] = [
  { title: 'apps', members: ['cli', 'mcp'] },
  { title: 'preset', members: ['node'] },
  { title: 'engines', members: ['core', 'blame', 'context', 'source', 'writer'] },
  { title: 'adapters', members: [] },
  { title: 'leaf', members: ['schema'] },
  { title: 'beside', members: ['testing'] },
]

/**
 * Draws the dependencies of each published package as a mermaid flowchart, from the package.json files. An arrow that
 * follows from two others is omitted.
 */
export function drawDependencies(): string {
  const packages = workspacePackages().filter(({ manifest }) => manifest.private !== true)
  const needs = new Map(packages.map((pkg) => [pkg.shortName, neededBy(pkg)]))
  const arrows = [...needs].flatMap(([from, targets]) =>
    targets
      .filter((to) => !targets.some((other) => other !== to && reaches(other, to, needs)))
      .map((to) => `  ${from} --> ${to}`),
  )
  return ['```mermaid', 'flowchart TD', ...layersOf(packages), ...arrows, '```'].join('\n')
}

function layersOf(packages: readonly WorkspacePackage[]): readonly string[] {
  const named = new Set(LAYERS.flatMap(({ members }) => members))
  const adapters = packages.map(({ shortName }) => shortName).filter((name) => !named.has(name))
  return LAYERS.flatMap(({ title, members }) => [
    `  subgraph ${title}`,
    ...(members.length === 0 ? adapters : members).map((name) => `    ${name}`),
    '  end',
  ])
}

function neededBy({ manifest }: WorkspacePackage): readonly string[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    .filter((name) => name.startsWith('@chronicle/'))
    .map((name) => name.slice('@chronicle/'.length))
    .sort()
}

function reaches(from: string, to: string, needs: ReadonlyMap<string, readonly string[]>): boolean {
  return (needs.get(from) ?? []).some((next) => next === to || reaches(next, to, needs))
}
