import { describe, expect, it } from 'vitest'
import { extractImports } from './extract-imports.ts'

/** Formats each import as `line specifier {names} form`. */
function summary(text: string, language: string): readonly string[] {
  return extractImports(text, language).map(({ line, specifier, names, form }) =>
    [line, specifier, ...(names === undefined ? [] : [`{${names.join(', ')}}`]), form ?? ''].join(' ').trim(),
  )
}

describe('imports of JavaScript and TypeScript', () => {
  it.each([
    [`import a from './a'`, ['1 ./a {default}']],
    [`import './side'`, ['1 ./side']],
    [`import a, { b as c, type D } from "./x.js"`, ['1 ./x.js {default, b, D}']],
    [`import a, * as b from './x'`, ['1 ./x {default, *}']],
    [`import{a}from'./x';import*as b from'./y'`, ['1 ./x {a}', '1 ./y {*}']],
    [`import type { T } from './t'`, ['1 ./t {T}']],
    [`import type T from './t'`, ['1 ./t {default}']],
    [`import type from './t'`, ['1 ./t {default}']],
    [`import {\n  a, // one\n  b,\n} from './x'`, ['1 ./x {a, b}']],
    [`export * from './x'`, ['1 ./x {*}']],
    [`export * as n from './x'`, ['1 ./x {*}']],
    [`export { a, b as c } from './x'`, ['1 ./x {a, b}']],
    [`export type { T } from './t'`, ['1 ./t {T}']],
    [`export { a }\nimport b from './b'`, ['2 ./b {default}']],
    [`const a = await import('./a')`, ['1 ./a']],
    [`const a = import(/* webpackChunkName: "a" */ './a')`, ['1 ./a']],
    ['const a = import(`./a`)', ['1 ./a']],
    ['const a = import(`./${a}`)', []],
    [`type A = import('./a').A`, ['1 ./a']],
    [`const { a, b: c, d = 1 } = require('./x')`, ['1 ./x {a, b, d} require']],
    [`module.exports = require('./lib/express')`, ['1 ./lib/express require']],
    [`import x = require('./x')`, ['1 ./x require']],
    [`/// <reference path="./a.d.ts" />\nimport './b'`, ['1 ./a.d.ts path', '2 ./b']],
    [`a.require('./x'); b.import('./y'); $require('./z')`, []],
    [`// import a from './a'\n/* require('./b') */`, []],
    [`const text = "import a from './a'"; const b = '\\'; require("./b")'`, []],
    ['const text = `import a from "./a" ${b(`require("./c")`)} export * from "./d"`\nimport "./e"', ['2 ./e']],
    [`const quote = /['"\`]/g\nimport './a'`, ['2 ./a']],
    [`const half = a / 2, b = 'x' / c\nrequire('./a')`, ['2 ./a require']],
    [`const e = <p>don't</p>\nimport('./a')`, ['2 ./a']],
    [`import data from './data.json' with { type: 'json' }`, ['1 ./data.json {default}']],
  ])('%s', (text, expected) => {
    expect(summary(text, 'typescript')).toEqual(expected)
  })
})

describe('imports of Python', () => {
  it.each([
    ['import a', ['1 a']],
    ['import a.b as c, d', ['1 a.b', '1 d']],
    ['from . import x', ['1 . {x}']],
    ['from ..a.b import c as d, e', ['1 ..a.b {c, e}']],
    ['from ... import (\n  a,  # one\n  b as c,\n)', ['1 ... {a, b}']],
    ['from a import b, \\\n    c', ['1 a {b, c}']],
    ['from a import *', ['1 a {*}']],
    ['try: import a\nexcept ImportError: a = None; import b', ['1 a', '2 b']],
    ['def f():\n    from .a import b', ['2 .a {b}']],
    ['if TYPE_CHECKING:\n    from a import B', ['2 a {B}']],
    ['"""\nimport no\n"""\nimport yes', ['4 yes']],
    ["text = 'it\\'s'\nimport a # import b", ['2 a']],
    ['m = importlib.import_module("a.b")', ['1 a.b']],
    ['m = import_module(".a", package=__package__)', ['1 .a']],
    ['m = import_module(".a", name)', []],
    ['m = self.import_module("a"), util.__import__("b")', []],
    ['m = import_module("a" + b)', []],
    ['yield from a\nraise B from c', []],
    ['important = 1\nfromage = 2', []],
  ])('%s', (text, expected) => {
    expect(summary(text, 'python')).toEqual(expected)
  })
})

