import { expect, it } from 'vitest'
import { isSourcePath, isTestPath } from './is-source-path.ts'

it.each([
  'src/flask/testing.py',
  'test_helpers.go',
  'lib/contest.js',
  'crates/core/latest.rs',
  'sphinx/ext/doctest.py',
  'src/specs.ts',
  'testing/run.py',
])('%s is source', (path) => {
  expect(isSourcePath(path)).toBe(true)
})

it.each([
  'tests/a.py',
  'pkg/test_a.py',
  'pkg/conftest.py',
  'a_test.go',
  'src/a.test.ts',
  'src/__tests__/a.js',
  'src/test/java/AIT.java',
  'src/UserTest.java',
  'spec/user_spec.rb',
])('%s is a test', (path) => {
  expect(isTestPath(path)).toBe(true)
  expect(isSourcePath(path)).toBe(false)
})

it.each([
  'README.md',
  'docs/conf.py',
  'examples/a.js',
  'vendor/a.go',
  'a.min.js',
  'api.pb.go',
  'package.json',
  'types.d.ts',
])('%s is neither', (path) => {
  expect(isTestPath(path)).toBe(false)
  expect(isSourcePath(path)).toBe(false)
})
