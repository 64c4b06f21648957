import type { AstUnitType } from '@chronicle/core/contracts'
import { expect, it } from 'vitest'
import { isExported } from './is-exported.ts'

it.each([
  ['a.ts', 'open', 'export function open()', true],
  ['a.ts', 'open', 'function open()', false],
  ['a.ts', 'Door::open', 'open()', true],
  ['a.ts', 'Door::#lock', '#lock()', false],
  ['a.py', 'open', 'def open()', true],
  ['a.py', '_open', 'def _open()', false],
  ['a.py', 'Door::_lock', 'def _lock(self)', false],
  ['a.py', 'Door::__init__', 'def __init__(self)', true],
  ['a.go', 'Open', 'func Open()', true],
  ['a.go', 'open', 'func open()', false],
  ['a.go', 'Door::Open', 'func (d *Door) Open()', true],
  ['a.go', 'Door::lock', 'func (d *Door) lock()', false],
  ['a.rs', 'open', 'pub fn open()', true],
  ['a.rs', 'open', 'fn open()', false],
  ['A.java', 'Door::open', 'public void open()', true],
  ['A.java', 'Door::lock', 'private void lock()', false],
])('in %s, %s of `%s` is visible outside: %s', (path, name, signature, exported) => {
  const type: AstUnitType = 'function'
  expect(isExported({ type, name, signature, lines: { start: 1, end: 1 } }, path)).toBe(exported)
})
