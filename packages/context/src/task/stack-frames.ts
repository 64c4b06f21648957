import type { StackFrame } from '@chronicle/schema'

const MAX_FRAMES = 100

/** A path of source, within prose. */
const SOURCE = String.raw`(?<![\w./\\:@-])(?<path>(?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|scala|rb|php|cs|swift|c|h|cc|cpp|hpp|sh|vue|svelte))\b`

/** Patterns for stack frames of common runtimes, with the groups `path`, `line` and `symbol`. */
const FORMS: readonly RegExp[] = [
  // Python
  /File "(?<path>[^"\n]+)", line (?<line>\d+)(?:, in (?<symbol>[\w.<>]+))?/g,
  // JavaScript: `at name (path:1:2)`, `at path:1:2`, `name@path:1:2`. For a URL, only its path.
  /^[^\S\n]*at (?:async )?(?:(?:new )?(?<symbol>[\w$.<>[\] ]+?) )?\(?(?:[a-z][a-z-]*:\/\/[^/\s:()]*(?::\d+)?(?=\/))?(?<path>(?:[A-Za-z]:)?[^\s():]+\.[cm]?[jt]sx?):(?<line>\d+)(?::\d+)?\)?/gm,
  /^[^\S\n]*(?<symbol>[\w$.<>/*]*)@(?:[a-z][a-z-]*:\/\/[^/\s:]*(?::\d+)?(?=\/))?(?<path>[^\s():@]+\.[cm]?[jt]sx?):(?<line>\d+):\d+$/gm,
  // Go: `pkg.(*Type).Name(0x1)`, then `\t/path/file.go:12 +0x1d`
  /^(?<symbol>\S+)\([^()\n]*\)\n[^\S\n]+(?<path>[^\s:]+\.go):(?<line>\d+)(?: \+0x[\da-f]+)?$/gm,
  // Go: `\t/path/file.go:12 +0x1d`
  /^[^\S\n]+(?<path>[^\s:]+\.go):(?<line>\d+)(?: \+0x[\da-f]+)?$/gm,
  // Rust: `at src/main.rs:4:5`
  /\b(?:at|panicked at(?: '[^']*',)?) (?<path>[^\s:]+\.rs):(?<line>\d+)/g,
  // Java and Kotlin: `at a.b.C.method(File.java:12)`, optionally after its module: `java.base/`, `app//`
  /^[^\S\n]*at (?:[\w$.@-]*\/)*(?<symbol>[\w$.<>]+)\((?<path>[\w$]+\.(?:java|kt|scala)):(?<line>\d+)\)/gm,
  // Ruby: `path.rb:12:in 'name'`
  /(?<![^\s:'"])(?<path>[^\s:'"]+\.rb):(?<line>\d+):in [`'](?<symbol>[^'\n]+)'/g,
  // PHP: `#0 /path/file.php(12): name()`
  /#\d+ (?<path>[^\s(]+\.php)\((?<line>\d+)\)(?:: (?<symbol>[\w\\>:-]+))?/g,
  // C# : `at A.B(…) in path:line 12`
  /\bin (?<path>\S+\.cs):line (?<line>\d+)/g,
  // pytest: `path.py:12: in name`
  /^(?<path>[\w./\\-]+\.py):(?<line>\d+): in (?<symbol>[\w.<>]+)$/gm,
  // Compilers: `path(12,3): error`, ` --> path:12:3`, `path:12:3: error`
  /^(?<path>[\w./\\-]+\.\w{1,5})\((?<line>\d+),\d+\): (?:error|warning)\b/gm,
  /^[^\S\n]*--> (?<path>[^\s:]+\.\w{1,5}):(?<line>\d+):\d+$/gm,
  /^(?<path>[\w./\\-]+\.\w{1,5}):(?<line>\d+)(?::\d+)?:/gm,
  // Links to a line of a file on a repository host
  /\/(?:blob|tree|raw)\/[^/\s]+\/(?<path>[^\s#?)>\]]{1,300})#L(?<line>\d+)/g,
  // Prose: `path:12`, `path#L12`, `path, line 12`, `line 12 of path`
  new RegExp(String.raw`${SOURCE}(?::|#L)(?<line>\d+)\b`, 'g'),
  new RegExp(String.raw`${SOURCE}[\x60*"')]{0,3},? (?:(?:at|on|in) )?lines? (?<line>\d+)\b`, 'g'),
  new RegExp(String.raw`\blines? (?<line>\d+)(?:-\d+)? (?:of|in) [\x60*"']{0,3}${SOURCE}`, 'g'),
]

/** Returns the distinct stack frames of a text. */
export function stackFrames(text: string): readonly StackFrame[] {
  const frames = new Map<string, StackFrame>()
  for (const form of FORMS) {
    for (const { groups } of text.matchAll(form)) {
      const { path, line, symbol } = groups ?? {}
      if (path === undefined || frames.size >= MAX_FRAMES) continue
      const name = symbol?.trim()
      const frame = {
        path: path.replaceAll('\\', '/'),
        ...(line !== undefined && { line: Number(line) }),
        ...(name !== undefined && name !== '' && !name.startsWith('<') && { symbol: name }),
      }
      const place = `${frame.path}:${line ?? ''}`
      // A later pattern may capture less of a frame than an earlier one.
      if (frames.get(place)?.symbol === undefined) frames.set(place, frame)
    }
  }
  return [...frames.values()]
}
