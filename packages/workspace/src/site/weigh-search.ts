import { type Application, IndexEvent, ReflectionKind } from 'typedoc'

/** How much the words of a heading and of a page count beside those of a name, which count 10. */
const WEIGHTS = { headings: 500, document: 500 } as const
/** How much a property or method counts beside what has a page of its own. */
const MEMBER_WEIGHT = 0.1

const MEMBERS = ReflectionKind.ClassMember | ReflectionKind.EnumMember | ReflectionKind.TypeLiteral

/** Makes the search find pages that tell about a word before the many options that are called so. */
export function weighSearch(app: Application): void {
  app.renderer.on(IndexEvent.PREPARE_INDEX, (event) => {
    Object.assign(event.searchFieldWeights, WEIGHTS)
    for (const [index, found] of event.searchResults.entries()) {
      if (found.isDocument()) {
        const text = found.content.map((part) => part.text).join('')
        const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading).join('\n')
        event.searchFields[index] = { headings }
      } else if (found.kindOf(MEMBERS)) {
        found.relevanceBoost = MEMBER_WEIGHT
      }
    }
  })
}
