import { expect, test } from 'vitest'
import { parsePlaceArgument } from './parse-place-argument.ts'

test.each([
  ['src/a.ts', { path: 'src/a.ts' }],
  ['src/a.ts:connect', { path: 'src/a.ts', anchor: 'connect' }],
  ['src/a.rs::Foo::new', { path: 'src/a.rs', anchor: 'Foo::new' }],
  ['src/a.rs:Foo::new', { path: 'src/a.rs', anchor: 'Foo::new' }],
  ['src/a.ts:#secret', { path: 'src/a.ts', anchor: '#secret' }],
  ['src/a.ts:10', { path: 'src/a.ts', lines: { start: 10, end: 10 } }],
  ['src/a.ts:10-20', { path: 'src/a.ts', lines: { start: 10, end: 20 } }],
  // No lines: backwards, and from 0.
  ['src/a.ts:20-10', { path: 'src/a.ts', anchor: '20-10' }],
  ['src/a.ts:0', { path: 'src/a.ts', anchor: '0' }],
  ['C:\\src\\a.ts', { path: 'C:\\src\\a.ts' }],
  ['C:\\src\\a.ts:connect', { path: 'C:\\src\\a.ts', anchor: 'connect' }],
  ['C:/src/a.ts:7', { path: 'C:/src/a.ts', lines: { start: 7, end: 7 } }],
  ['src/a.ts:', { path: 'src/a.ts:' }],
  [':connect', { path: ':connect' }],
  ['', { path: '' }],
])('%j', (text, place) => {
  expect(parsePlaceArgument(text)).toEqual(place)
})