describe('imports of Rust', () => {
  it.each([
    ['use crate::a::B;', ['1 crate::a {B}']],
    ['use crate::{a, b::{self, c::*}, d as e};', ['1 crate {a, b, d}', '1 crate::b::c {*}']],
    ['pub use self::a::B;', ['1 self::a {B}']],
    ['pub(crate) use super::a;', ['1 super {a}']],
    ['use serde;\nextern crate regex as re;', ['1 serde', '2 regex']],
    ['use ::std::fmt;', ['1 std {fmt}']],
    ['mod a;\npub(crate) mod r#b;', ['1 self::a declaration', '2 self::b declaration']],
    ['#[cfg(unix)]\n#[path = "unix.rs"]\nmod imp;', ['3 unix.rs path']],
    [
      '#[cfg_attr(unix, path = "unix.rs")]\n#[cfg_attr(windows, path = "windows.rs")]\nmod imp;',
      ['3 unix.rs path', '3 windows.rs path'],
    ],
    [
      'mod a { mod b; use self::b::C; use super::d; }\nuse self::e;',
      ['1 self::a::b declaration', '1 self::a::b {C}', '1 self {d}', '2 self {e}'],
    ],
    ['mod tests { use super::super::a::B; }', ['1 super::a {B}']],
    ["fn f<'a>(x: &'a str) { let c = '\"'; }\nuse a::b;", ['2 a {b}']],
    ['/* /* use a; */ use b; */ use c;', ['1 c']],
    ['let t = r#"use a; " mod b;"#; include!("gen.rs"); include_str!("x.txt")', ['1 gen.rs path', '1 x.txt path']],
  ])('%s', (text, expected) => {
    expect(summary(text, 'rust')).toEqual(expected)
  })
})

describe('imports of other languages', () => {
  it.each([
    ['go', 'package m\nimport "a/b"', ['2 a/b']],
    ['go', 'import (\n  x "a/b" // "no"\n\n  . "c"\n  _ `d`\n)', ['2 a/b', '4 c {*}', '5 d']],
    ['go', 's := `\nimport "no"\n`', []],
    ['java', 'import a.b.C; import static a.B.c;\nimport a.b.*;', ['1 a.b.C', '1 a.B {c}', '2 a.b {*}']],
    ['java', '/* import a.B; */ String s = """\nimport c.D;\n""";', []],
    ['kotlin', 'import a.b.C as D\nimport a.b.*\n// import e.F', ['1 a.b.C', '2 a.b {*}']],
    ['scala', 'import a.b.{C, D => E, F => _}\nimport a._, b.G', ['1 a.b {C, D}', '2 a {*}', '2 b.G']],
    [
      'csharp',
      'using A.B;\nglobal using static A.C;\nusing X = A.D;\nusing (var a = b) {}\nusing var c = d;',
      ['1 A.B {*}', '2 A.C', '3 A.D'],
    ],
    ['csharp', 'var s = @"\nusing No;\n""";', []],
    ['php', '<?php\nuse A\\B;\nuse A\\{C, D as E};\nuse function A\\f;', ['2 A\\B', '3 A\\C', '3 A\\D', '4 A\\f']],
    ['php', '<?php\nclass A { use T; function f() { return function () use ($x) {}; } }', ['2 T']],
    [
      'php',
      "<?php\nrequire __DIR__ . '/a.php';\ninclude_once('b.php');\nrequire $c;\nrequire dirname(__DIR__) . '/d.php';",
      ['2 ./a.php path', '3 b.php path', '5 ../d.php path'],
    ],
    ['php', '<?php // use A;\n# use B;\n$x = "use C;"; ?>\nuse D;\n<?php use E;', ['5 E']],
    ['ruby', "require 'a/b'\nrequire_relative '../c'\nautoload :D, 'd/e'", ['1 a/b', '2 ../c path', '3 d/e {D}']],
    ['ruby', "require File.expand_path('../a', __FILE__)\nrequire \"a#{b}\"\nobject.require 'c'", ['1 ./a path']],
    [
      'ruby',
      "text = <<~EOS\n  require 'no'\nEOS\n=begin\nrequire 'no'\n=end\nrequire 'a'\n__END__\nrequire 'no'",
      ['7 a'],
    ],
    ['swift', '@testable import A\nimport struct B.C\n// import D', ['1 A', '2 B {C}']],
    ['c', '#include "a/b.h"\n# include <c.h> // #include "d.h"\n/*\n#include "e.h"\n*/', ['1 a/b.h path', '2 c.h']],
    ['cpp', 'auto s = R"x(\n#include "no.h"\n)x";\n#include "a.hpp"', ['4 a.hpp path']],
    [
      'bash',
      '. ./a.sh\nsource "$(dirname "${BASH_SOURCE[0]}")/lib/b.sh"\nif x; then . "$DIR/c.sh"; fi',
      ['1 ./a.sh path', '2 lib/b.sh path', '3 c.sh path'],
    ],
    ['bash', '# . ./a.sh\ncat <<EOF\n. ./b.sh\nEOF\nsource "$file"\nsource /etc/profile\nsource lib_$os.sh', []],
    ['json', '{"import": "a"}', []],
  ])('%s: %s', (language, text, expected) => {
    expect(summary(text, language)).toEqual(expected)
  })
})
