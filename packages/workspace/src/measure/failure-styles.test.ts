import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import type { Checkout, SourceFile } from './checkout-sources.ts'
import { countFailureStyles } from './failure-styles.ts'
import { findRepeatedDeclarations } from './repeated-declarations.ts'

function checkoutOf(files: Readonly<Record<string, string>>): Checkout {
  const sources = Object.entries(files).map(([path, text]): SourceFile => ({
    ...{ path, text, packageName: 'core', isTest: path.includes('.test.') },
    tree: () => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  }))
  return { dir: '/', packages: [{ shortName: 'core', dir: '/core', manifest: { name: 'core' }, files: sources }] }
}

describe('countFailureStyles', () => {
  it('counts each style, outside of tests', () => {
    const text = `
      async function attemptAll(a: R, b: R): R {
        if (a.isErr()) return err(a.error)
        if (b.isErr()) { return errAsync(b.error) }
        if (a.isErr()) return b
        try { await a } catch { throw new Error() }
        return { ...(b ? { b } : {}), ...(a ? {} : { a }) }
      }
      const x = safeTry(async function* () {})`
    expect(countFailureStyles(checkoutOf({ 'a.ts': text, 'a.test.ts': text }))).toEqual({
      returnedByHand: 2,
      safeTry: 1,
      tryCatch: 1,
      throws: 1,
      attempts: ['a.ts'],
      emptyObjectBranches: 2,
    })
  })
})

describe('findRepeatedDeclarations', () => {
  it('lists the places of a type, its validator and its order of output', () => {
    const checkout = checkoutOf({
      'type.ts': 'export interface A { a: 1 }\nexport interface Once { b: 1 }',
      'validator.ts': 'exactly<Shown<A>>()(z.strictObject({}))',
      'order.ts': 'shape<A>({})',
    })
    expect(findRepeatedDeclarations(checkout)).toEqual([
      { name: 'A', places: ['type.ts (type)', 'validator.ts (validator)', 'order.ts (order of output)'] },
    ])
  })

  it('knows a validator by its annotation, and a list of keys, but not one that is generated or a choice of keys', () => {
    const checkout = checkoutOf({
      'type.ts': 'interface A { a: 1 }\ninterface B { b: 1 }\ninterface C { c: 1 }\ninterface D { d: 1 }',
      'validator.ts': 'const a: z.ZodType<A> = described(z.strictObject({ a: z.literal(1) }))',
      'generated.ts': "const b: z.ZodType<B> = createValidator(json, 'B')",
      'keys.ts': "const c: readonly (keyof C)[] = ['a', 'b', 'c', 'd']\nconst d: readonly (keyof D)[] = ['a']",
    })
    expect(findRepeatedDeclarations(checkout)).toEqual([
      { name: 'A', places: ['type.ts (type)', 'validator.ts (validator)'] },
      { name: 'C', places: ['type.ts (type)', 'keys.ts (list of keys)'] },
    ])
  })
})
