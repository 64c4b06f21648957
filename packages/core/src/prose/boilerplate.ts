/** `1.2`, `v1.2.3-rc.1`. */
const VERSION = 'v?\\d+\\.\\d\\S*'

/**
 * The reason given for commits that change the version of a dependency. Unlike with other boilerplate, the body may say
 * why.
 */
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

/** Returns why nothing can be learned from a commit with this subject; `undefined` when something may be learned. */
export function boilerplateOf(subject: string): string | undefined {
  return BOILERPLATE.find(([pattern]) => pattern.test(subject))?.[1]
}

const BY_PROGRAM = /\b(?:dependabot|renovate|greenkeeper|pyup|snyk|updated-dependencies)\b|<details>/i
/** Subjects that programs write. People use them too, when they list what a release of the dependency contains. */
const USUAL = /^(?:\w+\(deps[^)]*\)!?:|deps(?:\([^)]*\))?: ?\S+@)/i

/** A security advisory: a sign that a person wrote the message. */
const ADVISORY = /\bCVE-\d{4}-\d{4,}\b/i

/** Returns whether a message about a dependency version shows that a program wrote it. */
export function isByProgram(message: string): boolean {
  return BY_PROGRAM.test(message) || (USUAL.test(message) && !ADVISORY.test(message))
}
