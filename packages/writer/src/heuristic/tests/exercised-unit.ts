import type { AstUnit } from '@chronicle/core/contracts'
import type { CallOptions } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { fileRole, isGenerated } from '@chronicle/core/text'
import { changesCodeIn, codeOfHunks } from '../places/changed-code.ts'
import { isTestUnit } from '../places/unit-of-lines.ts'

/** A unit of code that a commit changed. */
export interface ChangedUnit {
  readonly file: ChangedFile
  readonly unit: AstUnit
  /** Number of the unit's lines that the commit wrote; 1 for lines removed inside it. */
  readonly weight: number
  /** The same as a share of all lines of code that the commit wrote. */
  readonly share: number
}

/** Maximum number of changed code files whose units are determined. A change of more files is about no single unit. */
const MOST_FILES = 8

/** Returns the units whose code a commit changed, without tests. Empty if it changed too many files. */
export async function changedCodeUnits(
  context: CommitContext,
  call: CallOptions | undefined,
): Promise<readonly ChangedUnit[]> {
  const files = context.files.filter(
    ({ after, hunks, path }) =>
      fileRole(path) === 'code' && after !== undefined && hunks.length > 0 && !isGenerated(after.text),
  )
  if (files.length > MOST_FILES) return []
  const changed: Omit<ChangedUnit, 'share'>[] = []
  let all = 0
  for (const file of files) {
    if (file.after === undefined) continue
    const { outline } = await context.outline(file.path, file.after, call)
    const code = codeOfHunks(file)
    all += code.reduce((sum, { differs, hunk }) => sum + (differs ? Math.max(1, hunk.new.count) : 0), 0)
    for (const unit of outline?.units ?? []) {
      const weight = file.hunks.reduce((sum, hunk) => sum + sharedLines(unit, hunk.new), 0)
      if (weight === 0 || isTestUnit(unit) || !isExercised(unit, file.after.lines)) continue
      if (code.some((hunk) => changesCodeIn(hunk, unit.lines))) changed.push({ file, unit, weight })
    }
  }
  return changed.map((each) => ({ ...each, share: Math.min(1, each.weight / all) }))
}

const DECLARED: ReadonlySet<AstUnit['type']> = new Set(['interface', 'type', 'config'])
const VALUE_TYPES: ReadonlySet<AstUnit['type']> = new Set(['property', 'field'])

