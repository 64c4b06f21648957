import type { AstParser, AstUnit } from '@chronicle/core'
import type { RepoPath } from '@chronicle/schema'
import type { FixtureRepository } from '@chronicle/testing'
import { ownSources, textAt, type PastUnit, type RealHistory } from './past-units.ts'

/** A past unit found at the tip, and whether it was recognised by name or by body. */
export interface UnitAtTip {
  readonly file: RepoPath
  readonly unit: AstUnit
  readonly by: 'name' | 'body'
}

/** Finds past units at the tip with nothing but git's renames and the parser. */
export interface TipUnits {
  /**
   * Returns the path of a past file at the tip: the same path, otherwise the one that git's renames since then lead to.
   */
  nameNow(past: Pick<PastUnit, 'commit' | 'file'>): Promise<RepoPath | undefined>
  find(past: PastUnit): Promise<UnitAtTip | undefined>
}

interface Rename {
  readonly commit: string
  readonly from: RepoPath
  readonly to: RepoPath
}

/** Minimum number of letters and digits in a body, without the unit's own name: many units share a shorter body. */
const MIN_LETTERS = 16

export async function openTipUnits({ ast, git, repository }: RealHistory): Promise<TipUnits> {
  const head = await repository.head()
  const files = new Set(await ownSources(repository, 'HEAD'))
  const renames = await renamesOf(repository)
  const outlines = new Map<string, Promise<readonly (readonly [AstUnit, string])[]>>()

  async function parse(file: RepoPath): Promise<readonly (readonly [AstUnit, string])[]> {
    return unitsWithBodies(ast, file, await textAt(git, head, file))
  }
  const unitsOf = (file: RepoPath): Promise<readonly (readonly [AstUnit, string])[]> => {
    const known = outlines.get(file) ?? parse(file)
    outlines.set(file, known)
    return known
  }

  async function nameNow({ commit, file }: Pick<PastUnit, 'commit' | 'file'>): Promise<RepoPath | undefined> {
    if (files.has(file)) return file
    const later = new Set((await repository.git('rev-list', `${commit}..HEAD`)).split('\n'))
    let name = file
    for (const { from, to, commit: by } of renames) if (from === name && later.has(by)) name = to
    return files.has(name) ? name : undefined
  }

  return {
    nameNow,
    async find(past) {
      const now = await nameNow(past)
      if (now !== undefined) {
        const named = (await unitsOf(now)).find(([{ name }]) => name === past.unit.name)
        if (named !== undefined) return { file: now, unit: named[0], by: 'name' }
      }
      const body = bodyOf(past.text.split('\n'), past.unit)
      if (!isDistinctive(body)) return undefined
      const found: UnitAtTip[] = []
      for (const file of files) {
        for (const [unit, other] of await unitsOf(file)) {
          // A copy that already existed beside the unit is another unit.
          if (other === body && !(await wasThere(past, file, unit))) found.push({ file, unit, by: 'body' })
        }
      }
      // A body that several units share, such as `class A(Exception): pass`, does not identify the unit.
      if (found.length === 1) return found[0]
      return undefined
    },
  }

  async function wasThere({ commit }: PastUnit, file: RepoPath, { name }: AstUnit): Promise<boolean> {
    const units = await unitsWithBodies(ast, file, await textAt(git, commit, file))
    return units.some(([unit]) => unit.name === name)
  }
}

async function unitsWithBodies(
  ast: AstParser,
  path: RepoPath,
  text: string,
): Promise<readonly (readonly [AstUnit, string])[]> {
  const outline = await ast.outline({ path, text })
  const lines = text.split('\n')
  return outline.isErr() ? [] : outline.value.units.map((unit) => [unit, bodyOf(lines, unit)] as const)
}

/** Returns the code of a unit without its own name and with normalised white space. */
function bodyOf(lines: readonly string[], { lines: { start, end }, name }: AstUnit): string {
  const own = name.split('::').at(-1) ?? name
  const text = lines
    .slice(start - 1, end)
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return text.replace(/[\p{ID_Continue}$]+/gu, (word) => (word === own ? '' : word))
}

function isDistinctive(body: string): boolean {
  return (body.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS
}

/** Returns every rename that git detects between a commit and its first parent, oldest first. */
async function renamesOf(repository: FixtureRepository): Promise<readonly Rename[]> {
  const log = await repository.gitBytes([
    ...['log', '--reverse', '--topo-order', '--no-merges', '-M', '--diff-filter=R'],
    ...['--name-status', '-z', '--format=%x01%H'],
  ])
  const renames: Rename[] = []
  for (const entry of log.toString('utf8').split('\u0001').slice(1)) {
    const [commit = '', ...fields] = entry.split('\0').map((field) => field.trim())
    const parts = fields.filter((field) => field !== '')
    for (let at = 0; at + 2 < parts.length; at += 3) {
      const [from = '', to = ''] = parts.slice(at + 1, at + 3)
      renames.push({ commit, from: from as RepoPath, to: to as RepoPath })
    }
  }
  return renames
}
