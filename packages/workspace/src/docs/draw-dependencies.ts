import { workspacePackages, type WorkspacePackage } from '../checks/workspace-packages.ts'

/* The layers of docs/architecture.md, from the top. What is not named here is an adapter. */
const LAYERS: readonly { readonly title: string; readonly members: readonly string[] }[] = [
  { title: 'apps', members: ['cli', 'mcp'] },
  { title: 'preset', members: ['node'] },
  { title: 'engines', members: ['core', 'blame', 'context', 'source', 'writer'] },
  { title: 'adapters', members: [] },
  { title: 'leaf', members: ['schema'] },
  { title: 'beside', members: ['testing'] },
]

/** The line before the picture, and the one after it, in docs/architecture.md. */
const PICTURE_START = '<!-- dependencies: written by npm run picture -->'
const PICTURE_END = '<!-- /dependencies -->'

/**
 * Draws what each published package needs when it is installed, as a mermaid flowchart made of the package.json files.
 * An arrow that follows from two others is left out.
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

/** The text of a page with the picture between its two marks. Throws where there is no place for it. */
export function withPicture(page: string): string {
  const [start, end] = [page.indexOf(PICTURE_START), page.indexOf(PICTURE_END)]
  if (start === -1 || end < start) throw new Error(`The page has no place between ${PICTURE_START} and ${PICTURE_END}.`)
  return `${page.slice(0, start + PICTURE_START.length)}\n\n${drawDependencies()}\n\n${page.slice(end)}`
}
