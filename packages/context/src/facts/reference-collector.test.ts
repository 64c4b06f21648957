import type { AstUnitType } from '@chronicle/core/contracts'
import { describe, expect, it } from 'vitest'
import type { SymbolReferences } from './file-facts.ts'
import { ReferenceCollector } from './reference-collector.ts'

function referencesOf(name: string, type: AstUnitType, signature: string, text: string): SymbolReferences {
  const collector = new ReferenceCollector({ name, type, signature, lines: { start: 1, end: 1 } })
  for (const { 0: word, index } of text.matchAll(/[A-Za-z_$]+/g)) collector.add(word, text, index)
  return collector.references()
}

describe('the references of a symbol', () => {
  it('are what it calls and what it names as a type, each in one list', () => {
    const signature = 'read(id: Id): Session'
    expect(
      referencesOf('Store::read', 'method', signature, `${signature} { return cache.find(id) ?? open (id) }`),
    ).toEqual({
      calls: ['find', 'open'],
      types: ['id', 'Id', 'Session'],
    })
  })

  it('are what it inherits from', () => {
    const signature = 'class Store extends Base implements Closable'
    expect(referencesOf('Store', 'class', signature, signature).inherits).toEqual([
      'extends',
      'Base',
      'implements',
      'Closable',
    ])
  })

  it('are not itself, as a method neither', () => {
    const text = 'read() { return this.read() }'
    expect(referencesOf('Store::read', 'method', 'read()', text)).toEqual({})
    expect(referencesOf('read', 'function', 'read()', text)).toEqual({})
  })

  it('have a macro among calls', () => {
    expect(referencesOf('f', 'function', 'fn f()', 'fn f() { println!("x") }').calls).toEqual(['println'])
  })
})
