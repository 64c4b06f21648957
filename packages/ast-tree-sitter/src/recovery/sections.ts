/** A series of lines that looks like one top-level definition. */
export interface Section {
  /** First line, 1-based. */
  readonly start: number
  /** The line on which the definition starts, after comments and decorators. */
  readonly code: number
  readonly end: number
  readonly text: string
}

/**
 * Splits a source at lines that are not indented and start a definition. People and formatters indent the inside of a
 * definition, so this finds the definitions around a syntax error that confuses the parser.
 */
export function sectionsOf(source: string): readonly Section[] {
  const lines = source.split('\n')
  const starts: { readonly start: number; readonly code: number }[] = []
  let leading: number | undefined
  lines.forEach((line, index) => {
    if (line.trim() === '') leading = undefined
    else if (INDENTED.test(line) || CONTINUES.test(line)) return
    else if (LEADS.test(line)) leading ??= index
    else {
      starts.push({ start: (leading ?? index) + 1, code: index + 1 })
      leading = undefined
    }
  })
  return starts.map(({ start, code }, index) => {
    const end = (starts[index + 1]?.start ?? lines.length + 1) - 1
    return { start, code, end, text: `${lines.slice(start - 1, end).join('\n')}\n` }
  })
}

const INDENTED = /^\s/u

/** Matches lines that continue the lines above: brackets, operators, and clauses of a statement. */
const CONTINUES =
  /^(?:[)\]}{.,:;?|&=+*-]|(?:end|else|elif|elsif|elseif|except|finally|rescue|ensure|catch|then|fi|done|esac|where)\b)/u

/**
 * Matches comments, attributes and decorators, which belong to the lines below. Preprocessor directives do not match.
 */
const LEADS = /^(?:\/[/*]|\*|@|#(?!\s*(?:define|if|ifdef|ifndef|else|elif|endif|include|undef|pragma)\b))/u
