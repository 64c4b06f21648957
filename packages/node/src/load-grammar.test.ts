import { expect, test } from 'vitest'
import { loadGrammar } from './load-grammar.ts'

test('a grammar that is not installed, as for a bundle, is told of with what to do', async () => {
  const file = { package: 'no-such-package', path: 'grammar.wasm' }
  await expect(loadGrammar(file)).rejects.toThrow(
    'no-such-package/grammar.wasm is not installed where this program looks. If it is a bundle, leave @chronicle/node',
  )
})
