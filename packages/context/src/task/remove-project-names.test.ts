import { anyCodePoint, taskArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeProjectNames } from './remove-project-names.ts'

const NAMES = new Set(['rg', 'ripgrep', 'flask'])

describe('the names of the project', () => {
  it.each([
    ['rg --count counts lines', '  --count counts lines'],
    ['Running `rg --count` counts', 'Running `  --count` counts'],
    ['Flask ignores the host', '  ignores the host'],
    ["ripgrep's config is read twice.", " 's config is read twice."],
    ['It happens in ripgrep.', 'It happens in  .'],
  ])('say nothing in prose: %j', (task, left) => {
    expect(removeProjectNames(task, NAMES)).toBe(left)
  })

  it.each([
    'Flask.run ignores the host',
    'Flask() has no host',
    'flask::run has no host',
    '`Flask` has no host',
    'src/flask/app.py has no host',
    'flask\\app.py has no host',
    'flask-login and @scope/flask',
    'complete/rg.zsh is stale',
    'flasks and ripgrepper',
    'my_flask and flask_app',
  ])('stay where they are code, or a part of another word: %j', (task) => {
    expect(removeProjectNames(task, NAMES)).toBe(task)
  })

  it('stay where nothing else is said', () => {
    expect(removeProjectNames('ripgrep rg?', NAMES)).toBe('ripgrep rg?')
  })

  it('are all that goes, in any text', () => {
    const text = fc.oneof(taskArbitrary(), anyCodePoint())
    fc.assert(
      fc.property(text, fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/)), (task, names) => {
        const left = removeProjectNames(task, new Set(names))
        const words = (from: string): readonly string[] => from.match(/[\p{L}\p{N}_$]+/gu) ?? []
        const gone = words(task).filter((word) => names.includes(word.toLowerCase()))
        expect(words(left).length).toBeGreaterThanOrEqual(words(task).length - gone.length)
        expect(removeProjectNames(task, new Set())).toBe(task)
      }),
    )
  })
})
