/**
 * Returns what a function passes to `console.log`, as lines. `@bomb.sh/tab` prints only there. The function is
 * synchronous, so no other output can get in between.
 */
export function captureConsoleLog(print: () => void): readonly string[] {
  const lines: string[] = []
  const log = console.log
  console.log = (text: string) => {
    lines.push(text)
  }
  try {
    print()
  } finally {
    console.log = log
  }
  return lines
}
