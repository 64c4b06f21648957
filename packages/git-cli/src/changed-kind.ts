import type { FileChange } from '@chronicle/core/contracts'
import type { BlobId } from '@chronicle/schema'

const SYMLINK = '120000'
const SUBMODULE = '160000'

/** Returns the kind of a path, from its modes on both sides of a comparison. */
export function kindOf(modes: readonly (string | undefined)[]): FileChange['kind'] {
  if (modes.includes(SUBMODULE)) return 'submodule'
  return modes.includes(SYMLINK) ? 'symlink' : undefined
}

/** Returns the blob on one side. `undefined` for a submodule, or where the path does not exist. */
export function blobOf(mode: string | undefined, id: string | undefined): BlobId | undefined {
  return mode === undefined || mode === SUBMODULE || id === undefined || /^0*$/.test(id) ? undefined : (id as BlobId)
}
