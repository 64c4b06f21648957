import ts from 'typescript'
import { productionFiles, type Checkout } from './checkout-sources.ts'

/** Names that mean nothing to a newcomer: clauses, verbs and private words instead of a noun for the thing. */
const NAMES = [
  ...['Standpoint', 'Opened', 'Recorded', 'UnitsOf', 'FilesNow', 'ReadNotes', 'AnswerKind', 'Asking'],
  ...['SilentCommits', 'UnderWay', 'SpokenRegion', 'told', 'taken', 'said', 'Around', 'mending'],
]
const ENDINGS = ['Seams']

export interface NameUse {
  readonly name: string
  readonly files: number
  readonly uses: number
}

/** Counts the identifiers, outside of tests, that are one of the worst names or have one of the worst endings. */
export function countWorstNames(checkout: Checkout): readonly NameUse[] {
  const uses = new Map<string, Map<string, number>>()
  for (const file of productionFiles(checkout)) {
    if (!file.path.endsWith('.ts')) continue
    const visit = (node: ts.Node): void => {
      const name = ts.isIdentifier(node) ? worstName(node.text) : undefined
      if (name !== undefined) {
        const files = uses.get(name) ?? new Map<string, number>()
        uses.set(name, files.set(file.path, (files.get(file.path) ?? 0) + 1))
      }
      ts.forEachChild(node, visit)
    }
    visit(file.tree())
  }
  return [...NAMES, ...ENDINGS.map((ending) => `*${ending}`)].map((name) => {
    const files = uses.get(name) ?? new Map<string, number>()
    return { name, files: files.size, uses: [...files.values()].reduce((sum, count) => sum + count, 0) }
  })
}

function worstName(identifier: string): string | undefined {
  if (NAMES.includes(identifier)) return identifier
  const ending = ENDINGS.find((each) => identifier.endsWith(each))
  return ending === undefined ? undefined : `*${ending}`
}
