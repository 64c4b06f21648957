/** How often a request is made anew when the server is busy. */
const ATTEMPTS = 3

/**
 * A client of a REST API that speaks JSON. A busy server is asked again, as long after as it says, at most a minute.
 *
 * @param {{ readonly base: string, readonly headers: Readonly<Record<string, string>>, readonly pause?: (ms: number) => Promise<void> }} options
 */
export function createRestClient({ base, headers, pause = wait }) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<{ readonly status: number, readonly data: any, readonly next: string | undefined }>}
   */
  async function request(method, path, body) {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(path.startsWith('http') ? path : `${base.replace(/\/$/u, '')}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const isBusy = response.status >= 500 || response.status === 429
      if (isBusy && attempt < ATTEMPTS) {
        await response.arrayBuffer()
        const seconds = Number(response.headers.get('retry-after') ?? attempt)
        await pause(Math.min(Number.isFinite(seconds) ? seconds : attempt, 60) * 1000)
        continue
      }
      const text = await response.text()
      const next = /<([^>]+)>;\s*rel="next"/u.exec(response.headers.get('link') ?? '')?.[1]
      return { status: response.status, data: text === '' ? undefined : parse(text), next }
    }
  }
  return { request }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.slice(0, 200) }
  }
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}

/**
 * A function that asks once, and gives the same answer from then on.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {() => Promise<T>}
 */
export function once(ask) {
  /** @type {Promise<T> | undefined} */
  let answer
  return () => (answer ??= ask())
}
