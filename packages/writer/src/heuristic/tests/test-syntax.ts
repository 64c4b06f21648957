import { omitUndefined } from '@chronicle/schema'

/** The syntax that starts a test, or a group of tests, on one line. */
export interface TestPattern {
  /** Has a capture group `title`, perhaps `suite` for a group around it, and matches from the start of the line. */
  readonly pattern: RegExp
  /** A group only provides the context of its tests. */
  readonly kind: 'test' | 'group'
  /** Set when the title is the name of a function or class instead of a quoted text. */
  readonly isName?: true
  /** What the framework says before the title. */
  readonly prefix?: string
  /** When set, one of up to three previous lines must match this. */
  readonly after?: RegExp
}

/** A quoted text without interpolation. */
const QUOTED = /(?<quote>["'`])(?<title>(?:\\.|(?!\k<quote>)[^\\])+)\k<quote>/.source

function quoted(before: string, after: string, kind: TestPattern['kind'] = 'test'): TestPattern {
  return { pattern: new RegExp(`^\\s*${before}${QUOTED}${after}`), kind }
}

function named(pattern: RegExp, after?: RegExp): TestPattern {
  return { pattern, kind: 'test', isName: true, ...omitUndefined({ after }) }
}

function namedGroup(pattern: RegExp): TestPattern {
  return { pattern, kind: 'group', isName: true }
}

const CLASS = namedGroup(
  /^\s*(?:(?:public|protected|private|internal|abstract|final|static|open|inner)\s+)*class (?<title>\w+)/,
)

/** Skipped or failing tests guarantee nothing. */
const HELD = String.raw`(?:\.(?!skip|todo|failing|fails|fixme)\w+)*`

const JAVASCRIPT: readonly TestPattern[] = [
  quoted(String.raw`(?:await\s+)?(?:\w+\.)?(?:it|test|specify)${HELD}\s*\(\s*`, String.raw`\s*,`),
  quoted(String.raw`(?:describe|context|suite|group)${HELD}\s*\(\s*`, String.raw`\s*,`, 'group'),
  namedGroup(/^\s*(?:describe|suite)\s*\(\s*(?<title>[A-Z][\w.]*)\s*,/),
  // After a table of cases.
  quoted('[\\])}`]+\\(\\s*', String.raw`\s*,`, 'group'),
]

const GO: readonly TestPattern[] = [
  named(/^func (?<title>Test\w+)\(\w+ \*testing\.T\b/),
  quoted(String.raw`\w+\.Run\(\s*`, String.raw`\s*,`),
  quoted(String.raw`(?:It|Specify)\(\s*`, String.raw`\s*,`),
  quoted(String.raw`(?:Describe|Context)\(\s*`, String.raw`\s*,`, 'group'),
  { ...quoted(String.raw`When\(\s*`, String.raw`\s*,`, 'group'), prefix: 'when ' },
]

const PYTHON: readonly TestPattern[] = [named(/^\s*(?:async\s+)?def (?<title>test_\w+)\(/), CLASS]

const RUST: readonly TestPattern[] = [
  named(/^\s*(?:pub\s+)?(?:async\s+)?fn (?<title>\w+)\s*\(/, /^\s*#\[(?:\w+::)*test\b/),
  named(/^\s*\w*test!\(\s*(?<title>\w+)\s*,/),
  namedGroup(/^\s*(?:pub(?:\([\w ]+\))?\s+)?mod (?<title>\w+)\s*\{/),
]

const RUBY: readonly TestPattern[] = [
  quoted(String.raw`(?:it|test|specify|scenario)[ (]\s*`, String.raw`.*\bdo\b`),
  quoted(
    String.raw`(?:RSpec\.)?(?:describe|context|feature)[ (]\s*(?:[A-Z][\w:]*\s*,\s*)?`,
    String.raw`.*\bdo\b`,
    'group',
  ),
  namedGroup(/^\s*(?:RSpec\.)?(?:describe|context|feature)[ (]\s*(?<title>[A-Z][\w:]*).*\bdo\b/),
  named(/^\s*def (?<title>test_\w+)/),
  CLASS,
]

const SHELL: readonly TestPattern[] = [
  quoted(String.raw`test_expect_success\s+(?:[\w!,$-]+\s+)?`, String.raw`\s`),
  quoted(String.raw`@test\s+`, String.raw`\s*\{`),
]

const JVM: readonly TestPattern[] = [
  named(
    /^\s*(?:(?:public|internal|private|suspend)\s+)*(?:void|fun|async Task|Task)\s+(?:`(?<title>[^`]+)`|(?<name>\w+))\s*\(/,
    /^\s*(?:@(?:\w+\.)*(?:ParameterizedTest|Test)\b|\[(?:Fact|Theory|Test|TestMethod)\b)/,
  ),
  CLASS,
]

const PHP: readonly TestPattern[] = [...JAVASCRIPT, named(/^\s*(?:public )?function (?<title>test\w+)\(/), CLASS]

const C: readonly TestPattern[] = [
  named(/^TEST(?:_[FP])?\(\s*(?<suite>\w+)\s*,\s*(?<title>\w+)\s*\)/),
  named(/^(?:static )?(?:void|int) (?<title>test_\w+)\(/),
]

const BY_EXTENSION: readonly (readonly [RegExp, readonly TestPattern[]])[] = [
  [/\.(?:[cm]?[jt]sx?|coffee|dart|lua|vue|svelte)$/i, JAVASCRIPT],
  [/\.go$/i, GO],
  [/\.py$/i, PYTHON],
  [/\.rs$/i, RUST],
  [/\.(?:rb|exs?)$/i, RUBY],
  [/\.(?:sh|bash|bats)$/i, SHELL],
  [/\.(?:java|kt|cs|scala)$/i, JVM],
  [/\.php$/i, PHP],
  [/\.(?:c|cc|cpp|cxx|h|hpp)$/i, C],
]

/** Returns the patterns for a file's language; empty if its test syntax is unknown. */
export function testPatterns(path: string): readonly TestPattern[] {
  return BY_EXTENSION.find(([extension]) => extension.test(path))?.[1] ?? []
}

/** A quick test before scanning: lines without any of these start no test. */
export const TEST_HINT: RegExp =
  /\b(?:it|test|specify|scenario|It|Specify|Run)\b|\btest\w*|\bTest\w*|TEST|@test|\[(?:Fact|Theory)/

/** The start of a group or of a test with others in it, whatever its title. */
export const GROUP_START: RegExp =
  /^\s*(?:RSpec\.)?[fxFXP]?(?:describe|context|suite|feature|group|Describe|Context|When)\b(?:\.\w+)*\s*(?:[(`]|.*\bdo\s*$)|^\s*\w+\.Run\(/

/** Whether tests of this language are also placed in the files that they test. */
export function hasInlineTests(path: string): boolean {
  return path.endsWith('.rs')
}
