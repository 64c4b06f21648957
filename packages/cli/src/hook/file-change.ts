/** A change that an agent's tool is about to make to a file. */
export type FileChange =
  | { readonly kind: 'replace'; readonly replacements: readonly Replacement[] }
  | { readonly kind: 'write'; readonly content: string }
  /** Without an `id`, the change inserts a new cell. */
  | { readonly kind: 'cell'; readonly id: string | undefined }

/** A text and its replacement. */
export interface Replacement {
  readonly old: string
  readonly new: string
  /** Whether to replace every occurrence and not only the first. */
  readonly all: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Parses the input of an editing tool. Returns `undefined` if it does not have the documented shape. */
export function parseFileChange(tool: string, input: Fields): FileChange | undefined {
  if (tool === 'Write') {
    const { content } = input
    return typeof content === 'string' ? { kind: 'write', content } : undefined
  }
  if (tool === 'NotebookEdit') {
    const { cell_id: id } = input
    return { kind: 'cell', id: typeof id === 'string' && id !== '' ? id : undefined }
  }
  const edits: unknown = tool === 'MultiEdit' ? input['edits'] : [input]
  if (!Array.isArray(edits)) return undefined
  const replacements = edits.flatMap((edit: unknown) => replacementIn(edit) ?? [])
  return replacements.length < edits.length ? undefined : { kind: 'replace', replacements }
}

function replacementIn(edit: unknown): Replacement | undefined {
  if (typeof edit !== 'object' || edit === null) return undefined
  const { old_string: old, new_string: text, replace_all: all } = edit as Fields
  if (typeof old !== 'string' || typeof text !== 'string') return undefined
  return { old, new: text, all: all === true }
}
