import type { CliIo } from './cli-io.ts'

/** Shorter work is shown without a spinner. */
const SPINNER_DELAY_MS = 1000
const FRAME_MS = 80
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const CLEAR_LINE = '\r\u001B[2K'

/** Waits for work. On a terminal's stderr, shows a spinner and a text once it takes more than a second. */
export async function showProgress<T>(io: CliIo, text: string | (() => string), work: PromiseLike<T>): Promise<T> {
  if (io.stderr.isTTY !== true) return work
  let frame = 0
  const draw = (): void => {
    io.stderr.write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length]} ${typeof text === 'string' ? text : text()}`)
    timer = setTimeout(draw, FRAME_MS)
  }
  let timer = setTimeout(draw, SPINNER_DELAY_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (frame > 0) io.stderr.write(CLEAR_LINE)
  }
}
