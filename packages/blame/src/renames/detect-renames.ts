import type { GitError } from '@chronicle/core/contracts'
import { groupBy, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ObjectReader } from '../object-reader.ts'
import type { FileAt, TreeDifference } from './diff-trees.ts'
import { fingerprint, MAX_SCORE, similarity, sizesDiffer, type Fingerprint } from './similarity.ts'

/** A deleted file and the added file that replaced it. */
export interface Rename {
  readonly from: FileAt
  readonly to: FileAt
}

const MIN_SCORE = MAX_SCORE / 2
/** Minimum similarity at which a file of the same name elsewhere is accepted without comparing others. */
const MIN_SAME_NAME_SCORE = (MIN_SCORE + MAX_SCORE) / 2
/** Maximum number of pairs to compare. With more, only identical files and files of the same name are found. */
const MAX_PAIRS = 1_000_000
/**
 * Maximum number of most similar sources considered per target. If other targets take all of them, the target has no
 * source.
 */
const MAX_CANDIDATES = 4
/** Number of blobs read in one call. */
const BATCH = 256

/**
 * Pairs deleted files with added ones as `git diff -M` does: identical content first, then the same name, then the most
 * similar content, if at least half is the same. Each file is in one pair at most. Ordered by the new path.
 */
export function detectRenames(
  reader: ObjectReader,
  { deleted, added }: TreeDifference,
): ResultAsync<readonly Rename[], GitError> {
  return safeTry(async function* () {
    const pairing = new Pairing(deleted, added)
    pairing.matchIdentical()
    const sources = pairing.openSources()
    const targets = pairing.openTargets()
    if (sources.length > 0 && targets.length > 0) {
      const contents = new Contents(reader)
      for (const [from, to] of sameNamePairs(sources, targets)) {
        yield* contents.load([from, to])
        if (contents.score(from, to) >= MIN_SAME_NAME_SCORE) pairing.add(from, to)
      }
      if (pairing.openSources().length * pairing.openTargets().length <= MAX_PAIRS) {
        yield* contents.load([...pairing.openTargets(), ...pairing.openSources()])
        matchSimilar(pairing, contents)
      }
    }
    return ok(pairing.renames())
  })
}

class Pairing {
  readonly #sources: readonly FileAt[]
  readonly #targets: readonly FileAt[]
  readonly #sourceOf = new Map<FileAt, FileAt>()
  readonly #used = new Set<FileAt>()

  constructor(sources: readonly FileAt[], targets: readonly FileAt[]) {
    this.#sources = sources
    this.#targets = targets
  }

  openSources(): readonly FileAt[] {
    return this.#sources.filter((source) => !this.#used.has(source))
  }

  openTargets(): readonly FileAt[] {
    return this.#targets.filter((target) => !this.#sourceOf.has(target))
  }

  isOpen(source: FileAt, target: FileAt): boolean {
    return !this.#used.has(source) && !this.#sourceOf.has(target)
  }

  add(source: FileAt, target: FileAt): void {
    this.#used.add(source)
    this.#sourceOf.set(target, source)
  }

  matchIdentical(): void {
    const byId = groupBy(this.#sources, (source) => source.id)
    for (const target of this.#targets) {
      const same = byId.get(target.id)?.filter((source) => !this.#used.has(source) && canBeIdentical(source, target))
      const best = same?.find((source) => baseName(source) === baseName(target)) ?? same?.[0]
      if (best) this.add(best, target)
    }
  }

  renames(): readonly Rename[] {
    return this.#targets.flatMap((to) => {
      const from = this.#sourceOf.get(to)
      return from ? [{ from, to }] : []
    })
  }
}

/** Fingerprints of contents. Anything but a regular file is similar to nothing. */
class Contents {
  readonly #reader: ObjectReader
  readonly #known = new Map<string, { readonly size: number; readonly pieces: Fingerprint }>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  load(files: readonly FileAt[]): ResultAsync<undefined, GitError> {
    return safeTry(
      async function* (this: Contents) {
        const regular = files.filter((file) => isRegular(file) && !this.#known.has(file.id)).map((file) => file.id)
        const missing = [...new Set(regular)]
        for (let start = 0; start < missing.length; start += BATCH) {
          const ids = missing.slice(start, start + BATCH)
          for (const [index, bytes] of (yield* this.#reader.blobs(ids)).entries()) {
            this.#known.set(ids[index]!, { size: bytes.length, pieces: fingerprint(bytes) })
          }
        }
        return ok(undefined)
      }.bind(this),
    )
  }

  score(from: FileAt, to: FileAt): number {
    const one = this.#known.get(from.id)
    const two = this.#known.get(to.id)
    if (!one || !two || !isRegular(from) || !isRegular(to) || sizesDiffer(one.size, two.size, MIN_SCORE)) return 0
    return similarity(one, two)
  }
}

/** Yields pairs of files whose name is unique on both sides. */
function* sameNamePairs(
  sources: readonly FileAt[],
  targets: readonly FileAt[],
): Generator<readonly [from: FileAt, to: FileAt]> {
  const targetsByName = groupBy(targets, baseName)
  for (const [name, sameName] of groupBy(sources, baseName)) {
    const others = targetsByName.get(name)
    if (sameName.length === 1 && others?.length === 1) yield [sameName[0]!, others[0]!]
  }
}

function matchSimilar(pairing: Pairing, contents: Contents): void {
  const sources = pairing.openSources()
  const candidates = pairing.openTargets().flatMap((to) => {
    const similar = sources.flatMap((from): readonly Candidate[] => {
      const score = contents.score(from, to)
      return score >= MIN_SCORE ? [{ from, to, score, sameName: baseName(from) === baseName(to) }] : []
    })
    return similar.sort(bestFirst).slice(0, MAX_CANDIDATES)
  })
  for (const { from, to } of candidates.sort(bestFirst)) if (pairing.isOpen(from, to)) pairing.add(from, to)
}

interface Candidate extends Rename {
  readonly score: number
  readonly sameName: boolean
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || Number(b.sameName) - Number(a.sameName)
}

function canBeIdentical(source: FileAt, target: FileAt): boolean {
  return (isRegular(source) && isRegular(target)) || source.kind === target.kind
}

function isRegular(file: FileAt): boolean {
  return file.kind === 'file' || file.kind === 'executable'
}

function baseName(file: FileAt): string {
  return file.path.slice(file.path.lastIndexOf('/') + 1)
}
