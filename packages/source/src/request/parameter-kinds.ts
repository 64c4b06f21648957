/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The type of a parameter. */
export interface ParameterKind {
  readonly schema: JsonSchema
  /** Returns what is wrong with a value, to be appended to the name of the parameter; `undefined` if it is valid. */
  problem(value: unknown): string | undefined
}

const LONE_SURROGATE = /\p{Cs}/u

/** Returns the type of integers in an inclusive range. */
export function integer(minimum: number, maximum: number): ParameterKind {
  return {
    schema: { type: 'integer', minimum, maximum },
    problem: (value) =>
      Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
        ? undefined
        : `must be a whole number from ${minimum} to ${maximum}; got ${show(value)}.`,
  }
}

/** Returns the type of texts with a length in UTF-16 units. They must be valid in a file. */
export function text(minLength: number, maxLength: number): ParameterKind {
  return {
    schema: { type: 'string', ...(minLength > 0 && { minLength }), maxLength },
    problem: (value) => {
      if (typeof value !== 'string') return `must be a text; got ${show(value)}.`
      if (value.length < minLength) return 'must not be empty.'
      if (value.length > maxLength) return `must have at most ${maxLength} characters; got ${value.length}.`
      return LONE_SURROGATE.test(value) ? 'holds half of a surrogate pair, which no file can.' : undefined
    },
  }
}

/** Returns the type of values from a list of words. */
export function oneOf(words: readonly string[]): ParameterKind {
  return {
    schema: { type: 'string', enum: words },
    problem: (value) =>
      typeof value === 'string' && words.includes(value)
        ? undefined
        : `must be ${words.map((word) => `'${word}'`).join(' or ')}; got ${show(value)}.`,
  }
}

/** Returns the type of booleans. */
export function flag(): ParameterKind {
  return {
    schema: { type: 'boolean' },
    problem: (value) => (typeof value === 'boolean' ? undefined : `must be true or false; got ${show(value)}.`),
  }
}

/** Returns the type of states that a change is compared with. */
export function baseline(): ParameterKind {
  const known = /^(?:HEAD|INDEX|WORKTREE|commit:(?!-)[^\0\n]{1,500})$/
  return {
    schema: { type: 'string', pattern: '^(HEAD|INDEX|WORKTREE|commit:.+)$' },
    problem: (value) => {
      if (typeof value === 'string' && known.test(value)) return undefined
      if (typeof value === 'string' && value.startsWith('snapshot:')) {
        return `must be HEAD, INDEX, WORKTREE or commit:<rev>. Snapshots are not kept: use commit:<rev> instead of ${show(value)}.`
      }
      return `must be HEAD, INDEX, WORKTREE or commit:<rev>; got ${show(value)}.`
    },
  }
}

const MAX_EDITS = 200

/** Returns the type of lists of replacements. */
export function proposedEdits(maxLength: number): ParameterKind {
  const parts = { old_text: text(1, maxLength), new_text: text(0, maxLength) }
  return {
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_EDITS,
      items: {
        type: 'object',
        properties: { old_text: parts.old_text.schema, new_text: parts.new_text.schema },
        required: ['old_text', 'new_text'],
        additionalProperties: false,
      },
    },
    problem: (value) => {
      if (!Array.isArray(value) || value.length === 0 || value.length > MAX_EDITS) {
        return `must be a list of 1 to ${MAX_EDITS} edits, each with old_text and new_text; got ${show(value)}.`
      }
      for (const [index, edit] of (value as readonly unknown[]).entries()) {
        const problem = editProblem(edit, parts)
        if (problem !== undefined) return `[${index}]${problem}`
      }
      return undefined
    },
  }
}

function editProblem(edit: unknown, parts: Readonly<Record<string, ParameterKind>>): string | undefined {
  if (typeof edit !== 'object' || edit === null || Array.isArray(edit)) {
    return ` must be an object with old_text and new_text; got ${show(edit)}.`
  }
  const unknown = Object.keys(edit).find((key) => !Object.hasOwn(parts, key))
  if (unknown !== undefined) return ` has an unknown key ${show(unknown)}. It takes old_text and new_text.`
  for (const [name, part] of Object.entries(parts)) {
    const problem = part.problem((edit as Readonly<Record<string, unknown>>)[name])
    if (problem !== undefined) return `.${name} ${problem}`
  }
  return undefined
}

const MAX_SHOWN = 60

/** Formats a value for an error message: short, on one line, in ASCII where it matters. */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    const cut = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
    return JSON.stringify(cut).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escapeUnits)
  }
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null) {
    return String(value)
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function escapeUnits(character: string): string {
  let escaped = ''
  for (let at = 0; at < character.length; at++) {
    escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return escaped
}
