/** A line `Key: value` at the end of a message. */
export interface MessageTrailer {
  readonly key: string
  readonly value: string
}

const KNOWN_KEY =
  /^\s*(?:signed[- ]off[- ]by|co-?authored[- ]by|reviewed[- ]by|acked[- ]by|tested[- ]by|reported[- ]by|suggested[- ]by|helped[- ]by|mentored[- ]by|noticed[- ]by|based[- ]on[- ]patch[- ]by|thanks[- ]to|cc|change-id|pr-url|reviewed-on|commit-queue|auto-submit|git-svn-id|backport of|on-behalf-of|assisted-by|generated (?:with|by)|patch by|link|message-id|fixes|x-[\w-]+|release-notes?)\s*:/i
/** Trailers that say who took part in a change, not what or why. */
const CREDIT =
  /^\s*(?:signed[- ]off|co-?authored|reviewed|acked|tested|reported|suggested|helped|mentored|noticed)[- ]by\s*:/i
const CHERRY_PICKED = /^\s*\(?(?:cherry[- ]picked|backported) from (?:commit )?[0-9a-f]{7,64}/i
/** The number of a bug, but not program output about one. */
const BUG = /^\s*bug\s*:\s*(?:none|(?:[^\s\d]*\d\S*,\s+)*[^\s\d]*\d\S*)\s*$/i
/** A maintainer's change to somebody's patch: `[ada: fix a typo]`. */
const BY_MAINTAINER = /^\s*\[\s*[\w.@+-]+(?: [\w.@+-]+)?\s*: [^\]]*\]\s*$/
const UPDATES = /^(?:updates?|for|fixes) #\d+\.?$/i
const REVERTED =
  /^\s*(?:This reverts commit [0-9a-f]{7,64}(?:,? reversing.*)?\.?|changes made to [0-9a-f]{7,64}\.?|reverts [\w.-]+\/[\w.-]+#\d+\.?)\s*$/i

/** Any key that git accepts as a trailer key. Used only where the whole last paragraph consists of such lines. */
const ANY_KEY =
  /^(?!BREAKING-CHANGE:)[A-Za-z][A-Za-z\d]*(?:-[A-Za-z\d]+)+: \S|^(?:[Cc]c|[Bb]ug|[Ll]ink|[Ff]ixes|[Cc]loses|[Rr]efs?|[Ss]ee|[Ii]ssue|PR|[Tt]icket|[Tt]ask): \S/

/**
 * A key of a project's own, such as `NO_TEST=docs`, and how a change was tested: `Test: make check`. Used only beside
 * trailers of known keys. Other words before a colon introduce sentences.
 */
const OWN_KEY = /^[A-Z]+(?:_[A-Z]+)+(?:: |=)\S.{0,60}$|^Test(?:s|ed)?: \S+(?: \S+){0,4}$/

/** Maximum number of characters of a reference line; longer lines say more. */
const MAX_REFERENCE_LINE = 1000
// The lookahead keeps the first way to match the further references: the number of ways grows exponentially.
const REFERENCE_LINE =
  /^[\s(*-]*(?:(?:this |also )?(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|ref(?:s|erences?)?|see(?: also)?|related(?: to)?|part of|issue|pr|gh|addresses|implements|re|supersedes|replaces|updates|links?|discussion|source)(?: issue| pr| merge request)?[:\s-]*)?(?:[\w.-]+\/[\w.-]+)?(?:#\d+|gh-\d+|(?:\/[\w.-]+)*!\d+|<?https?:\/\/\S+)(?=((?:[\s,.;&)]*(?:and |closes |fixes |ref |see |pr )*(?:#\d+|gh-\d+|https?:\/\/\S+))*))\1[\s.,)>]*$/i

/** Returns whether a line is a trailer in any position, or names a commit that this one was picked from or reverts. */
export function isTrailerLine(line: string): boolean {
  const patterns = [KNOWN_KEY, BUG, BY_MAINTAINER, CHERRY_PICKED, REVERTED]
  return patterns.some((pattern) => pattern.test(line)) || UPDATES.test(line.trim())
}

/** Returns a message without the lines that say who took part, and without blank lines at its end. */
export function withoutCredits(message: string): string {
  const lines = message.split('\n')
  const kept = lines.filter((line) => !CREDIT.test(line))
  return kept.length === lines.length
    ? message
    : kept
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trimEnd()
}

/** Returns whether a line contains only references to issues and pages, such as `Closes #12, #13`. */
export function isReferenceLine(line: string): boolean {
  return line.length <= MAX_REFERENCE_LINE && REFERENCE_LINE.test(line)
}

/** Returns whether all lines of a last paragraph are trailers or their indented continuations. */
export function isTrailerBlock(lines: readonly string[]): boolean {
  const hasKnownKey = lines.some(isTrailerLine)
  const isTrailer = (line: string): boolean =>
    isTrailerLine(line) || ANY_KEY.test(line) || (hasKnownKey && OWN_KEY.test(line))
  return lines.length > 0 && lines.every((line, index) => isTrailer(line) || (index > 0 && /^\s+\S/.test(line)))
}

/** Parses a trailer; `undefined` when the line has no key. */
export function parseTrailer(line: string): MessageTrailer | undefined {
  const [, key, value] = /^\s*([A-Za-z][\w -]*)\t*:\s+(\S.*)$/.exec(line) ?? []
  return key === undefined || value === undefined ? undefined : { key: key.trimEnd(), value: value.trim() }
}
