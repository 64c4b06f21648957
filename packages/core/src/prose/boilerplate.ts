/** `1.2`, `v1.2.3-rc.1`. */
const VERSION = 'v?\\d+(?:\\.\\d+)+\\S*'

/** Why nothing can be learned from most commits that do so; a person may say why in the body. */
export const MOVES_DEPENDENCY = 'it moves a dependency to another version'

const BOILERPLATE: readonly (readonly [RegExp, string])[] = [
  [/^(?:fixup|squash|amend)! /, 'it is to be squashed into another'],
  [
    new RegExp(
      `^(?:[\\w./-]+(?:\\([^)]*\\))?!?: ?)?(?:(?:auto)?(?:bump(?:s|ed|ing)?|upgrad(?:es?|ed|ing)|downgrad(?:es?|ed|ing)|updat(?:es?|ed|ing)|pin(?:s|ned|ning)?)\\b.*(?:\\b(?:to|from|version)|@) ?(?:${VERSION}|v?\\d+|\`[^\`]*\\d\`)\\.?$|bump(?:s|ed|ing)? (?:\\S+ )?(?:version|dependenc\\w+)\\b|update (?:all )?(?:dependenc\\w+|lock ?files?)\\b)|^(?:chore|build|fix)\\(deps[^)]*\\)!?:|^deps(?:\\([^)]*\\))?: ?\\S+@`,
      'i',
    ),
    MOVES_DEPENDENCY,
  ],
  [
    new RegExp(
      `^(?:\\[?release\\]?:? ${VERSION}|(?:chore|build)\\(release\\)|prepare (?:for )?(?:a |the )?(?:\\S+ )?release\\b|(?:\\S+[ -]|version:? )?${VERSION}$|[\\w@/-]+@${VERSION}$|back to dev)`,
      'i',
    ),
    'it makes a release',
  ],
  [/^(?:\[pre-commit|pre-commit(?:\.ci)?\b.*\bauto-?update)|\bpre-commit autoupdate\b/i, 'a program made it'],
]

/** Returns why nothing can be learned from a commit with this subject; `undefined`: something may. */
export function boilerplateOf(subject: string): string | undefined {
  return BOILERPLATE.find(([pattern]) => pattern.test(subject))?.[1]
}

const BY_PROGRAM = /\b(?:dependabot|renovate|greenkeeper|pyup|snyk|updated-dependencies)\b|<details>/i
/** Programs write these subjects, and so do people who list what a release of the dependency brings. */
const USUAL = /^(?:\w+\(deps[^)]*\)!?:|deps(?:\([^)]*\))?: ?\S+@)/i

/** What a person looked up. */
const ADVISORY = /\bCVE-\d{4}-\d{4,}\b/i

/** Whether a program wrote the message that moves a dependency, as far as it shows. */
export function isByProgram(message: string): boolean {
  return BY_PROGRAM.test(message) || (USUAL.test(message) && !ADVISORY.test(message))
}
