import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One commit of the demonstration repository, described by a folder of `demo/history`. */
export interface DemoStep {
  /** Name of the folder. Annotations of later steps refer to this commit as `@name`. */
  readonly name: string
  /** `Name <email>`. */
  readonly author: string
  /** RFC 3339 with a time zone. */
  readonly date: string
  readonly message: string
  /** Paths that the commit removes. */
  readonly remove: readonly string[]
  /** The folder with the files that the commit adds or replaces. */
  readonly filesDir: string
  /** The author's annotation of the commit: the input of `git chronicle annotate --live`. */
  readonly annotation: string | undefined
}

const historyDir = fileURLToPath(new URL('../../demo/history', import.meta.url))

/** Returns the history of the demonstration repository, oldest first. */
export async function demoHistory(): Promise<readonly DemoStep[]> {
  const names = (await readdir(historyDir)).sort()
  return Promise.all(names.map(readStep))
}

async function readStep(name: string): Promise<DemoStep> {
  const dir = join(historyDir, name)
  const entries = await readdir(dir)
  const commit = JSON.parse(await readFile(join(dir, 'commit.json'), 'utf8')) as Pick<
    DemoStep,
    'author' | 'date' | 'message'
  > & { readonly remove?: readonly string[] }
  return {
    ...commit,
    name,
    remove: commit.remove ?? [],
    filesDir: join(dir, 'files'),
    annotation: entries.includes('annotation.json') ? await readFile(join(dir, 'annotation.json'), 'utf8') : undefined,
  }
}
