import { expect, test } from 'vitest'
import { findTests } from './find-tests.ts'

function found(path: string, text: string): readonly string[] {
  return findTests(path, text.split('\n')).map(
    ({ docs, groups, lines, title }) => `${[...groups, docs?.text ?? title].join(' › ')} ${lines.start}-${lines.end}`,
  )
}

test('titles in quotes with the groups around them', () => {
  const text = [
    "describe('send()', () => {",
    "  it('rejects a closed socket', async () => {",
    '    await send()',
    '  })',
    "  it.skip('does nothing yet', () => {})",
    "  describe('with a proxy', () => {",
    '    test.only("keeps the header", t => {',
    '    })',
    '  })',
    '})',
    'it(`adds ${one}`, () => {})',
    "test('stands alone', t => {",
    '})',
  ].join('\n')
  expect(found('test/send.test.ts', text)).toEqual([
    'send() › rejects a closed socket 2-4',
    'send() › with a proxy › keeps the header 7-8',
    'stands alone 12-13',
  ])
})

test('names of functions, by what makes them tests', () => {
  expect(
    found(
      'a_test.go',
      'func TestRejectsNil(t *testing.T) {\n\tt.Run("keeps order", func(t *testing.T) {\n\t})\n}\n\nfunc help() {}',
    ),
  ).toEqual(['TestRejectsNil 1-4', 'keeps order 2-3'])
  expect(
    found(
      'src/lib.rs',
      '    #[test]\n    fn is_never_empty() {\n        x();\n    }\n    fn help() {}\nrgtest!(does_not_loop, |dir| {\n    y();\n});',
    ),
  ).toEqual(['is_never_empty 2-4', 'does_not_loop 6-8'])
  expect(
    found(
      't/t1.sh',
      "test_expect_success PERL 'refuses an empty name' '\n\tgit x\n'\ntest_expect_failure 'will work' '\n'",
    ),
  ).toEqual(['refuses an empty name 1-3'])
})

test('a test of Python says more in its documentation, where that is a sentence', () => {
  const text = [
    'def test_one(self):',
    '    """Keeps the cookie."""',
    '    one()',
    '',
    'def test_two(',
    '    app,',
    '):',
    '    """Open',
    '    end."""',
    '    two()',
  ]
  expect(found('tests/test_a.py', text.join('\n'))).toEqual(['Keeps the cookie. 1-4', 'test_two 5-10'])
})
