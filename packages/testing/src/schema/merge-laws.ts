import { contentId, type Annotation, type Region } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { declareLaws, type Law } from '../law.ts'
import { annotationArbitrary } from './annotation-arbitrary.ts'
import { semilatticeProperties } from './semilattice-properties.ts'

/** A function that merges two annotations of one commit, like `mergeAnnotations`. */
export type AnnotationMerge = (a: Annotation, b: Annotation) => Annotation

/** Declares the laws of merging as tests of the surrounding suite, with `runs` runs each. */
export function mergeLaws(merge: AnnotationMerge, runs = 200): void {
  declareLaws('merging annotations obeys the laws', mergeProperties(merge), runs)
}

/** Returns the laws as properties, for other test runners. */
export function mergeProperties(merge: AnnotationMerge): readonly Law[] {
  const [one, two] = [annotationArbitrary(), annotationArbitrary()] as const
  return [
    ...semilatticeProperties(merge, annotationArbitrary),
    {
      name: 'nothing that either side says is lost',
      property: fc.property(one, two, (a, b) => {
        const merged = merge(a, b)
        for (const side of [a, b]) expectSaid(side, merged)
      }),
    },
    {
      name: 'nothing is made up: every region is from one of the sides',
      property: fc.property(one, two, (a, b) => {
        const known = new Set([...a.regions, ...b.regions].map(contentId))
        for (const region of merge(a, b).regions) expect(known).toContain(contentId(region))
      }),
    },
    {
      name: 'every region goes by a recording that one of the sides has for it',
      property: fc.property(one, two, (a, b) => {
        const merged = merge(a, b)
        for (const region of merged.regions) {
          const known = [a, b].flatMap((side) =>
            side.regions
              .filter((each) => contentId(each) === contentId(region))
              .map((each) => each.recorded ?? side.provenance.recorded),
          )
          expect(known).toContainEqual(region.recorded ?? merged.provenance.recorded)
        }
      }),
    },
    {
      name: 'the annotations that went in are not changed',
      property: fc.property(one, two, (a, b) => {
        const before = structuredClone([a, b])
        merge(a, b)
        expect([a, b]).toEqual(before)
      }),
    },
  ]
}

function expectSaid(side: Annotation, merged: Annotation): void {
  expectLines(side.summary, merged.summary)
  expectLines(side.task, merged.task)
  expectLines(side.provenance.synthesis_notes, merged.provenance.synthesis_notes)
  expectEntries(side.provenance.derived_from, merged.provenance.derived_from)
  expectKeys(side.unknown_keys, merged.unknown_keys)
  expectKeys(side.provenance.unknown_keys, merged.provenance.unknown_keys)
  for (const region of side.regions) {
    const same = merged.regions.filter((each) => contentId(each) === contentId(region))
    expect(same).toHaveLength(1)
    for (const each of same) expectRegion(region, each)
  }
  for (const concern of side.cross_cutting) {
    const same = merged.cross_cutting.filter(
      (each) =>
        each.description === concern.description &&
        new Set(each.regions).size === new Set([...each.regions, ...concern.regions]).size,
    )
    expect(same.some((each) => concern.tags.every((tag) => each.tags.includes(tag)))).toBe(true)
  }
}

function expectRegion(region: Region, merged: Region): void {
  expectLines(region.reasoning, merged.reasoning)
  expectLines(region.risk_notes, merged.risk_notes)
  expectKeys(region.unknown_keys, merged.unknown_keys)
  for (const list of LISTS) expectEntries(region[list] ?? [], merged[list] ?? [])
}

const LISTS = [
  'constraints',
  'semantic_dependencies',
  'related_annotations',
  'tags',
  'rejected_alternatives',
  'evidence',
  'held_by_tests',
  'corrections',
] as const

/** However texts are combined, no line may be missing. Lines of only dashes may separate texts. */
function expectLines(text: string | undefined, merged: string | undefined): void {
  const lines = new Set(merged?.split('\n'))
  for (const line of text?.split('\n') ?? []) if (!/^-*$/.test(line)) expect(lines).toContain(line)
}

function expectEntries(entries: readonly unknown[], merged: readonly unknown[]): void {
  for (const entry of entries) expect(merged).toContainEqual(entry)
}

function expectKeys(keys: object | undefined, merged: object | undefined): void {
  for (const key of Object.keys(keys ?? {})) expect(Object.keys(merged ?? {})).toContain(key)
}
