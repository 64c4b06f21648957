import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { findBrowser } from './find-browser.ts'

it('takes the browser that is named, else the first on the PATH, else says that there is none', () => {
  const env = { PATH: ['a', 'b'].join(delimiter) }
  expect(findBrowser({ ...env, CHRONICLE_BROWSER: '/x/chrome' }, () => false)).toBe('/x/chrome')
  expect(findBrowser(env, (file) => file === join('b', 'chromium'))).toBe(join('b', 'chromium'))
  expect(findBrowser(env, () => false)).toBeUndefined()
})
