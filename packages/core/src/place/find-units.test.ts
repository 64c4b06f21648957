import { describe, expect, it } from 'vitest'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { findUnits } from './find-units.ts'

function unit(name: string, start: number, signature = `${name}()`, type: AstUnit['type'] = 'method'): AstUnit {
  return { type, name, signature, lines: { start, end: start + 2 } }
}

function found(
  anchor: { readonly name: string; readonly signature?: string; readonly type?: string },
  units: readonly AstUnit[],
  kept: readonly number[] = [],
): unknown {
  const ranges = kept.map((line) => ({ start: line, end: line }))
  const match = findUnits({ type: 'method', ...anchor }, units, ranges)
  return match && [match.match, ...match.units.map(({ lines }) => lines.start)]
}

describe('finding what an anchor stands for', () => {
  it('keeps a private name apart from the public one', () => {
    const units = [unit('Pool::close', 1), unit('Pool::#close', 4)]
    expect(found({ name: 'Pool::close' }, units)).toEqual(['exact', 1])
    expect(found({ name: 'Pool::#close' }, units)).toEqual(['exact', 4])
    expect(found({ name: 'Pool::#close' }, units.slice(0, 1))).toBeUndefined()
    expect(found({ name: 'Pool::close' }, units.slice(1))).toBeUndefined()
    // A method that became public keeps its lines but has another name.
    expect(found({ name: 'Pool::#close' }, units.slice(0, 1), [1])).toEqual(['fuzzy', 1])
  })

  it('tells overloads apart by signature, then by where recorded lines are', () => {
    const units = [unit('put', 1, 'put(a: A)'), unit('put', 4, 'put(b: B)')]
    expect(found({ name: 'put', signature: 'put(b:  B)' }, units)).toEqual(['exact', 4])
    expect(found({ name: 'put' }, units, [5])).toEqual(['exact', 4])
    expect(found({ name: 'put' }, units)).toEqual(['exact', 1, 4])
    expect(found({ name: 'put', signature: 'put(c: C)' }, units)).toEqual(['signature_changed', 1, 4])
  })

  it('prefers the recorded type: a class is not its constructor', () => {
    const units = [unit('Pool', 1, 'class Pool', 'class'), unit('Pool', 4, 'Pool()', 'constructor')]
    expect(found({ name: 'Pool', type: 'constructor' }, units)).toEqual(['exact', 4])
  })

  it('keeps scopes apart, and finds a name without its scope', () => {
    const units = [unit('Pool::open', 1), unit('Door::open', 4)]
    expect(found({ name: 'Door::open' }, units)).toEqual(['exact', 4])
    expect(found({ name: 'open' }, units)).toEqual(['unqualified', 1, 4])
    expect(found({ name: 'Gate::open' }, units, [1])).toBeUndefined()
  })

  it('takes a name that is only spelled alike where it has recorded lines', () => {
    const units = [unit('connects', 1)]
    expect(found({ name: 'connect' }, units)).toBeUndefined()
    expect(found({ name: 'connect' }, units, [2])).toEqual(['fuzzy', 1])
  })
})
