import { describe, expect, it } from 'vitest'
import { publishedPackages } from '../checks/workspace-packages.ts'
import { packagePages } from './pages.ts'

/** Keywords that every package has. */
const KEYWORDS = ['chronicle', 'git-notes', 'coding-agents']

describe.each(packagePages())('$path', ({ path, text, blocks }) => {
  const name = `@chronicle/${path.split('/')[1] ?? ''}`

  it('begins with the name of the package, and says how to install it', () => {
    expect(text.startsWith(`# ${name}\n`)).toBe(true)
    const commands = blocks.filter(({ language }) => language === 'sh').map((block) => block.text)
    expect(commands.some((command) => command.startsWith('npm install ') && command.includes(name))).toBe(true)
  })

  it('has an example', () => {
    expect(blocks.some(({ language }) => language === (name === '@chronicle/cli' ? 'sh' : 'ts'))).toBe(true)
  })

  it('has no link that leads out of the package', () => {
    expect([...text.matchAll(/\]\((?![a-z]+:|#)([^)]+)\)/g)].map(([, target]) => target)).toEqual([])
  })
})

it.each(publishedPackages())('$manifest.name has keywords and says what it is', ({ manifest }) => {
  expect(manifest.keywords).toEqual(expect.arrayContaining(KEYWORDS))
  expect(manifest.description?.length).toBeGreaterThan(20)
})
