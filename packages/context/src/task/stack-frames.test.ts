import { processorTime } from '@chronicle/testing'
import type { StackFrame } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { stackFrames } from './stack-frames.ts'

/** Traces as printed by their runtimes, with the frames they contain, in any order. */
const TRACES: readonly { runtime: string; trace: string; frames: readonly StackFrame[] }[] = [
  {
    runtime: 'Python',
    trace: `Traceback (most recent call last):
  File "/home/me/app/manage.py", line 22, in <module>
    main()
  File "/usr/lib/python3.12/site-packages/flask/app.py", line 1498, in __call__
    return self.wsgi_app(environ, start_response)
           ~~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^^^^^^^^
  File "C:\\Users\\me\\app\\views.py", line 7, in index
    return render()
TypeError: render() missing 1 required positional argument: 'name'
`,
    frames: [
      { path: '/home/me/app/manage.py', line: 22 },
      { path: '/usr/lib/python3.12/site-packages/flask/app.py', line: 1498, symbol: '__call__' },
      { path: 'C:/Users/me/app/views.py', line: 7, symbol: 'index' },
    ],
  },
  {
    runtime: 'Node.js',
    trace: `TypeError: Cannot read properties of undefined (reading 'path')
    at Layer.handle [as handle_request] (/srv/app/node_modules/express/lib/router/layer.js:95:5)
    at async Server.listen (file:///srv/app/dist/server.mjs:12:3)
    at new Router (C:\\app\\lib\\router\\index.ts:44:9)
    at /srv/app/lib/view.js:8:11
    at Object.<anonymous> (/srv/app/test/view.test.tsx:3:1)
    at node:internal/process/task_queues:95:5
`,
    frames: [
      {
        path: '/srv/app/node_modules/express/lib/router/layer.js',
        line: 95,
        symbol: 'Layer.handle [as handle_request]',
      },
      { path: '/srv/app/dist/server.mjs', line: 12, symbol: 'Server.listen' },
      { path: 'C:/app/lib/router/index.ts', line: 44, symbol: 'Router' },
      { path: '/srv/app/lib/view.js', line: 8 },
      { path: '/srv/app/test/view.test.tsx', line: 3, symbol: 'Object.<anonymous>' },
    ],
  },
  {
    runtime: 'Firefox and Safari',
    trace: `validate@http://localhost:8080/src/auth/handler.js:7:12
@http://localhost:8080/src/main.js:1:1
`,
    frames: [
      { path: '/src/auth/handler.js', line: 7, symbol: 'validate' },
      { path: '/src/main.js', line: 1 },
    ],
  },
  {
    runtime: 'Chrome and Deno',
    trace: `Error: no session
    at readSession (https://example.com/assets/src/session.js:5:9)
    at eval (webpack:///./src/index.js?:3:1)
    at start (webpack:///./src/start.js:8:2)
`,
    frames: [
      { path: '/assets/src/session.js', line: 5, symbol: 'readSession' },
      { path: '/./src/start.js', line: 8, symbol: 'start' },
    ],
  },
  {
    runtime: 'Go',
    trace: `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a1b2c]

goroutine 1 [running]:
github.com/gin-gonic/gin.(*Context).Next(0xc0000b4000)
	/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go:174 +0x2b
main.main()
	/home/me/app/main.go:14 +0x1d
exit status 2
`,
    frames: [
      {
        path: '/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go',
        line: 174,
        symbol: 'github.com/gin-gonic/gin.(*Context).Next',
      },
      { path: '/home/me/app/main.go', line: 14, symbol: 'main.main' },
    ],
  },
  {
    runtime: 'Rust',
    trace: `thread 'main' panicked at crates/core/search.rs:42:13:
called \`Option::unwrap()\` on a \`None\` value
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90b35a623/library/std/src/panicking.rs:597:5
   3: rg::search::run
             at ./crates/core/main.rs:88:21
`,
    frames: [
      { path: 'crates/core/search.rs', line: 42 },
      { path: '/rustc/90b35a623/library/std/src/panicking.rs', line: 597 },
      { path: './crates/core/main.rs', line: 88 },
    ],
  },
  {
    runtime: 'Rust before 1.73',
    trace: "thread 'main' panicked at 'index out of bounds: the len is 1', src/lib.rs:9:5\n",
    frames: [{ path: 'src/lib.rs', line: 9 }],
  },
  {
    runtime: 'Java',
    trace: `Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()"
	at com.example.auth.LoginHandler.validate(LoginHandler.java:31)
	at com.example.Main.lambda$main$0(Main.java:12)
	at java.base/java.util.ArrayList.forEach(ArrayList.java:1596)
Caused by: java.io.IOException: closed
	... 3 more
`,
    frames: [
      { path: 'LoginHandler.java', line: 31, symbol: 'com.example.auth.LoginHandler.validate' },
      { path: 'Main.java', line: 12, symbol: 'com.example.Main.lambda$main$0' },
      { path: 'ArrayList.java', line: 1596, symbol: 'java.util.ArrayList.forEach' },
    ],
  },
  {
    runtime: 'Kotlin',
    trace: '\tat com.example.AppKt.main(App.kt:5)\n',
    frames: [{ path: 'App.kt', line: 5, symbol: 'com.example.AppKt.main' }],
  },
  {
    runtime: 'Ruby',
    trace: `/app/lib/session.rb:12:in \`read': undefined method 'id' for nil (NoMethodError)
	from /app/lib/handler.rb:30:in 'Handler#call'
`,
    frames: [
      { path: '/app/lib/session.rb', line: 12, symbol: 'read' },
      { path: '/app/lib/handler.rb', line: 30, symbol: 'Handler#call' },
    ],
  },
  {
    runtime: 'PHP',
    trace: `PHP Fatal error:  Uncaught TypeError: strlen(): Argument #1 must be of type string in /var/www/src/Auth.php:21
Stack trace:
#0 /var/www/src/Auth.php(21): App\\Auth->validate()
#1 /var/www/public/index.php(5): App\\Kernel::handle(Object(Request))
#2 {main}
  thrown in /var/www/src/Auth.php on line 21
`,
    frames: [
      { path: '/var/www/src/Auth.php', line: 21, symbol: 'App\\Auth->validate' },
      { path: '/var/www/public/index.php', line: 5, symbol: 'App\\Kernel::handle' },
    ],
  },
  {
    runtime: '.NET',
    trace: `System.NullReferenceException: Object reference not set to an instance of an object.
   at Gate.Auth.Handler.Validate(Request request) in C:\\src\\Gate\\Auth\\Handler.cs:line 27
   at Gate.Program.Main(String[] args) in /src/Gate/Program.cs:line 9
`,
    frames: [
      { path: 'C:/src/Gate/Auth/Handler.cs', line: 27 },
      { path: '/src/Gate/Program.cs', line: 9 },
    ],
  },
  {
    runtime: 'compilers and linters',
    trace: `src/auth/handler.c:12:3: error: use of undeclared identifier 'session'
src/auth/handler.py:40: error: Incompatible return value type  [return-value]
`,
    frames: [
      { path: 'src/auth/handler.c', line: 12 },
      { path: 'src/auth/handler.py', line: 40 },
    ],
  },
  {
    runtime: 'the TypeScript compiler',
    trace: "src/session.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    frames: [{ path: 'src/session.ts', line: 3 }],
  },
  {
    runtime: 'the Rust compiler',
    trace: `error[E0382]: borrow of moved value: \`path\`
  --> crates/ignore/src/walk.rs:120:9
`,
    frames: [{ path: 'crates/ignore/src/walk.rs', line: 120 }],
  },
  {
    runtime: 'pytest',
    trace: `tests/test_basic.py:17: in test_login
    client.get("/")
src/flask/testing.py:235: TypeError
`,
    frames: [
      { path: 'tests/test_basic.py', line: 17, symbol: 'test_login' },
      { path: 'src/flask/testing.py', line: 235 },
    ],
  },
]

