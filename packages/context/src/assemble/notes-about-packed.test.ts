import type { CommitId, RecordedNote, RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { DraftPart } from '../pack/draft.ts'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { notesAboutPacked } from './notes-about-packed.ts'

const path = (text: string): RepoPath => text as RepoPath
const note = (place: string, anchor?: string): RecordedNote => ({
  path: path(place),
  ...(anchor === undefined ? {} : { anchor }),
  kind: 'risk',
  text: `About ${place} ${anchor ?? ''}`.trim(),
  commit: 'a'.repeat(40) as CommitId,
})
const part = (name: string): DraftPart => ({
  name,
  lines: { start: 1, end: 9 },
  tier: 'primary',
  detail: 'body',
  text: name,
  order: 1,
})

const notes = [
  note('lib/app.js', 'App::render'),
  note('lib/app.js', 'App'),
  note('lib/app.js', 'listen'),
  note('lib/app.js'),
  note('lib/answer.js', 'populateLength'),
  note('lib/answer.js'),
  note('lib/'),
  note('src/'),
]
const textsOf = (found: readonly RecordedNote[]): readonly string[] => found.map(({ text }) => text)
const files = [
  { path: path('lib/app.js'), parts: [part('App::render')] },
  { path: path('lib/answer.js'), parts: [] },
]

it('are those of packed units, of their classes, and of the files and folders with packed code', () => {
  expect(textsOf(notesAboutPacked(notes, { files, named: [], namedFiles: new Set() }))).toEqual([
    'About lib/app.js App::render',
    'About lib/app.js App',
    'About lib/app.js',
    'About lib/',
  ])
})

it('are those of what the task names, packed or not', () => {
  const symbol = { name: 'listen', kind: 'function', lines: { start: 20, end: 22 }, references: {} } as const
  const listen: RankedSymbol = { path: path('lib/app.js'), index: 1, symbol, score: 1, breakdown: {} }
  const named = notesAboutPacked(notes, { files: [], named: [listen], namedFiles: new Set([path('lib/answer.js')]) })
  expect(textsOf(named)).toEqual([
    'About lib/app.js listen',
    'About lib/answer.js populateLength',
    'About lib/answer.js',
  ])
})

it('are those of a packed unit by its own name, without that of its class', () => {
  const own = [note('lib/app.js', 'render'), note('lib/app.js', 'App::listen'), note('lib/app.js', 'Other::render')]
  expect(textsOf(notesAboutPacked(own, { files, named: [], namedFiles: new Set() }))).toEqual([
    'About lib/app.js render',
  ])
})
