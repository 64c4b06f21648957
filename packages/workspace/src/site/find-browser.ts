import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe', 'msedge.exe']

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns the path of a browser that Playwright can drive: the one that `CHRONICLE_BROWSER` names, otherwise the first
 * that is installed.
 */
export function findBrowser(
  env: Readonly<Record<string, string | undefined>>,
  exists: (file: string) => boolean = existsSync,
): string | undefined {
  const named = env['CHRONICLE_BROWSER']
  if (named !== undefined && named !== '') return named
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].find(exists)
}