const byPlace = (a: StackFrame, b: StackFrame): number =>
  a.path === b.path ? (a.line ?? 0) - (b.line ?? 0) : a.path < b.path ? -1 : 1

describe('stack frames', () => {
  it.each(TRACES)('of $runtime are found', ({ trace, frames }) => {
    expect([...stackFrames(trace)].sort(byPlace)).toEqual([...frames].sort(byPlace))
  })

  it('are found where a trace is indented or quoted in an issue', () => {
    const trace = '> \t  File "app/views.py", line 3, in index\n'
    expect(stackFrames(trace)).toEqual([{ path: 'app/views.py', line: 3, symbol: 'index' }])
  })

  it('are each listed once, and at most a hundred', () => {
    const line = '  File "a.py", line 1, in f\n'
    expect(stackFrames(line.repeat(5))).toHaveLength(1)
    const many = Array.from({ length: 300 }, (_, index) => `  File "a.py", line ${index}, in f\n`).join('')
    expect(stackFrames(many)).toHaveLength(100)
  })

  it.each([
    'See src/a.py:500 it says',
    'See (`src/a.py:500`).',
    'See src/a.py#L500.',
    'See https://github.com/o/r/blob/main/src/a.py#L500-L510',
    'In `src/a.py`, line 500, it',
    'In src/a.py at line 500',
    'On line 500 of `src/a.py`',
  ])('are also the lines that prose gives: %s', (text) => {
    expect(stackFrames(text)).toEqual([{ path: 'src/a.py', line: 500 }])
  })

  it('are not what prose or times look like', () => {
    expect(stackFrames('Released at 12:30:45. See note 3: it works at home.\nhttp://localhost:8080/\n')).toEqual([])
  })

  it.each(['a'.repeat(50_000), ' at '.repeat(10_000), '#1 '.repeat(10_000), 'a/'.repeat(20_000), ' '.repeat(50_000)])(
    'take little time on long texts (%#)',
    (text) => {
      expect(processorTime(() => stackFrames(text))).toBeLessThan(1_000)
    },
  )
})

it('reads links without a line of any number', () => {
  expect(processorTime(() => stackFrames('/raw/a'.repeat(30_000)))).toBeLessThan(2_000)
})
