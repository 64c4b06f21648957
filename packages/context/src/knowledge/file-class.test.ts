import { expect, it } from 'vitest'
import { fileClass } from './file-class.ts'

it.each([
  ['src/auth/handler.ts', 'source'],
  ['lib/router/index.js', 'source'],
  ['crates/core/main.rs', 'source'],
  ['test/handler.test.ts', 'test'],
  ['src/auth/handler.spec.tsx', 'test'],
  ['tests/test_basic.py', 'test'],
  ['context_test.go', 'test'],
  ['docs/guide.md', 'doc'],
  ['CHANGELOG.md', 'doc'],
  ['docs/conf.py', 'test'],
  ['testdata/protoexample/test.proto', 'fixture'],
  ['tests/fixtures/app.py', 'fixture'],
  ['node_modules/express/index.js', 'generated'],
  ['public/app.min.js', 'generated'],
  ['api/service.pb.go', 'generated'],
  ['package-lock.json', 'generated'],
  ['types/index.d.ts', 'declaration'],
  ['package.json', 'config'],
  ['.github/workflows/ci.yml', 'config'],
])('%s is %s', (path, kind) => {
  expect(fileClass(path, undefined)).toBe(kind)
})

it('is generated where its text says so', () => {
  expect(fileClass('src/auth/handler.ts', 'generated')).toBe('generated')
})
