import { type Application, IndexEvent, ReflectionKind } from 'typedoc'

/** Search weights of words in headings and pages. Words in a name weigh 10. */
const WEIGHTS = { headings: 500, document: 500 } as const
/** Search boost of a property or method, relative to an item with its own page. */
const MEMBER_WEIGHT = 0.1

const MEMBERS = ReflectionKind.ClassMember | ReflectionKind.EnumMember | ReflectionKind.TypeLiteral

/** Makes the search rank pages about a word above the many options of that name. */
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
