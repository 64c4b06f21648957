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
  ).toEqual(['TestRejectsNil 1-4', 'TestRejectsNil › keeps order 2-3'])
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

test.each([
  ['a.test.ts', "describe(Reader, () => {\n  it('keeps order', () => {})\n})", 'Reader › keeps order'],
  ['a.test.ts', "test('when closed', (t) => {\n  t.test('keeps order', () => {})\n})", 'when closed › keeps order'],
  [
    'a.test.ts',
    "describe(\n  'when closed',\n  () => {\n    it('keeps order', () => {})\n  },\n)",
    'when closed › keeps order',
  ],
  [
    'a.test.ts',
    "describe.each([\n  1,\n])('when closed', () => {\n  it('keeps order', () => {})\n})",
    'when closed › keeps order',
  ],
  ['a_test.dart', "group('when closed', () {\n  test('keeps order', () {});\n});", 'when closed › keeps order'],
  ['a_test.go', 'When("it is closed", func() {\n\tIt("keeps order", func() {})\n})', 'when it is closed › keeps order'],
  ['test_a.py', 'class TestClosed:\n    def test_keeps_order(self):\n        pass', 'TestClosed › test_keeps_order'],
  ['test_a.py', 'class TestA:\n    def test_keeps_order(self):\n        pass', 'test_keeps_order'],
  [
    'a.rs',
    'mod tests {\n    mod closed {\n        #[test]\n        fn keeps_order() {}\n    }\n}',
    'closed › keeps_order',
  ],
  ['a_spec.rb', "describe A, 'when closed' do\n  it 'keeps order' do\n  end\nend", 'when closed › keeps order'],
  ['a_spec.rb', "RSpec.describe Reader, type: :io do\n  it 'keeps order' do\n  end\nend", 'Reader › keeps order'],
  ['ATest.java', 'class ATest {\n  class Closed {\n    @Test\n    void keepsOrder() {}\n  }\n}', 'Closed › keepsOrder'],
  ['ATest.php', 'class Closed {\n  public function testKeepsOrder() {}\n}', 'Closed › testKeepsOrder'],
  ['a.cc', 'TEST_F(ClosedQueue, KeepsOrder) {\n}', 'ClosedQueue › KeepsOrder'],
])('%s: a test with all around it: %j', (path, text, title) => {
  expect(found(path, text).map((each) => each.replace(/ \d+-\d+$/, ''))).toContain(title)
})

test.each([
  ['a.test.ts', "describe(`when ${state}`, () => {\n  it('keeps order', () => {})\n})"],
  ['a.test.ts', "describe(state, () => {\n  it('keeps order', () => {})\n})"],
  ['a.test.ts', "describe.each(states)('when %s', () => {\n  it('keeps order', () => {})\n})"],
  ['a.test.ts', "describe.each([\n  1,\n])('when %s', () => {\n  it('keeps order', () => {})\n})"],
  ['a.test.ts', "describe.skip('when closed', () => {\n  it('keeps order', () => {})\n})"],
  ['a.test.ts', "xdescribe('when closed', () => {\n  it('keeps order', () => {})\n})"],
  ['a_test.go', 't.Run(each.name, func(t *testing.T) {\n\tt.Run("keeps order", func(t *testing.T) {})\n})'],
  ['a_spec.rb', "context state do\n  it 'keeps order' do\n  end\nend"],
])('%s: no test under a condition that is not known: %j', (path, text) => {
  expect(found(path, `${text}\n`)).toEqual([])
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
