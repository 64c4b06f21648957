import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { byName, commonShare, isMovedBody, isSameBody, unitBody, type UnitBody } from '../place/unit-body.ts'
import { containsName } from '../text/contains-name.ts'
import { textLines } from '../text/text-lines.ts'
import type { RemovedCode } from './find-gone.ts'
import { lastSegment, matchAnchor } from './match-anchor.ts'
import { outlineOnce } from './outline-once.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { UnitPlace } from './unit-place.ts'

/** Maximum number of files of one commit that are searched for a unit: as many as a person would look through. */
const MAX_FILES = 50

/**
 * Finds what the commit that removed a unit from a file turned it into: a unit of the same name in a file that did not
 * have it before, of several the one with the most of its body; else a new unit with the same body, in the same file or
 * in another one, or the one of the same file with the most of its body, at least half. A unit of the same name that
 * only leads to such a new unit is passed over.
 */
export function findNewPlace(
  anchor: string,
  gone: RemovedCode,
  context: ReadContext,
): ResultAsync<UnitPlace | undefined, ReadError> {
  const { call, git } = context
  const { commit, content, path } = gone
  const word = lastSegment(anchor)
  return safeTry(async function* () {
    if (git.changesOf === undefined || word === '') return ok(undefined)
    const [changes] = yield* git.changesOf([commit], call)
    const files = (changes?.files ?? []).flatMap(({ binary, newBlob, newPath, oldBlob, oldPath }) =>
      binary || newBlob === undefined || newPath === undefined
        ? []
        : [{ newBlob, newPath, oldBlob: oldPath === path && newPath !== path ? undefined : oldBlob }],
    )
    const searched = files.length > MAX_FILES + 1 ? files.filter(({ newPath }) => newPath === path) : files
    const ids = searched.flatMap(({ newBlob, oldBlob }) => [newBlob, ...(oldBlob === undefined ? [] : [oldBlob])])
    const blobs = yield* git.readBlobs([...new Set(ids)], call)
    const others = searched.filter(({ newPath }) => newPath !== path)
    const stateOf = (file: RepoPath, id: (typeof ids)[number] | undefined): PastState | undefined => {
      const bytes = id && blobs.get(id)
      return id === undefined || bytes === undefined ? undefined : pastState(file, { kind: 'file', id, bytes }, context)
    }
    const before = pastState(path, content, context)
    const own = matchAnchor(anchor, await before.units(), ({ name }) => name, { fuzzy: false })?.matches[0]
    const body = own && unitBody(before.lines(), own)
    const named: MovedUnit[] = []
    for (const { newBlob, newPath, oldBlob } of others) {
      const after = stateOf(newPath, newBlob)
      const known = new Set((await stateOf(newPath, oldBlob)?.named(word))?.map(({ name }) => name))
      const added = ((await after?.named(word)) ?? []).filter(({ name }) => !known.has(name))
      for (const unit of added) {
        const other = unitBody(after?.lines() ?? [], unit)
        const likeness = likenessOf(unit.name === (own?.name ?? anchor), body, other)
        if (likeness > 0) named.push({ place: { path: newPath, name: unit.name }, body: other, likeness })
      }
    }
    const [moved] = named.toSorted((a, b) => b.likeness - a.likeness)
    if (own === undefined || body === undefined) return ok(moved?.place)
    for (const { newBlob, newPath, oldBlob } of [...searched.filter((each) => !others.includes(each)), ...others]) {
      const after = stateOf(newPath, newBlob)
      const known = new Set(((await stateOf(newPath, oldBlob)?.units()) ?? []).map(({ name }) => name))
      const added = ((await after?.units()) ?? []).filter(({ name }) => !known.has(name))
      const same = byName(added, own.name).find((unit) => {
        const other = unitBody(after?.lines() ?? [], unit)
        return moved === undefined ? isSameBody(body, other) : leadsTo(moved.body, unit, other, body)
      })
      if (same !== undefined) return ok({ path: newPath, name: same.name })
      if (newPath !== path || moved !== undefined) continue
      // As when lines are followed: half of them tell where a unit went within its file.
      const [likest, second] = added
        .map((unit) => ({ unit, other: unitBody(after?.lines() ?? [], unit) }))
        .filter(({ other }) => isMovedBody(body, other))
        .map(({ other, unit }) => ({ unit, likeness: commonShare(body, other) }))
        .toSorted((a, b) => b.likeness - a.likeness)
      if (likest !== undefined && likest.likeness !== second?.likeness)
        return ok({ path: newPath, name: likest.unit.name })
    }
    return ok(moved?.place)
  })
}

/** A unit with the last name of a removed one. */
interface MovedUnit {
  readonly place: UnitPlace
  readonly body: UnitBody
  readonly likeness: number
}

/**
 * Returns how like a unit is to the removed one with the same last name. Methods of many classes have the same name, so
 * one of another scope must have the same body too.
 */
function likenessOf(isSameName: boolean, removed: UnitBody | undefined, other: UnitBody): number {
  const share = removed === undefined || !isMovedBody(removed, other) ? 0 : commonShare(removed, other)
  return (isSameName ? 1 : 0) + share
}

/** Whether a unit that kept the name of a removed one only leads to another unit, which is more like the removed one. */
function leadsTo(kept: UnitBody, { name }: AstUnit, other: UnitBody, removed: UnitBody): boolean {
  return containsName(kept.text, lastSegment(name)) && commonShare(removed, other) > commonShare(removed, kept)
}

/** A past state of a file. */
interface PastState {
  lines(): readonly string[]
  units(): Promise<readonly AstUnit[]>
  /** Returns the units whose names end in a word; a file without the word is not parsed. */
  named(word: string): Promise<readonly AstUnit[]>
}

function pastState(path: RepoPath, content: FileContent, { call, pastAst }: ReadContext): PastState {
  // Problems with a past state are not reported: they say nothing about the current file.
  const outline = outlineOnce(path, content, { ast: pastAst, call, report: () => undefined })
  const units = async (): Promise<readonly AstUnit[]> => (await outline())?.units ?? []
  let lines: readonly string[] | undefined
  return {
    lines: () => (lines ??= textLines(content.bytes)),
    units,
    async named(word) {
      if (!new TextDecoder().decode(content.bytes).includes(word)) return []
      return (await units()).filter(({ name }) => lastSegment(name) === word)
    },
  }
}
