import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { extractImports } from '../../extract/extract-imports.ts'
import { createImportResolver } from '../create-import-resolver.ts'
import { declaredRoots } from './python-roots.ts'

async function resolved(
  from: string,
  text: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const paths = [...Object.keys(files), from] as RepoPath[]
  const resolver = (await createImportResolver({ paths, readText: async (path) => files[path] }))._unsafeUnwrap()
  return extractImports(text, 'python').flatMap((facts) => resolver.resolve(from as RepoPath, facts))
}

function empty(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, '']))
}

describe('imports of Python', () => {
  const files = empty(
    ...['src/pkg/__init__.py', 'src/pkg/a.py', 'src/pkg/sub/__init__.py', 'src/pkg/sub/b.py', 'src/pkg/space/c.py'],
    ...['tests/helper.py', 'tests/logging.py', 'tests/typing/x.py', 'scripts/tool.py', 'pkg.py.txt'],
  )

  it.each([
    ['src/pkg/a.py', 'from . import sub', ['src/pkg/sub/__init__.py', 'src/pkg/__init__.py']],
    ['src/pkg/sub/b.py', 'from ..a import X', ['src/pkg/a.py']],
    ['src/pkg/sub/b.py', 'from .... import X', []],
    ['tests/test_a.py', 'import pkg.sub.b', ['src/pkg/sub/b.py']],
    ['tests/test_a.py', 'from pkg import X, a', ['src/pkg/a.py', 'src/pkg/__init__.py']],
    ['tests/test_a.py', 'from pkg.space import c', ['src/pkg/space/c.py']],
    [
      'src/pkg/space/c.py',
      'from ..a import X\nfrom pkg.sub import b',
      ['src/pkg/a.py', 'src/pkg/sub/b.py', 'src/pkg/sub/__init__.py'],
    ],
    ['tests/test_a.py', 'import helper, tool', ['tests/helper.py']],
    ['tests/test_a.py', 'import logging, typing, sys, json', ['tests/logging.py']],
    ['src/pkg/a.py', 'import logging, helper', []],
    ['tests/test_a.py', 'import pkg.gone, numpy', []],
  ])('%s: %s', async (from, text, expected) => {
    expect(await resolved(from, text, files)).toEqual(expected)
  })

  it('prefer the project that the file is in', async () => {
    const two = {
      ...empty('one/pyproject.toml', 'one/app/__init__.py', 'two/pyproject.toml', 'two/app/__init__.py'),
    }
    expect(await resolved('one/tests/test_a.py', 'import app', two)).toEqual(['one/app/__init__.py'])
    expect(await resolved('two/tests/test_a.py', 'import app', two)).toEqual(['two/app/__init__.py'])
  })

  it('find roots that project files declare', async () => {
    const project = { 'setup.cfg': '[options]\npackage_dir =\n    = python\n', 'python/pkg/__init__.py': '' }
    expect(await resolved('tools/a.py', 'import pkg', project)).toEqual(['python/pkg/__init__.py'])
    expect(declaredRoots('[tool.setuptools.packages.find]\nwhere = ["lib", "other"]', 'x')).toEqual([
      'x/lib',
      'x/other',
    ])
    expect(declaredRoots('setup(package_dir={"": "code"}, packages=find_packages("code"))', '')).toEqual([
      'code',
      'code',
    ])
    expect(declaredRoots('packages = [{ include = "pkg", from = "src" }]', '')).toEqual(['src'])
    expect(declaredRoots('pythonpath = /abs', '')).toEqual([])
  })
})
