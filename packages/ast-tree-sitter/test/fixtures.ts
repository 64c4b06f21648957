import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('fixtures/', import.meta.url)

export interface Fixture {
  /** The path of the source. */
  readonly path: string
  readonly text: string
  /** The expected outline, one unit per line: `start-end type name | signature`. */
  readonly outline: string
}

/** The sources in `fixtures/`, named `<path>.txt` so that no tool treats them as code. */
export const fixtures: readonly Fixture[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => ({
    path: name.slice(0, -'.txt'.length),
    text: readFileSync(new URL(name, folder), 'utf8'),
    outline: readFileSync(new URL(name.replace(/\.txt$/u, '.outline'), folder), 'utf8'),
  }))
