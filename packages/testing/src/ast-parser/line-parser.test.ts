import type { RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { createLineParser } from './line-parser.ts'
import { testAstParser } from './test-ast-parser.ts'

const SAMPLE = `# Reaches the broker.
class Client
  field host

  # Opens the connection.
  # Once only.
  method connect(host,  port)
    dial host
    function retry()
      dial host

  method close()

function main()
  run
`

testAstParser('line parser', {
  create: () => createLineParser(),
  samples: [{ path: 'src/client.lines', text: SAMPLE, syntaxError: '! what\n' }],
})

it('outlines lines', async () => {
  const outline = await createLineParser().outline({ path: 'client.lines' as RepoPath, text: SAMPLE })
  expect(outline._unsafeUnwrap()).toEqual({
    language: 'lines',
    partial: false,
    units: [
      { type: 'class', name: 'Client', signature: 'class Client', lines: { start: 1, end: 12 } },
      { type: 'field', name: 'Client::host', signature: 'field host', lines: { start: 3, end: 3 } },
      {
        type: 'method',
        name: 'Client::connect',
        signature: 'method connect(host, port)',
        lines: { start: 5, end: 10 },
      },
      {
        type: 'function',
        name: 'Client::connect::retry',
        signature: 'function retry()',
        lines: { start: 9, end: 10 },
      },
      { type: 'method', name: 'Client::close', signature: 'method close()', lines: { start: 12, end: 12 } },
      { type: 'function', name: 'main', signature: 'function main()', lines: { start: 14, end: 15 } },
    ],
  })
})

it('takes other endings for its language', async () => {
  const parser = createLineParser({ endings: ['.rs', '.py'] })
  expect(parser.language('a.rs' as RepoPath)).toBe('lines')
  expect(parser.language('a.lines' as RepoPath)).toBeUndefined()
})
