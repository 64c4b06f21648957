import { expect, test } from 'vitest'
import { namesCode } from './names-code.ts'

test.each([
  // A word of prose is not a name.
  ['Do not run the tests twice', 'run', false],
  ['This will get an update in the main loop', 'Loop::get', false],
  ['View errors are shown first', 'View', false],
  ['The render must set the type error', 'Pager::set', false],
  // The same word, marked as code.
  ['Let `run` wait', 'run', true],
  ['Let ``run`` wait', 'run', true],
  ['Let `Loop::run` wait', 'Loop::run', true],
  ['Loop.run waits', 'run', true],
  ['add .run to the loop', 'run', true],
  ['src/loop.py:run waits', 'run', true],
  ['run() waits', 'run', true],
  ["modified 'run' and its tests", 'run', true],
  ['The run method waits', 'Loop::run', true],
  ['Add a View of the page', 'View', true],
  // No word of prose is spelled like this.
  ['Let run_once wait', 'Loop::run_once', true],
  ['runOnce waits', 'runOnce', true],
  ['utf8 is the default', 'utf8', true],
  ['Let `run_once` wait', 'run', false],
  ['Let runOnceMore wait', 'runOnce', false],
])('"%s" names %s: %j', (text, name, named) => {
  expect(namesCode(text, [name])).toBe(named)
})
