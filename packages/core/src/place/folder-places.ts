/** Stands for the whole repository as the place of a rule. */
export const REPOSITORY_PLACE = './'

/** Whether a region's `file` is a folder or the repository, so that what it says is a rule for everything below. */
export function isFolderPlace(file: string): boolean {
  return file.endsWith('/')
}

/** Returns the places whose rules hold for a file: the repository, then its folders from the outermost on. */
export function foldersOf(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1)
  return [REPOSITORY_PLACE, ...segments.map((_, index) => `${segments.slice(0, index + 1).join('/')}/`)]
}
