import { completeRegion, type Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { TargetFile } from '../place/target-file.ts'
import { commentOfRegion, rulesOfRemovedComments, withoutRemovedRules } from './comment-of-region.ts'

const QUOTE = '// Never drain\n// the pool twice.'
const fromComment: Region = completeRegion({
  file: 'a.ts',
  intent: 'Never drain the pool twice.',
  evidence: [{ kind: 'file_lines', quote: QUOTE }],
})
const fileOf = (text: string | undefined): TargetFile => {
  return { text: text === undefined ? undefined : { lines: () => text.split('\n') } } as TargetFile
}
const STANDS = fileOf('x()\n/* NEVER drain the\n * pool twice! */\ny()')
const CHANGED = fileOf('x()\n// Never drain the pool.\ny()')

describe('a region that was taken from a comment', () => {
  it('stands while its words do, however they are marked and wrapped', () => {
    expect(commentOfRegion(fromComment, STANDS)).toBe('stands')
    expect(commentOfRegion(fromComment, CHANGED)).toBe('changed')
    expect(commentOfRegion(fromComment, fileOf('// Neverdrain the pool twice'))).toBe('changed')
  })

  it('of several comments stands while all of them do', () => {
    const other = { kind: 'file_lines', quote: '# Ask first.' } as const
    const both: Region = { ...fromComment, evidence: [...fromComment.evidence, other] }
    expect(commentOfRegion(both, STANDS)).toBe('changed')
    expect(commentOfRegion(both, fileOf(`${QUOTE}\n# Ask first.`))).toBe('stands')
  })

  it.each<[string, Partial<Region>]>([
    ['intent', { intent: 'Drain once' }],
    ['reasoning', { reasoning: 'It hangs.' }],
    ['risk', { risk_notes: 'It hangs.' }],
    ['constraint', { constraints: [{ text: 'Drain once', source: 'author' }] }],
    ['rejected alternative', { rejected_alternatives: [{ approach: 'A lock', reason: 'never' }] }],
    ['reason to reject', { rejected_alternatives: [{ approach: 'never', reason: 'Slow' }] }],
    ['dependency', { semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: 'never drain' }] }],
    ['evidence', { evidence: [...fromComment.evidence, { kind: 'commit_message', quote: 'Never drain' }] }],
    ['quote', { evidence: [...fromComment.evidence, { kind: 'file_lines', quote: '--' }] }],
    ['evidence without a quote', { evidence: [{ kind: 'file_lines' }] }],
  ])('and says more, by its %s, is no comment', (_, more) => {
    expect(commentOfRegion({ ...fromComment, ...more }, STANDS)).toBeUndefined()
  })

  it('may be put together from two that follow each other', () => {
    const two: Region = {
      ...fromComment,
      intent: 'Drain the',
      evidence: [
        { kind: 'file_lines', quote: '// Never drain' },
        { kind: 'file_lines', quote: '// the pool twice' },
      ],
    }
    expect(commentOfRegion(two, STANDS)).toBe('stands')
    expect(commentOfRegion({ ...two, intent: 'Drainthe' }, STANDS)).toBeUndefined()
  })

  it('and repeats it elsewhere still is one', () => {
    const more: Partial<Region> = {
      reasoning: 'drain the pool',
      risk_notes: 'twice',
      constraints: [{ text: 'Never drain', source: 'inferred' }],
      rejected_alternatives: [{ approach: 'the pool', reason: 'twice' }],
    }
    expect(commentOfRegion({ ...fromComment, ...more }, STANDS)).toBe('stands')
  })

  it('is not known to stand in a file that is not text', () => {
    expect(commentOfRegion(fromComment, fileOf(undefined))).toBeUndefined()
    expect(commentOfRegion({ ...fromComment, evidence: [] }, STANDS)).toBeUndefined()
  })
})

describe('rules that were taken from comments', () => {
  const rule = (text: string): Region['constraints'][number] => ({ text, source: 'author' })
  const region: Region = {
    ...fromComment,
    reasoning: 'It says more.',
    constraints: [rule('Never drain the pool twice'), rule('Ask first'), rule('Of its own')],
    evidence: [
      { kind: 'file_lines', quote: QUOTE },
      { kind: 'file_lines', quote: '# Ask first.' },
      { kind: 'file_lines' },
      { kind: 'commit_message', quote: 'Of its own' },
    ],
  }

  it('are gone where their comment is', () => {
    expect(rulesOfRemovedComments(region, fileOf(`${QUOTE}\n# Ask first.`))).toEqual([])
    expect(rulesOfRemovedComments(region, STANDS)).toEqual(['Ask first'])
    expect(rulesOfRemovedComments(region, CHANGED)).toEqual(['Never drain the pool twice', 'Ask first'])
  })

  it('stand while one of the comments that say them does', () => {
    const twice = {
      ...region,
      evidence: [...region.evidence, { kind: 'file_lines', quote: '// Ask first, always' } as const],
    }
    expect(rulesOfRemovedComments(twice, fileOf('// Ask first, always'))).toEqual(['Never drain the pool twice'])
  })

  it('are not known to be gone from a file that is not text, nor without a comment', () => {
    expect(rulesOfRemovedComments(region, fileOf(undefined))).toEqual([])
    expect(rulesOfRemovedComments({ ...region, evidence: [] }, CHANGED)).toEqual([])
  })

  it('are left out with their comment if they were inferred', () => {
    const inferred: Region = { ...region, constraints: [rule('Of its own'), { text: 'Ask first', source: 'inferred' }] }
    expect(withoutRemovedRules(inferred, STANDS).constraints).toEqual([rule('Of its own')])
    expect(withoutRemovedRules(inferred, fileOf(`${QUOTE}\n# Ask first.`))).toBe(inferred)
    expect(withoutRemovedRules(region, CHANGED)).toBe(region)
  })
})
