import {
  err,
  formatPlace,
  ok,
  type CodedError,
  type RejectedAlternative,
  type Result,
  type SemanticDependency,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { AuthorNote } from '@chronicle/writer'
import { parseAll, parseDependsOnAll } from './parse-depends-on.ts'
import { splitAtCommas } from '../host/option-values.ts'

/** The author's statements on the command line of `commit`. */
export interface StatedContext {
  readonly task?: string
  readonly reasoning?: string
  readonly dependencies?: string
  readonly tags: readonly string[]
  readonly rejected: readonly RejectedAlternative[]
  /** Constraints, risks and dependencies. */
  readonly notes: readonly AuthorNote[]
}

/** The parsed arguments of `commit`. */
export interface CommitArguments {
  readonly stated: StatedContext
  readonly format: 'pretty' | 'json'
  readonly help: boolean
  /** All other arguments, in order, for `git commit`. */
  readonly forGit: readonly string[]
}

/** Options of `git commit` whose value is the next argument or follows `=`. */
const LONG_WITH_VALUE = [
  ...['--author', '--cleanup', '--date', '--file', '--fixup', '--message', '--pathspec-from-file'],
  ...['--reedit-message', '--reuse-message', '--squash', '--template', '--trailer'],
]
/** Short options whose value is the rest of the argument, or else the next argument. */
const SHORT_WITH_VALUE = 'cCFmt'
/** Short options whose value, if any, is the rest of the argument. */
const SHORT_WITH_ATTACHED_VALUE = 'Su'

const CHRONICLE_OPTIONS = [
  ...['--task', '--reasoning', '--dependencies', '--tags', '--rejected', '--format'],
  ...['--constraint', '--risk', '--depends-on'],
]

/** Options whose value is a text, which cannot be empty. */
const TEXT_OPTIONS = ['--task', '--reasoning', '--dependencies', '--constraint', '--risk']

/** Options whose text can be `-`, which stands for stdin. */
export const STDIN_OPTIONS: readonly string[] = [...TEXT_OPTIONS, '--rejected']

/** A command line, divided into the options of Chronicle and the arguments of git. */
export interface SeparatedArguments {
  /** Values of the options of Chronicle, by name with its dashes. */
  readonly given: Readonly<Record<string, readonly string[]>>
  readonly help: boolean
  /** In their order, unchanged. */
  readonly forGit: readonly string[]
}

/**
 * Separates the options of Chronicle from a command line and leaves all other arguments to git, unchanged. Of git's
 * options it only knows which ones take the next argument: that argument is never an option of Chronicle.
 */
export function separateArguments(argv: readonly string[]): Result<SeparatedArguments, CodedError<'usage'>> {
  const forGit: string[] = []
  const given: Record<string, readonly string[]> = {}
  let help = false
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? ''
    if (argument === '--') {
      forGit.push(...argv.slice(at))
      break
    }
    const { name, attached } = optionOf(argument)
    if (CHRONICLE_OPTIONS.includes(name)) {
      const value = attached ?? argv[++at]
      if (value === undefined) return err(usage(`${name} needs a value.`))
      given[name] = [...(given[name] ?? []), value]
    } else if (argument === '--help' || argument === '-h') help = true
    else {
      forGit.push(argument)
      if (takesNext(argument) && at + 1 < argv.length) forGit.push(argv[++at] ?? '')
    }
  }
  return ok({ given, help, forGit })
}

/** Parses the values of the options of Chronicle. */
export function parseCommitArguments({
  given,
  help,
  forGit,
}: SeparatedArguments): Result<CommitArguments, CodedError<'usage'>> {
  return assemble(new Map(Object.entries(given))).map((ours) => ({ ...ours, help, forGit }))
}

/** Whether git is to amend a commit, and not only to report what it would do. */
export function isAmending(forGit: readonly string[]): boolean {
  const end = forGit.indexOf('--')
  const options = end < 0 ? forGit : forGit.slice(0, end)
  const dryRunOptions = ['--dry-run', '--short', '--porcelain', '--long', '--null', '-z']
  return options.some((option) => /^--am/u.test(option)) && !options.some((option) => dryRunOptions.includes(option))
}

