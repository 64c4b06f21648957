import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMovedBody, isSameBody, mayContain, unitBody, type UnitBody } from './unit-body.ts'

function body(name: string, ...lines: readonly string[]): UnitBody {
  return unitBody(lines, { type: 'function', name, lines: { start: 1, end: lines.length } })
}

const STATEMENTS = Array.from({ length: 9 }, (_, i) => `    let value${i} = compute(${i});`)

describe('the body of a unit', () => {
  it('does not depend on its own name, on white space or on blank lines', () => {
    const before = body('Client::connect', 'fn connect(retries: u8) {', '  connect(retries - 1)', '}')
    const after = body('Client::open', 'fn open(retries:  u8) {', '', '\topen(retries - 1)', '', '}')
    expect(isSameBody(before, after)).toBe(true)
    // A longer word that contains the name is a different word.
    expect(body('open', 'fn open() { reopen(broker_address) }').text).toContain('reopen')
  })

  it('is the same with 80 % of the lines of the longer one, and not with less', () => {
    const whole = body('a', 'fn a() {', ...STATEMENTS)
    expect(isSameBody(whole, body('b', 'fn b() {', ...STATEMENTS.slice(2)))).toBe(true)
    expect(isSameBody(whole, body('b', 'fn b() {', ...STATEMENTS.slice(3)))).toBe(false)
    // Repeated lines are matched as often as they occur.
    const repeated = body('c', 'fn c() {', ...Array.from({ length: 9 }, () => STATEMENTS[0] ?? ''))
    expect(isSameBody(whole, repeated)).toBe(false)
  })

  it('is that of no other unit when it is too short to tell', () => {
    expect(isSameBody(body('a', 'pub struct a;'), body('b', 'pub struct b;'))).toBe(false)
    expect(isSameBody(body('a', 'fn a() {}'), body('b', 'fn b() {}'))).toBe(false)
  })

  it('is that of a moved and edited unit with half of its lines, if enough of them have words', () => {
    const whole = body('A::f', 'fn f() {', ...STATEMENTS.slice(0, 4), '}')
    const edited = (...lines: readonly string[]): UnitBody => body('B::f', 'fn f() {', ...lines, '}')
    expect(isMovedBody(whole, edited(...STATEMENTS.slice(2, 6)))).toBe(true)
    expect(isMovedBody(whole, edited(...STATEMENTS.slice(3, 7)))).toBe(false)
    // Two short methods have their first and last line in common.
    expect(isMovedBody(edited('    self.first_value = first;'), edited('    self.other_value = second;'))).toBe(false)
  })

  it('is compared the same in both directions, and equal to itself when it tells', () => {
    const line = fc.constantFrom(...STATEMENTS, 'return;', '', '}', 'f(g)')
    const bodies = fc.array(line, { maxLength: 12 }).map((lines) => body('f', 'fn f(first, second, third) {', ...lines))
    fc.assert(
      fc.property(bodies, bodies, (one, other) => {
        expect(isSameBody(one, one)).toBe(true)
        expect(isSameBody(one, other)).toBe(isSameBody(other, one))
      }),
    )
  })

  it('is in no file that cannot contain it', () => {
    const line = fc.constantFrom(...STATEMENTS, 'return;', '', '}', 'f(g)', '  g(f)', 'let  value0 = compute(0);')
    const lines = fc.array(line, { maxLength: 12 })
    const around = fc.tuple(lines, lines)
    fc.assert(
      fc.property(lines, lines, around, fc.constantFrom('f', 'g'), (before, after, [above, below], name) => {
        const own = body('f', 'fn f(first, second, third) {', ...before)
        const text = [`fn ${name}(first, second, third) {`, ...after]
        const file = [...above, ...text, ...below]
        const place = { start: above.length + 1, end: above.length + text.length }
        const other = unitBody(file, { type: 'function', name, lines: place })
        if (isSameBody(own, other)) expect(mayContain(file, own, false)).toBe(true)
        if (isMovedBody(own, other)) expect(mayContain(file, own, true)).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(mayContain(['other()'], body('f', 'fn f() {', ...STATEMENTS), true)).toBe(false)
  })
})
