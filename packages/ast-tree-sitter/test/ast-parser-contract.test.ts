import { testAstParser } from '@chronicle/testing'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { fixtures } from './fixtures.ts'

/** By file extension, text that is a syntax error at the end of any source. */
const SYNTAX_ERRORS: Readonly<Record<string, string>> = {
  py: '\n)]} = (\n',
  sh: '\nif ]]; then (\n',
  rb: '\n)]} = (\n',
  yml: '\n}: ][\n',
  json: '\n}\n',
  toml: '\n= [\n',
}

testAstParser('tree-sitter', {
  create: () => createTreeSitterParser(),
  samples: fixtures.map(({ path, text }) => ({
    path,
    text,
    syntaxError: SYNTAX_ERRORS[path.split('.').at(-1) ?? ''] ?? '\n)]} = (\n',
  })),
})
