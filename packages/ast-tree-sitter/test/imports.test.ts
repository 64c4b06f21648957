import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const own = fileURLToPath(new URL('../', import.meta.url))

/** Returns the modules that a file imports, statically or with `import(…)`; type imports are left out. */
function importsOf(file: string, dynamic: boolean): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const pattern = dynamic ? /\bimport\('([^']+)'\)/gu : /^(?:import|export)\s(?!type\b)[^']*?from '([^']+)'/gmu
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}

/** Returns every file and package reachable from the entry, except files of this package. */
function reachable(options: { readonly dynamic: boolean }): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [join(own, 'src/index.ts')]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const specifiers = [...importsOf(file, false), ...(options.dynamic ? importsOf(file, true) : [])]
    for (const specifier of specifiers) {
      const target = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier
      if (reached.has(target)) continue
      reached.add(target)
      if (specifier.startsWith('.')) open.push(target)
    }
  }
  return new Set([...reached].filter((name) => !name.startsWith(own)))
}

it('loads neither parsers nor anything of Node until the first outline', () => {
  expect([...reachable({ dynamic: false })].sort()).toEqual(['@chronicle/core/contracts', '@chronicle/schema'])
})

it('needs Node only to find installed grammars, and imports nothing of it, which bundlers for browsers would miss', () => {
  const names = [...reachable({ dynamic: true })]
  expect(names).toContain('web-tree-sitter')
  expect(names.filter((name) => name.startsWith('node:'))).toEqual([])
})
