/** What a tool of an agent is about to do to a file. */
export type FileChange =
  | { readonly kind: 'replace'; readonly replacements: readonly Replacement[] }
  | { readonly kind: 'write'; readonly content: string }
  /** Without an `id` the change is to be of a cell that is not there yet. */
  | { readonly kind: 'cell'; readonly id: string | undefined }

/** A text that another one takes the place of. */
export interface Replacement {
  readonly old: string
  readonly new: string
  /** Everywhere, not only where it stands first. */
  readonly all: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the input of an editing tool. `undefined`: it is not what is documented. */
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