/** A short accessor (`get body() {`) that decides nothing is not tested itself: a test sees the code that reads it. */
const ACCESSOR = /^\s*(?:(?:public|protected|private|static|override) )*[gs]et [\w$#]+\s*\(/
const DECIDES = /\b(?:if|for|switch|throw|while)\b/
const MAX_ACCESSOR_LINES = 12

/**
 * Whether a test can exercise a unit. A type declaration does nothing; a property does something only if it is a
 * function.
 */
function isExercised({ lines, type }: AstUnit, text: readonly string[]): boolean {
  if (DECLARED.has(type)) return false
  const body = text.slice(lines.start - 1, lines.end)
  if (body.length <= MAX_ACCESSOR_LINES && ACCESSOR.test(body[0] ?? '') && !body.some((line) => DECIDES.test(line)))
    return false
  return !VALUE_TYPES.has(type) || body.some((line) => /=>|\bfunction\b/.test(line))
}

function sharedLines({ lines }: AstUnit, { start, count }: { readonly start: number; readonly count: number }): number {
  if (count === 0) return lines.start <= start && start < lines.end ? 1 : 0
  return Math.max(0, Math.min(lines.end, start + count - 1) - Math.max(lines.start, start) + 1)
}

/** The titles and the body of a test. */
export interface TestWords {
  readonly path: string
  /** Titles of the test and its groups. */
  readonly titles: readonly string[]
  readonly body: string
}

/** Names that tests call whatever they test, and that many units have. */
const COMMON =
  /^(?:new|init|__init__|constructor|main|run|call|get|set|put|post|add|use|on|once|off|emit|all|end|next|then|send|open|close|read|write|start|stop|test|it|expect|assert\w*|equal|is|not|has|to|of|from|with|push|pop|map|filter|find|join|split|parse|format|create|make|build|update|delete|remove|clear|reset|handle|process|execute|apply|load|save|hasOwnProperty|toString|valueOf|prototype|name|value|key|keys|values|items|data|type|len|size|length|print|log|error|string|list|dict|json|text|url|path|file|files|default|done|app|client|server|request|response|req|res|config|options|args|setup|teardown|before|after|render|copy|clone|fmt|eq|as_\w{1,4}|into|iter)$/i

/** Score of a named unit. It is higher than any score of a call. */
const NAMED_SCORE = 4

/**
 * Returns the changed unit that a test exercises: the one that its title names, otherwise one that it calls. Of
 * several, prefers the one named or called most explicitly, then the innermost, then the one with the largest change. A
 * unit with only one changed line must be named, unless no unit has more. `undefined`: there is none.
 */
export function exercisedUnit(test: TestWords, units: readonly ChangedUnit[]): ChangedUnit | undefined {
  const isOnlySlight = units.every(({ weight }) => weight <= 1)
  const scored = units
    .filter(({ file }) => family(file.path) === family(test.path))
    .map((changed) => ({ changed, score: scoreOf(changed.unit, test) }))
    .filter(({ changed, score }) => score >= (changed.weight > 1 || isOnlySlight ? 1 : NAMED_SCORE))
    .sort(
      (a, b) =>
        b.score - a.score ||
        rankOf(a.changed.unit) - rankOf(b.changed.unit) ||
        depth(b.changed.unit) - depth(a.changed.unit) ||
        b.changed.weight - a.changed.weight,
    )
  const [first, second] = scored
  if (first === undefined) return undefined
  // With the same name in two files, the reference is ambiguous.
  const isDoubtful =
    second?.score === first.score &&
    second.changed.unit.name === first.changed.unit.name &&
    second.changed.file !== first.changed.file
  return isDoubtful ? undefined : first.changed
}

function scoreOf(unit: AstUnit, { titles, body }: TestWords): number {
  const { name } = unit
  const segments = name.split('::')
  const last = segments.at(-1) ?? name
  const owner = segments.at(-2)
  // Most units are mentioned nowhere, and the closer comparison is the most expensive part of reading tests.
  if (last.length < 3 || ![body, ...titles].some((text) => text.includes(last))) return 0
  const word = escape(last)
  if (titles.some((title) => isOptionIn(title, unit, word) || isForAnother(title, last))) return 0
  const isPlain = !COMMON.test(last)
  const qualified =
    owner !== undefined && new RegExp(`\\b_?${escape(owner)}(?:\\(.*?\\))?(?:\\.|::|->|#)${word}\\b`, 'i')
  const isNamed = titles.some(
    (title) =>
      (qualified !== false && qualified.test(title)) ||
      new RegExp(`(?:^|[^\\w.])[.#\`]${word}\\b|\\b${word}\\(|^${word}$`).test(title) ||
      (isPlain && isSpelledAsName(last) && new RegExp(`\\b${word}\\b`).test(title)),
  )
  const isCalled = new RegExp(`(?:^|[^\\w])${word}(?:::<[^>]*>|<[\\w, ]*>)?!?\\(`, 'm').test(body)
  const isCalledOnOwner = qualified !== false && qualified.test(body)
  // Inside a string it may mean anything.
  const code = body.replace(/'[^'\n]*'|"[^"\n]*"/g, "''")
  const isMentioned = isPlain && isSpelledAsName(last) && new RegExp(`\\b${word}\\b`).test(code)
  const calls = isCalledOnOwner ? 3 : isPlain && isCalled ? 2 : isMentioned ? 1 : 0
  return (isNamed ? NAMED_SCORE : 0) + calls
}

/** A test calls a function rather than the default of an option with the same name. */
function rankOf({ type }: AstUnit): number {
  return VALUE_TYPES.has(type) ? 1 : 0
}

/**
 * Whether the title mentions the name as an option or a property. Then the test covers the code that reads it, not its
 * value.
 */
function isOptionIn(title: string, { type }: AstUnit, word: string): boolean {
  return (
    VALUE_TYPES.has(type) &&
    new RegExp(`\\b${word}\\b[\`'"]? (?:property|option|field|parameter|argument|setting)\\b`, 'i').test(title)
  )
}

/**
 * Whether the title is a group named after another method, such as `.host` or `#host()`, which covers that method
 * alone.
 */
function isForAnother(title: string, name: string): boolean {
  const method = /^[.#](?<name>[\w$]+)(?:\(.*\))?$/u.exec(title)?.groups?.['name']
  return method !== undefined && method !== name
}

/** Whether a word is spelled like an identifier, unlike words of prose. */
function isSpelledAsName(word: string): boolean {
  return /[a-z\d][A-Z]|_|\d/.test(word) || /^[A-Z]/.test(word)
}

function depth({ name }: AstUnit): number {
  return name.split('::').length
}

function escape(word: string): string {
  return word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Returns the group of languages that call one another directly. */
function family(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (/^[cm]?[jt]sx?$|^(?:vue|svelte|coffee)$/.test(extension)) return 'js'
  if (/^(?:c|h|cc|cpp|cxx|hh|hpp)$/.test(extension)) return 'c'
  if (/^(?:java|kt|scala)$/.test(extension)) return 'jvm'
  return /^(?:py|pyi|pyx)$/.test(extension) ? 'py' : extension
}
