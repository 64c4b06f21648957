import { describe, expect, it } from 'vitest'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { findSameNamed } from './same-named.ts'

const unit = (name: string, start: number, end: number): AstUnit => ({ type: 'method', name, lines: { start, end } })
const state = (
  text: string,
  units: readonly AstUnit[],
): { lines: () => readonly string[]; units: () => Promise<readonly AstUnit[]> } => ({
  lines: () => text.split('\n'),
  units: () => Promise.resolve(units),
})

const PUT = ['void put(String a) {', '  texts.add(a);', '}', 'void put(int a) {', '  numbers.add(a);', '}']
const BEFORE = state(PUT.join('\n'), [unit('O::put', 1, 3), unit('O::put', 4, 6)])

describe('findSameNamed', () => {
  it('finds each unit by its code, wherever it stands', async () => {
    const now = state([...PUT.slice(3), ...PUT.slice(0, 3)].join('\n'), [unit('O::put', 1, 3), unit('O::put', 4, 6)])
    expect(await findSameNamed('O::put', { start: 2, end: 2 }, BEFORE, now)).toMatchObject({ lines: { start: 4 } })
    expect(await findSameNamed('put', { start: 5, end: 5 }, BEFORE, now)).toMatchObject({ lines: { start: 1 } })
  })

  it('says that a unit is gone if another one became the only one left', async () => {
    const now = state(PUT.slice(3).join('\n'), [unit('O::put', 1, 3)])
    expect(await findSameNamed('O::put', { start: 1, end: 3 }, BEFORE, now)).toBe('gone')
    expect(await findSameNamed('O::put', { start: 4, end: 6 }, BEFORE, now)).toMatchObject({ lines: { start: 1 } })
  })

  it('knows nothing of a unit whose name no other one had, or that none has now', async () => {
    const single = state(PUT.slice(0, 3).join('\n'), [unit('O::put', 1, 3)])
    expect(await findSameNamed('O::put', { start: 1, end: 3 }, single, BEFORE)).toBeUndefined()
    expect(await findSameNamed('O::put', { start: 1, end: 3 }, BEFORE, state('', []))).toBeUndefined()
  })

  it.each([
    ['def load(self):\n\ndef load(self, path):', 'load'],
    ['impl From<A> for E {\nimpl From<B> for E {', 'E'],
    ['func (a *A) Stop() {\nfunc (b *B) Stop() {', 'Stop'],
    ['  remove(id) {\n  remove(name) {', 'remove'],
  ])('reads the units of %j', async (text, name) => {
    let isRead = false
    const units = (): Promise<readonly AstUnit[]> => {
      isRead = true
      return Promise.resolve([])
    }
    await findSameNamed(name, { start: 1, end: 1 }, { lines: () => text.split('\n'), units }, BEFORE)
    expect(isRead).toBe(true)
  })

  it.each(['def load(self):\n    return load(path)', 'load(a)\nload(b)', 'x = load(a)\ny = self.load(b)'])(
    'does not read the units of %j',
    async (text) => {
      const units = (): never => {
        throw new Error('Units were read.')
      }
      const before = { lines: () => text.split('\n'), units }
      expect(await findSameNamed('load', { start: 1, end: 1 }, before, BEFORE)).toBeUndefined()
    },
  )
})
