import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { extractImports } from '../extract/extract-imports.ts'
import { createImportResolver } from './create-import-resolver.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  js: 'javascript',
  py: 'python',
  rs: 'rust',
  cs: 'csharp',
  rb: 'ruby',
  kt: 'kotlin',
  sh: 'bash',
}

/** Resolves the imports of `text` as file `from` among the other files. Each file is a path, or a path and its text. */
async function resolved(
  from: string,
  text: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const paths = [...Object.keys(files), from] as RepoPath[]
  const resolver = (await createImportResolver({ paths, readText: async (path) => files[path] }))._unsafeUnwrap()
  const extension = from.slice(from.lastIndexOf('.') + 1)
  return extractImports(text, LANGUAGES[extension] ?? extension).flatMap((facts) =>
    resolver.resolve(from as RepoPath, facts),
  )
}

function empty(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, '']))
}

describe('imports of Go', () => {
  const files = {
    'go.mod': 'module example.com/m // x\n\nreplace example.com/other v1.2.0 => ./third\n',
    'sub/go.mod': 'module example.com/m/sub\n',
    ...empty('a.go', 'a_test.go', 'b/b.go', 'b/b_test.go', 'b/c/c.go', 'sub/s.go', 'third/t.go', 'vendor/x.org/v/v.go'),
  }

  it('lead to the files of a folder without its tests', async () => {
    const text = 'import (\n"example.com/m"\n"example.com/m/b"\n"example.com/m/sub"\n)'
    expect(await resolved('main_test.go', text, files)).toEqual(['a.go', 'b/b.go', 'sub/s.go'])
  })

  it('follow replacements and vendored packages, and nothing else', async () => {
    const text = 'import (\n"example.com/other"\n"x.org/v"\n"fmt"\n"example.com/mother"\n"example.com/m/none"\n)'
    expect(await resolved('main.go', text, files)).toEqual(['third/t.go', 'vendor/x.org/v/v.go'])
  })
})

describe('imports of Rust', () => {
  const files = {
    'Cargo.toml':
      '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nshared = { path = "crates/shared" }\n',
    'crates/app/Cargo.toml':
      '[package]\nname = "my-app"\nedition = "2021"\n[dependencies]\nshared = { workspace = true }\nalias = { path = "../old-name", package = "old-name" }\nregex = "1"\n',
    'crates/shared/Cargo.toml': '[package]\nname = "shared"\nedition = "2021"\n',
    'crates/old-name/Cargo.toml': '[package]\nname = "old-name"\n',
    'crates/regex/Cargo.toml': '[package]\nname = "regex"\n',
    ...empty('crates/app/src/lib.rs', 'crates/app/src/a.rs', 'crates/app/src/a/b.rs', 'crates/app/src/c/mod.rs'),
    ...empty('crates/app/src/c/d.rs', 'crates/shared/src/lib.rs', 'crates/shared/src/util.rs'),
    ...empty('crates/old-name/src/lib.rs', 'crates/regex/src/lib.rs', 'crates/app/src/unix.rs'),
  }
  const src = 'crates/app/src'

  it.each([
    ['lib.rs', 'mod a; mod c; #[path = "unix.rs"] mod imp; mod inline { }', ['a.rs', 'c/mod.rs', 'unix.rs']],
    ['a/b.rs', 'use super::X;', ['a.rs']],
    ['a/b.rs', 'use super::super::c::d::Y;', ['c/d.rs']],
    ['a/b.rs', 'use crate::{a, c::{self, d}, Z};', ['c/d.rs', 'a.rs', 'c/mod.rs', 'lib.rs'].sort()],
    ['c/mod.rs', 'use self::d::E; mod d;', ['d.rs', 'd.rs'].map((name) => `c/${name}`)],
    ['c/d.rs', 'use super::*;', ['c/mod.rs']],
    ['lib.rs', 'use std::fmt; use regex::Regex; use serde;', []],
    ['a.rs', 'use b::X;', ['a/b.rs']],
    ['a.rs', 'use crate::a::b::Enum::One;', ['a/b.rs']],
  ])('%s: %s', async (from, text, expected) => {
    const found = await resolved(`${src}/${from}`, text, files)
    expect(from === 'a/b.rs' ? [...found].sort() : found).toEqual(expected.map((path) => `${src}/${path}`))
  })

  it('lead to libraries by path dependencies, renames and the own name', async () => {
    const text = 'use shared::util::f; use alias::X; use my_app::a::Y;'
    expect(await resolved('crates/app/tests/it.rs', text, files)).toEqual([
      'crates/shared/src/util.rs',
      'crates/old-name/src/lib.rs',
      'crates/app/src/a.rs',
    ])
  })
})

