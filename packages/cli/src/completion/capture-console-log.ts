/**
 * What a function passes to `console.log`, as lines. `@bomb.sh/tab` prints there and nowhere else; the function is
 * synchronous, so nothing of anybody else's can get in between.
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