function optionOf(argument: string): { readonly name: string; readonly attached: string | undefined } {
  const equals = argument.startsWith('--') ? argument.indexOf('=') : -1
  return equals < 0
    ? { name: argument, attached: undefined }
    : { name: argument.slice(0, equals), attached: argument.slice(equals + 1) }
}

/** Git accepts any unambiguous prefix of a long option. */
function takesNext(argument: string): boolean {
  if (argument.startsWith('--')) {
    return argument.length > 3 && !argument.includes('=') && LONG_WITH_VALUE.some((name) => name.startsWith(argument))
  }
  if (!argument.startsWith('-') || argument === '-') return false
  for (const [position, letter] of [...argument].entries()) {
    if (position > 0 && SHORT_WITH_VALUE.includes(letter)) return position === argument.length - 1
    if (position > 0 && SHORT_WITH_ATTACHED_VALUE.includes(letter)) return false
  }
  return false
}

function assemble(
  given: ReadonlyMap<string, readonly string[]>,
): Result<Pick<CommitArguments, 'stated' | 'format'>, CodedError<'usage'>> {
  const format = given.get('--format')?.at(-1) ?? 'pretty'
  if (format !== 'pretty' && format !== 'json') {
    return err(usage(`--format is '${format}'; expected pretty or json.`))
  }
  const rejected = parseRejectedAll(given.get('--rejected') ?? [])
  const dependencies = parseDependsOnAll(given.get('--depends-on') ?? [])
  const empty = TEXT_OPTIONS.filter((name) => given.get(name)?.some((text) => text.trim() === '') === true)
  const wrong = [
    ...empty.map((name) => `${name} is empty. Give a text, or leave it out.`),
    ...[rejected, dependencies].flatMap((each) => (each.isErr() ? [each.error.message] : [])),
  ]
  if (wrong.length > 0 || rejected.isErr() || dependencies.isErr()) return err(usage(wrong.join(' ')))
  const notes = statedNotes({
    constraint: given.get('--constraint'),
    risk: given.get('--risk'),
    dependencies: dependencies.value,
  })
  const texts = ['task', 'reasoning', 'dependencies'] as const
  const stated = Object.fromEntries(
    texts.flatMap((name) => {
      const values = given.get(`--${name}`)
      return values === undefined ? [] : [[name, values.join('\n\n')]]
    }),
  )
  return ok({
    format,
    stated: { ...stated, tags: parseTags(given.get('--tags') ?? []), rejected: rejected.value, notes },
  })
}

/** Returns the notes stated with `--constraint`, `--risk` and `--depends-on`. */
export function statedNotes({
  constraint = [],
  risk = [],
  dependencies,
}: {
  readonly constraint?: readonly string[] | undefined
  readonly risk?: readonly string[] | undefined
  readonly dependencies: readonly SemanticDependency[]
}): readonly AuthorNote[] {
  return [
    ...constraint.map((text) => ({ text, kind: 'constraint' as const })),
    ...risk.map((text) => ({ text, kind: 'risk' as const })),
    ...dependencies.map(({ file, anchor, nature }) => ({
      text: nature,
      kind: 'dependency' as const,
      on: anchor === '' ? file : formatPlace({ file, anchor }),
    })),
  ]
}

/** Parses tags separated by commas (`a, b`) or given in repeated options. */
export function parseTags(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(splitAtCommas))]
}

/** Parses `approach: reason`, or `approach because reason`. */
export function parseRejected(text: string): Result<RejectedAlternative, CodedError<'usage'>> {
  const [, approach, reason] = /^\s*(\S[^]*?)(?::\s+|\s+because\s+)(\S[^]*?)\s*$/u.exec(text) ?? []
  if (approach !== undefined && reason !== undefined) return ok({ approach, reason })
  return err(codedError('usage', `--rejected is '${text}'; expected "approach: reason", or "approach because reason".`))
}

/** Parses all texts, or returns all problems in one error. */
export function parseRejectedAll(
  texts: readonly string[],
): Result<readonly RejectedAlternative[], CodedError<'usage'>> {
  return parseAll(texts, parseRejected)
}

function usage(message: string): CodedError<'usage'> {
  return codedError('usage', `${message} See: git chronicle commit -h`)
}