describe('imports of other languages', () => {
  it.each([
    [
      'src/main/java/p/q/A.java',
      'import p.q.B; import p.r.*; import static p.q.C.f; import java.util.List; import p.q.C.Inner;',
      ['src/main/java/p/q/B.java', 'src/main/java/p/r/D.java', 'src/main/java/p/q/C.java', 'src/main/java/p/q/C.java'],
      ['src/main/java/p/q/B.java', 'src/main/java/p/q/C.java', 'src/main/java/p/r/D.java', 'x/util/List.java'],
    ],
    ['core/src/p/A.kt', 'import p.B\nimport p.f', ['core/src/p/B.java'], ['core/src/p/B.java', 'core/src/p/F.kt']],
    [
      'src/p/A.scala',
      'import p.q.{B, C => D}\nimport r.E',
      ['src/p/q/B.scala', 'src/p/q/C.scala'],
      ['src/p/q/B.scala', 'src/p/q/C.scala', 'o/r/E.scala'],
    ],
    [
      'src/My.App/Main.cs',
      'using My.App.Data;\nusing System.Text;\nusing X = My.App.Data.Row;',
      ['src/My.App/Data/Row.cs', 'src/My.App/Data/Table.cs', 'src/My.App/Data/Row.cs'],
      ['src/My.App/Data/Row.cs', 'src/My.App/Data/Table.cs', 'Text/A.cs'],
    ],
    [
      'lib/gem.rb',
      "require 'gem/a'\nrequire_relative 'gem/b'\nrequire 'json'\nautoload :C, 'gem/c'",
      ['lib/gem/a.rb', 'lib/gem/b.rb', 'lib/gem/c.rb'],
      ['lib/gem/a.rb', 'lib/gem/b.rb', 'lib/gem/c.rb', 'vendor/json.rb'],
    ],
    [
      'spec/a_spec.rb',
      "require 'spec_helper'\nrequire 'gem'",
      ['spec/spec_helper.rb', 'lib/gem.rb'],
      ['spec/spec_helper.rb', 'lib/gem.rb'],
    ],
    [
      'src/a.c',
      '#include "a.h"\n#include "util/b.h"\n#include <proj/c.h>\n#include <string.h>\n#include "twice.h"',
      ['src/a.h', 'util/b.h', 'include/proj/c.h'],
      ['src/a.h', 'util/b.h', 'include/proj/c.h', 'compat/string.h', 'x/twice.h', 'y/twice.h'],
    ],
    [
      'bin/run.sh',
      '. "$(dirname "$0")/../lib/a.sh"\nsource lib/b.sh\nsource gone.sh',
      ['lib/a.sh', 'lib/b.sh'],
      ['lib/a.sh', 'lib/b.sh'],
    ],
    [
      'Tests/T.swift',
      '@testable import Core\nimport Foundation',
      ['Sources/Core/A.swift', 'Sources/Core/B/C.swift'],
      ['Sources/Core/A.swift', 'Sources/Core/B/C.swift', 'Sources/Other/D.swift'],
    ],
  ])('%s', async (from, text, expected, others) => {
    expect(await resolved(from, text, empty(...others))).toEqual(expected)
  })

  it('PHP: by PSR-4 folders and included files', async () => {
    const files = {
      'composer.json': '{"autoload": {"psr-4": {"App\\\\": "src/", "App\\\\Sub\\\\": ["sub/"]}}}',
      ...empty('src/A.php', 'src/Sub/B.php', 'sub/B.php', 'inc/c.php'),
    }
    const text = "<?php\nuse App\\A;\nuse App\\Sub\\B;\nuse Other\\A;\nrequire __DIR__ . '/../inc/c.php';"
    expect(await resolved('src/Main.php', text.replace('<?php', '<?php'), files)).toEqual([
      'src/A.php',
      'sub/B.php',
      'inc/c.php',
    ])
  })
})
