import type { RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

it.each([
  ['rust', 'src/lib.rs'],
  ['typescript', 'a.ts b.mts c.cts types.d.ts'],
  ['tsx', 'App.tsx'],
  ['javascript', 'a.js b.mjs c.cjs d.jsx'],
  ['python', 'a.py stubs.pyi run.pyw SConstruct'],
  ['go', 'main.go'],
  ['java', 'Main.java'],
  ['c', 'a.c b.h'],
  ['cpp', 'a.cc b.cpp c.cxx d.hh e.hpp f.hxx g.ipp h.cu'],
  ['csharp', 'A.cs script.csx'],
  ['ruby', 'a.rb tasks.rake Rakefile Gemfile x.gemspec config.ru'],
  ['php', 'index.php page.phtml'],
  ['kotlin', 'A.kt build.gradle.kts'],
  ['swift', 'A.swift'],
  ['scala', 'A.scala script.sc build.sbt'],
  ['bash', 'a.sh b.bash c.zsh .bashrc .profile PKGBUILD'],
  ['json', 'package.json .babelrc composer.lock'],
  ['jsonc', 'a.jsonc tsconfig.json .eslintrc my.code-workspace'],
  ['yaml', 'a.yml b.yaml .clang-format'],
  ['toml', 'Cargo.toml Cargo.lock Pipfile'],
])('knows the files of %s', (language, names) => {
  for (const name of names.split(' ')) {
    expect([name, detectLanguage(name as RepoPath)]).toEqual([name, language])
    expect(detectLanguage(`deep/er.d/${name}` as RepoPath)).toBe(language)
  }
})

it('goes by extensions in either case', () => {
  expect(detectLanguage('LEGACY.PY' as RepoPath)).toBe('python')
})

it.each([
  'Dockerfile',
  'Makefile',
  '.gitignore',
  'README.md',
  'a.css',
  'LICENSE',
  '.rs',
  'rs',
  'a.',
  '',
  'constructor',
])('knows no language for %s', (name) => {
  expect(detectLanguage(name as RepoPath)).toBeUndefined()
})
