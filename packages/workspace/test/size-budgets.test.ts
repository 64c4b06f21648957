import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { readCheckout } from '../src/measure/checkout-sources.ts'
import { measureStarts } from '../src/measure/command-start.ts'
import { measureInstallSizes } from '../src/measure/install-size.ts'
import { SIZE_BUDGETS, START_BUDGETS } from '../src/measure/size-budgets.ts'

/*
 * Size and start-up budgets of the built packages. The start-up test counts what is loaded instead of timing it,
 * because the count is the same on every machine.
 */

const kib = (bytes: number): number => Math.ceil(bytes / 1024)

describe('sizes of installations', () => {
  const sizes = measureInstallSizes(readCheckout(repositoryRoot))

  it('have a budget for each published package, and for no other', () => {
    expect(Object.keys(SIZE_BUDGETS).sort()).toEqual(sizes.map(({ packageName }) => packageName).sort())
  })

  it.each(sizes)('$packageName keeps within its budget', ({ packageName, packed, unpacked, installed }) => {
    const budget = SIZE_BUDGETS[packageName]
    // Without this check, a package that was not built would pass.
    expect(kib(unpacked)).toBeGreaterThan(10)
    expect(kib(packed)).toBeLessThanOrEqual(budget?.packed ?? 0)
    expect(kib(installed)).toBeLessThanOrEqual(budget?.installed ?? 0)
  })
})

describe('starts of the command', () => {
  const starts = measureStarts(join(repositoryRoot, 'packages/cli'))

  it('have a budget each', () => {
    expect(Object.keys(START_BUDGETS)).toEqual(starts.map(({ command }) => command))
  })

  it.each(starts)('$command loads no more than its budget', ({ command, modules, bytes }) => {
    expect(modules).toBeGreaterThan(1)
    expect(modules).toBeLessThanOrEqual(START_BUDGETS[command]?.modules ?? 0)
    expect(kib(bytes)).toBeLessThanOrEqual(START_BUDGETS[command]?.loaded ?? 0)
  })
})
