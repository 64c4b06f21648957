import type { RepoPath } from '@chronicle/schema'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { describe, expect, it } from 'vitest'

const parser = createTreeSitterParser()

/** By topic: a path, the source, and `type name` or `type name | signature` of every unit. */
const CASES: Readonly<Record<string, readonly [path: string, source: string, units: readonly string[]]>> = {
  'impl blocks are named after the innermost type': [
    'a.rs',
    `impl<'a> fmt::Display for &'a mut wire::Packet<T> { fn fmt(&self) {} }
impl Trait for dyn Other { fn a() {} }
impl Trait for [u8; 4] {}`,
    [
      "impl Packet | impl<'a> fmt::Display for &'a mut wire::Packet<T>",
      'method Packet::fmt | fn fmt(&self)',
      'impl Other | impl Trait for dyn Other',
      'method Other::a | fn a()',
      'impl [u8; 4] | impl Trait for [u8; 4]',
    ],
  ],
  'a signature does not depend on how it is wrapped': [
    'a.rs',
    'fn wrapped(\n    first: u8,\n    rest: &[u8],\n) -> (u8,) {}\nfn flat(first: u8, rest: &[u8]) -> (u8,) {}',
    [
      'function wrapped | fn wrapped(first: u8, rest: &[u8]) -> (u8,)',
      'function flat | fn flat(first: u8, rest: &[u8]) -> (u8,)',
    ],
  ],
  'functions inside functions are units, constants are not': [
    'a.rs',
    'fn outer() { const LOCAL: u8 = 1; fn inner() {} mod deep { const HERE: u8 = 1; } }',
    ['function outer', 'function outer::inner', 'module outer::deep', 'constant outer::deep::HERE'],
  ],
  'a macro that makes a test of a name is that test, by its own name or that of its module': [
    'a.rs',
    `rgtest!(finds_nothing, |dir: Dir| { fn inner() {} dir.create("a"); });
table::named_test! { parses_hex, "0x1f" }
mod tests { matches!(star, "*", "abc"); assert_impl!(Glob); include!("more.rs"); }
criterion_group!(benches, slow);
const_assert!(test, 1);
mod latest { matches!(star, "*", "abc"); attestation!(b, 1); }
fn run() { rgtest!(local, || ()); }`,
    [
      'test finds_nothing | rgtest!(finds_nothing)',
      'test parses_hex | table::named_test!(parses_hex)',
      'module tests | mod tests',
      'test tests::star | matches!(star)',
      'module latest | mod latest',
      'function run | fn run()',
    ],
  ],
  'what is exported has no qualifier, what is on a prototype has that of its constructor': [
    'a.js',
    `exports.a = exports.b = function shared() {}
module.exports = class Foo { bar() {} }
module.exports = function () {}
Foo.prototype.baz = function () {}
Foo.from = () => {}
exports.VERSION = '1'
exports.json = require('./json')`,
    [
      'function a',
      'function b',
      'class Foo',
      'method Foo::bar',
      'function module::exports',
      'method Foo::baz',
      'method Foo::from',
      'constant VERSION',
    ],
  ],
  'each property that is given one function is a unit': [
    'a.js',
    `req.get =
req.header = function header(name) { function inner() {} };
module.exports = exports = app.run = () => {}
res.a = res.a = res[0] = local = function () {}`,
    [
      'method req::get | req.get = req.header = function header(name)',
      'method req::header | req.get = req.header = function header(name)',
      'function req::get::inner',
      'function module::exports',
      'method app::run',
      'method res::a',
    ],
  ],
  'what is imported is no unit': [
    'a.js',
    `const fs = require('fs').promises
const debug = require('debug')('app')
const { join } = require('path')
const lazy = () => import('./lazy.js')`,
    ['function lazy'],
  ],
  'functions in wrappers are found: IIFE, UMD, callbacks, returned objects': [
    'a.js',
    `;(function () { function hidden() {} })()
define(['a'], function (a) { function amd() {} })
$(document).ready(() => { const inner = () => {} })
function store() { return { get() {}, set: (value) => {} } }
promise.then(function onDone() {})`,
    [
      'function hidden',
      'function amd',
      'function inner',
      'function store',
      'method store::get',
      'method store::set',
      'function onDone',
    ],
  ],
  'what a component calls itself is not another unit': [
    'a.tsx',
    'export const Title = memo(function Title() {})\nexport const Card = forwardRef(function Inner() {})',
    [
      'constant Title | export const Title',
      'constant Card | export const Card',
      'function Card::Inner | function Inner()',
    ],
  ],
  'tests are units, with their titles as names': [
    'a.test.ts',
    `describe.skip("quoted \\"twice\\"", () => { test('inner', function () {}) })
test.each([1, 2])('case %i', (n) => {})
it('no body')
;/x/.test('x', () => {})`,
    [
      'test quoted "twice"',
      'test quoted "twice"::inner | test(\'inner\')',
      "test case %i | test.each([1, 2])('case %i')",
    ],
  ],
  'exports without a name are called default': [
    'a.ts',
    'export default class extends Base { constructor(readonly a: string) {} }\nexport default () => {}\nexport default { methods: { go() {} } }',
    [
      'class default | export default class extends Base',
      'constructor default::constructor | constructor(readonly a: string)',
      'function default | export default ()',
      'constant default | export default',
      'method default::methods::go | go()',
    ],
  ],
  'a comment between decorators and function is not part of the signature': [
    'a.py',
    '@retry(\n    3\n)\n# for ever\nasync def fetch(): pass',
    ['function fetch | async def fetch()'],
  ],
  'properties of every kind are getters': [
    'a.py',
    `class A:
    @property
    @cache
    def p(self): ...
    @functools.cached_property
    def q(self): ...
    @q.setter
    def q(self, value): ...`,
    ['class A', 'getter A::p', 'getter A::q', 'setter A::q'],
  ],
  'definitions in statements are found': [
    'a.py',
    `for i in y:
    def loop(): ...
match z:
    case 1:
        def matched(): ...
with x:
    class Local:
        def deep(self): ...`,
    ['function loop', 'function matched', 'class Local', 'method Local::deep'],
  ],
  'a variable is one unit however often it is assigned': [
    'a.py',
    'x = 1\nx = 2\nclass A:\n    y = 1\n    y = 2\n',
    ['variable x', 'class A', 'field A::y'],
  ],
  'receivers of generic and nameless kind': [
    'a.go',
    'func (g *G[T]) M() {}\nfunc (*G[K, V]) N() {}\nfunc (Plain) O() {}',
    ['method G::M | func (g *G[T]) M()', 'method G::N | func (*G[K, V]) N()', 'method Plain::O | func (Plain) O()'],
  ],
  'struct tags are not part of a signature': [
    'a.go',
    'type T struct {\n\tA, b int `json:"a"`\n}\nvar _ I = (*T)(nil)\n',
    ['struct T | type T struct', 'field T::A | A, b int', 'field T::b | A, b int'],
  ],
  'records, compact constructors, annotations and methods of constants': [
    'A.java',
    `record R<T>(T a, int b) { R { } static int z = 1; }
@interface Retry { int times() default 3; }
enum F { A { void f() {} }, B; void f() {} }`,
    [
      'class R | record R<T>(T a, int b)',
      'constructor R::R | R',
      'field R::z | static int z',
      'interface Retry | @interface Retry',
      'method Retry::times | int times()',
      'enum F | enum F',
      'method F::A::f | void f()',
      'method F::f | void f()',
    ],
  ],
  'a typedef of a struct without a tag is that struct; with its own tag it is one unit': [
    'a.c',
    'typedef struct { int x; } point_t;\ntypedef struct node { struct node *next; } node;\ntypedef union raw { int i; } raw_t, *raw_p;',
    [
      'struct point_t',
      'field point_t::x',
      'struct node',
      'field node::next',
      'type raw_t',
      'type raw_p',
      'union raw',
      'field raw::i',
    ],
  ],
  'functions, pointers to functions, and functions that return them': [
    'a.c',
    'void (*handler)(int);\nvoid (*choose(int which))(int);\nint *sizes(void);\nchar *names[4];',
    [
      'variable handler | void (*handler)(int)',
      'function choose | void (*choose(int which))(int)',
      'function sizes | int *sizes(void)',
      'variable names | char *names[4]',
    ],
  ],
  'both branches of a conditional, and no include guards': [
    'a.h',
    '#ifndef A_H\n#define A_H\n#define MAX 4\n#if X\nvoid a(void);\n#elif Y\nvoid b(void);\n#else\nvoid c(void);\n#endif\n#endif\n',
    ['macro MAX', 'function a', 'function b', 'function c'],
  ],
  'a header for C and C++ is no block inside of extern "C"': [
    'b.h',
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#if defined(__cplusplus)\n}\n#endif\n',
    ['function f'],
  ],
  'a header with classes is C++': [
    'c.h',
    '#pragma once\nnamespace net {\nclass NET_EXPORT Client final : public Base {\npublic:\n  Client();\n};\n}\n',
    [
      'namespace net',
      'class net::Client | class NET_EXPORT Client final : public Base',
      'constructor net::Client::Client',
    ],
  ],
  'definitions out of line, operators, conversions and specialisations': [
    'a.cpp',
    `Foo& Foo::operator=(const Foo& other) = default;
Foo::operator bool() const { return true; }
template <> void Foo<int>::get<char>() {}
net::Foo::~Foo() {}
int operator""_km(long double x) { return 1; }`,
    [
      'method Foo::operator= | Foo& Foo::operator=(const Foo& other)',
      'method Foo::operator bool | Foo::operator bool() const',
      'method Foo::get | template <> void Foo<int>::get<char>()',
      'method net::Foo::~Foo | net::Foo::~Foo()',
      'function operator""_km | int operator""_km(long double x)',
    ],
  ],
  'a namespace for the whole file is part of names': [
    'A.cs',
    'namespace Shop.Orders;\npublic sealed record Order(int Id) { public int X => 1; }\nclass A { int x, y = 2; public static implicit operator int(A a) => 1; }',
    [
      'namespace Shop::Orders',
      'class Shop::Orders::Order | public sealed record Order(int Id)',
      'property Shop::Orders::Order::X | public int X',
      'class Shop::Orders::A | class A',
      'field Shop::Orders::A::x | int x',
      'field Shop::Orders::A::y | int y',
      'method Shop::Orders::A::operator int | public static implicit operator int(A a)',
    ],
  ],
  'namespaces with braces, and PHP after HTML': [
    'a.php',
    '<html><?php\nnamespace A\\B { function f() {} }\nnamespace { function g() { function inner() {} } }\n',
    ['namespace A::B', 'function A::B::f', 'function g', 'function g::inner'],
  ],
  'methods in blocks, and modules on one line': [
    'a.rb',
    'class Foo\n  included do\n    def from_block; end\n  end\n  def []=(key, value); end\nend\nmodule A; module B; class C; end; end; end\n',
    [
      'class Foo',
      'method Foo::from_block',
      'method Foo::[]= | def []=(key, value)',
      'module A',
      'module A::B',
      'class A::B::C',
    ],
  ],
  'extension properties, delegates, and names in back quotes': [
    'a.kt',
    'val lazyOne by lazy { 1 }\nfun <T> Foo<T>?.bar(): Int = 1\nfun `name with spaces`() {}\nvalue class V(val s: String)\n',
    ['constant lazyOne | val lazyOne', 'function Foo::bar', 'function name with spaces', 'class V'],
  ],
  'extensions of nested types, several names in one declaration, operators': [
    'a.swift',
    'extension Foo.Bar {\n  func y() {}\n}\nstruct S {\n  let a, b: Int\n}\nprefix func +++ (x: Int) -> Int { x }\n',
    ['extension Foo::Bar', 'method Foo::Bar::y', 'struct S', 'property S::a', 'property S::b', 'function +++'],
  ],
  'extension methods, several names in one declaration, main functions': [
    'a.scala',
    'extension [A](xs: List[A]) { def second: A = xs(1) }\nobject O { private[this] val x, y = 1 }\n@main def run(args: String*): Unit = ()\n',
    [
      'extension List',
      'method List::second',
      'object O',
      'constant O::x',
      'constant O::y',
      'function run | def run(args: String*): Unit',
    ],
  ],
  'functions in compound commands; assignments for one command are no variables': [
    'a.sh',
    'FOO=bar run\ncase x in a) chosen() { :; } ;; esac\nfor i in 1; do looped() { :; }; done\nwith-dash() { local inner=1; }\n',
    ['function chosen', 'function looped', 'function with-dash'],
  ],
}

describe('in particular', () => {
  it.each(Object.entries(CASES))('%s', async (_title, [path, source, expected]) => {
    const { units, partial } = (await parser.outline({ path: path as RepoPath, text: source }))._unsafeUnwrap()
    const shown = units.map(({ type, name, signature }, index) =>
      expected[index]?.includes(' | ') === true ? `${type} ${name} | ${signature ?? ''}` : `${type} ${name}`,
    )
    expect(shown).toEqual(expected)
    expect(partial).toBe(false)
  })

  it('takes comments for documentation only directly above and on lines of their own', async () => {
    const source = `//! About the file.
fn first() {} // trailing
fn second() {}
// about something else

/// Documentation.
// And more.
#[inline]
fn third() {}
`
    const { units } = (await parser.outline({ path: 'a.rs' as RepoPath, text: source }))._unsafeUnwrap()
    expect(units.map(({ name, lines }) => [name, lines.start, lines.end])).toEqual([
      ['first', 2, 2],
      ['second', 3, 3],
      ['third', 6, 9],
    ])
  })
})
