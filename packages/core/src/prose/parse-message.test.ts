import { processorTime } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMessage, folded } from '../../test/arbitrary-message.ts'
import { parseMessage } from './parse-message.ts'

const blocksOf = (body: string, subject = 'Subject'): readonly string[] =>
  parseMessage(`${subject}\n\n${body}`).blocks.map(({ kind, text }) => `${kind}: ${text}`)

describe('a parsed message', () => {
  it('says nothing that the message does not, in its order', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryMessage(), fc.string()), (message) => {
        const { subject, blocks } = parseMessage(message)
        const whole = folded(message)
        expect(whole).toContain(subject)
        let at = 0
        for (const { text } of blocks) {
          const found = whole.indexOf(folded(text), at)
          expect(found).toBeGreaterThanOrEqual(at)
          at = found + folded(text).length
        }
      }),
    )
  })

  it.each<[string, string, readonly string[], subject?: string]>([
    [
      'wrapped paragraphs',
      'One line\nand the next.\n\nAnother.',
      ['paragraph: One line and the next.', 'paragraph: Another.'],
    ],
    [
      'an address that a sentence is about',
      'Working with Ana, implemented\nhttps://example.org/a\n\nSee\nhttps://example.org/b',
      ['paragraph: Working with Ana, implemented https://example.org/a', 'paragraph: See'],
    ],
    ['bullets with their continuation', '* one\n  more\n- two', ['bullet: one more', 'bullet: two']],
    [
      'indented code',
      'See:\n\n    a()\n\n    b()\n\nDone.',
      ['paragraph: See:', 'code:     a()\n\n    b()', 'paragraph: Done.'],
    ],
    [
      'code that is hardly indented, and plainly code',
      'Calls are chained.\n\n  var route = make(1);\n\n  route\n  .all(x)\n\n  Not this one.\n\nDone.',
      [
        'paragraph: Calls are chained.',
        'code:   var route = make(1);\n\n  route\n  .all(x)\n\n  Not this one.',
        'paragraph: Done.',
      ],
    ],
    [
      'prose that is hardly indented',
      'One.\n\n  Two (of them).\n\nThree.',
      ['paragraph: One.', 'paragraph: Two (of them).', 'paragraph: Three.'],
    ],
    ['fenced code', '```\n* a\n\nb\n```\nDone.', ['code: ```\n* a\n\nb\n```', 'paragraph: Done.']],
    [
      'rows of dots in code',
      'See:\n\n    f():\n        ...\n    g()',
      ['paragraph: See:', 'code:     f():\n        ...\n    g()'],
    ],
    ['a second paragraph of a bullet', '* one\n\n  two', ['bullet: one', 'paragraph: two']],
    ['logs', '$ make\nerror: no\n', ['code: $ make\nerror: no']],
    [
      'commands and what they print',
      'It is read once.\n\nc:\\>curl 0.0.0.0\n\nenv HOME=`pwd` go test ./names\nok names 0.015s coverage: 90.0% of statements\n\nformat --width 120 --no-ends --write src/names',
      [
        'paragraph: It is read once.',
        'code: c:\\>curl 0.0.0.0\n\nenv HOME=`pwd` go test ./names\nok names 0.015s coverage: 90.0% of statements\n\nformat --width 120 --no-ends --write src/names',
      ],
    ],
    [
      'a wrapped sentence about flags',
      'We use it as the\nimplementation of --word/-w since `x` gives nothing with --line.',
      ['paragraph: We use it as the implementation of --word/-w since `x` gives nothing with --line.'],
    ],
    [
      'sentences about variables and what is generated',
      'DEBUG=1 breaks the start because it opens\nNAMES=1 early.\n\nGenerated with [names](make) files must stay as they are.\n\nD:\\ drives have names.',
      [
        'paragraph: DEBUG=1 breaks the start because it opens NAMES=1 early.',
        'paragraph: Generated with [names](make) files must stay as they are.',
        'paragraph: D:\\ drives have names.',
      ],
    ],
    [
      'what a program signs with',
      'It is read once.\n\n🤖 Generated with [Claude Code](https://claude.com/claude-code)',
      ['paragraph: It is read once.'],
    ],
    [
      'code that is indented by less than the code above it',
      'See:\n\n    try:\n        a()\n\n   value = read(name,\n                method=method)\n\nDone.',
      [
        'paragraph: See:',
        'code:     try:\n        a()\n\n   value = read(name,\n                method=method)',
        'paragraph: Done.',
      ],
    ],
    ['quotes', '> a\n> b', ['quote: > a\n> b']],
    [
      'headings',
      '## Why\n\nFor speed.\n\nHow\n---\nBy hand.',
      ['heading: ## Why', 'paragraph: For speed.', 'heading: How', 'paragraph: By hand.'],
    ],
    [
      'a list without bullets',
      'rename a field\nadd another one',
      ['bullet: rename a field', 'bullet: add another one'],
    ],
    [
      'a list without bullets whose lines are full',
      'Use the tolerant comparison of numbers in each of the tests of names\nRemove an empty line from the reader of names and its tests\nReplace the struct by a type of its own',
      [
        'bullet: Use the tolerant comparison of numbers in each of the tests of names',
        'bullet: Remove an empty line from the reader of names and its tests',
        'bullet: Replace the struct by a type of its own',
      ],
    ],
    [
      'a sentence without a full stop, wrapped early after a word that goes on',
      'It helps to look at the\nHTML output',
      ['paragraph: It helps to look at the HTML output'],
    ],
    [
      'a sentence without capitals, wrapped before a word that joins',
      'nobody knew why it was there\nand the tests did not cover it',
      ['paragraph: nobody knew why it was there and the tests did not cover it'],
    ],
    [
      'dots in code',
      'It fails with:\n\n    ...\n    raise Error()\n    Error: no\n\nIt waits now.',
      ['paragraph: It fails with:', 'code:     ...\n    raise Error()\n    Error: no', 'paragraph: It waits now.'],
    ],
    [
      'a line for each thing that was done',
      'Used to shorten long calls\nMade a new cache to wrap\na function with.',
      ['paragraph: Used to shorten long calls', 'paragraph: Made a new cache to wrap a function with.'],
    ],
    [
      'a wrapped sentence after a short line',
      'It is so, apparently,\nas said.',
      ['paragraph: It is so, apparently, as said.'],
    ],
    [
      'a sentence that goes on from the title after dots',
      '... and put nothing in its place, because the host does not\nsupport it yet.',
      ['paragraph: ... and put nothing in its place, because the host does not support it yet.'],
    ],
    [
      'a sentence without an end, wrapped a word early',
      'Using the old name inside a routine of the reader may\nlead to a wrong value, where another request overwrote\nthe name',
      [
        'paragraph: Using the old name inside a routine of the reader may lead to a wrong value, where another request overwrote the name',
      ],
    ],
    [
      'the address that a sentence ends with',
      'It follows the rules of\nhttps://example.org/rules.\n\nIt is short.\nhttps://example.org/short',
      ['paragraph: It follows the rules of https://example.org/rules.', 'paragraph: It is short.'],
    ],
    [
      'the issue that a sentence ends with',
      'It is done as the reader of it was asked to by\nada/names#12',
      ['paragraph: It is done as the reader of it was asked to by ada/names#12'],
    ],
    [
      'the address that proves a statement',
      'This was named otherwise until it was renamed:\nhttps://example.org/name\n\nFor more of what was told of it, see:\nhttps://example.org/more',
      [
        'paragraph: This was named otherwise until it was renamed: https://example.org/name',
        'paragraph: For more of what was told of it, see:',
      ],
    ],
    [
      'code that is hardly indented and goes over two lines',
      'It is read twice:\n\n  value = reader.read(name,\n                      method=method)\n\nThe second time is for nothing.',
      [
        'paragraph: It is read twice:',
        'code:   value = reader.read(name,\n                      method=method)',
        'paragraph: The second time is for nothing.',
      ],
    ],
    [
      'the address of a bug that a sentence ends with',
      'It causes errors like this Debian\nbug: https://example.org/942243',
      ['paragraph: It causes errors like this Debian bug: https://example.org/942243'],
    ],
    [
      'a breaking change among the trailers',
      'BREAKING-CHANGE: callers must not encode paths.\nReviewed-by: Ada',
      ['paragraph: BREAKING-CHANGE: callers must not encode paths.'],
    ],
    ['a note at the end', 'Note: the order matters.\nReviewed-by: Ada', ['paragraph: Note: the order matters.']],
    [
      'what stands around the sections of a template about tests and pictures',
      '## Why?\n\nReaders wait.\n\n## How was this tested?\n\n```\n# Run it\n```\n1. Run the server.\n\n### Screenshots or recordings\n\n_Required for UI changes._\n\n**Test plan**\n\nSee it run.\n\n**Risk**\n\nNone.',
      ['heading: ## Why?', 'paragraph: Readers wait.', 'paragraph: **Risk**', 'paragraph: None.'],
    ],
    [
      'what labels of Phabricator precede, without the test plan',
      'Summary: Readers wait.\n\nTest Plan:\nRan it twice.\n\nReviewers: ada',
      ['paragraph: Summary: Readers wait.'],
    ],
    [
      'the commits squashed after a section about tests',
      '* feat: add cache\n\n## Testing\n\nRan it.\n\n* fix: hold the lock\n\nTwo workers write the same file.',
      ['heading: * feat: add cache', 'heading: * fix: hold the lock', 'paragraph: Two workers write the same file.'],
      'Add cache (#12)',
    ],
    [
      'a breaking change after a section about tests',
      '## Testing\n\nRan it.\n\nBREAKING CHANGE: callers must pass the lock.',
      ['paragraph: BREAKING CHANGE: callers must pass the lock.'],
    ],
    [
      'a section about what others test',
      '## How do clients verify a signature\n\nThey fetch the key first.',
      ['heading: ## How do clients verify a signature', 'paragraph: They fetch the key first.'],
    ],
    [
      'a sentence that begins with a label of Phabricator',
      'Tags: they are read before the header.\n\nOld files lack it.',
      ['paragraph: Tags: they are read before the header.', 'paragraph: Old files lack it.'],
    ],
    [
      'sentences beside trailers',
      'Reason: callers cache the handle.\nSigned-off-by: Ada <a@example.org>',
      ['paragraph: Reason: callers cache the handle.'],
    ],
    [
      'a sentence in italics',
      '_This must never be called from a signal handler because it allocates._',
      ['paragraph: _This must never be called from a signal handler because it allocates._'],
    ],
    [
      'a heading in a fence',
      'Call it so:\n\n```\n# Tests\nrun()\n```\nIt is read twice.',
      ['paragraph: Call it so:', 'code: ```\n# Tests\nrun()\n```', 'paragraph: It is read twice.'],
    ],
    [
      'what a program printed about a bug',
      'BUG: use after free in free_all()',
      ['paragraph: BUG: use after free in free_all()'],
    ],
  ])('has %s', (_, body, expected, subject) => {
    expect(blocksOf(body, subject)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['check lists', '- [x] I have run the tests\n- [ ] I have not'],
    ['comments of templates', '<!-- Say why\nand how. -->'],
    ['trailers', 'Signed-off-by: A <a@example.org>\nCo-authored-by: B <b@example.org>'],
    ['unknown trailers at the end', 'Depends-On: abc\nMy-Key: value'],
    ['references alone', 'Closes #12, #13\nSee https://example.org/a/b/issues/3'],
    ["a project's own trailers beside known ones", 'NO_TEST=only docs\nTest: make check\nReviewed-by: Ada'],
    ['the merge request', 'See merge request group/sub/project!12'],
    ['hints of templates in italics', '_Say why and how._'],
    ['link targets', '[1]: https://example.org/a\n[2] - https://example.org/b'],
    ['what is reverted', 'This reverts commit 0123456789abcdef0123456789abcdef01234567.'],
    ['the numbers of bugs', 'Bug: b/12345678\n\nBug: 7'],
    ['what a maintainer changed', '[ada@example.org: fix a typo]\n[ akpm: coding-style fixes ]'],
    [
      'what bots write of an update',
      'Bumps [x](https://example.org/x) from 1.0.0 to 1.0.1.\n- [Commits](https://example.org/x/compare/a...b)\n\n---\nupdated-dependencies:\n- dependency-name: x\n  dependency-type: direct:production\n  update-type: version-update:semver-patch\n...',
    ],
    ['what the editor of Mercurial shows', "HG: Lines beginning with 'HG:' are removed.\nHG: --\nHG: changed a.py"],
    ['mail signatures', '--\nAda\nExample Ltd.'],
    ['what hg-git adds', '--HG--\nextra : amend_source : 0123456789abcdef'],
  ])('leaves out %s', (_, body) => {
    expect(blocksOf(body)).toEqual([])
  })

  it('takes the subjects of squashed commits for headings', () => {
    const message = 'Wait (#3)\n\n* Wait for the peer\n\nThe peer is slow.\n\n* Fix lint\n\n---------\n'
    expect(parseMessage(message).blocks.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'heading: * Wait for the peer',
      'paragraph: The peer is slow.',
      'heading: * Fix lint',
    ])
  })

  it('keeps an address on a line of its own in the sentence around it', () => {
    const body =
      'The commit\nhttps://example.org/a\nhas it already, and this ends it.\n\nSee it there.\nhttps://example.org/b'
    expect(parseMessage(`Subject\n\n${body}`).blocks.map(({ text }) => text)).toEqual([
      'The commit https://example.org/a has it already, and this ends it.',
      'See it there.',
    ])
  })

  it('takes warnings with their places for output', () => {
    const body =
      "  a/b.py:221: DeprecationWarning: invalid escape\n    content = read('x')\n  a/b.py:222: DeprecationWarning: one more"
    expect(parseMessage(`Subject\n\n${body}`).blocks.map(({ kind }) => kind)).toEqual(['code'])
  })

  it('leaves out what squashed commits about tests and documents say', () => {
    const code = '* fix: wait for the peer\n\nThe peer is slow.'
    const tests = '* test(peer): require it\n\n- Replace assert to halt at once.\n\nMore of it.'
    const { blocks } = parseMessage(`Wait (#3)\n\n${tests}\n\n${code}\n\n* docs: say so\n\nAs it was asked.`)
    expect(blocks.filter(({ kind }) => kind !== 'heading').map(({ text }) => text)).toEqual(['The peer is slow.'])
    const ofTests = parseMessage(`Test the peer (#3)\n\n${tests}`).blocks.map(({ text }) => text)
    expect(ofTests).toContain('Replace assert to halt at once.')
  })

  it('gives the lines that footnotes stand for', () => {
    const message =
      'Wait\n\nAs the peer does[1], and others [2].\n\n[1]: https://example.org/a\n[2] https://example.org/b\n'
    expect([...parseMessage(message).footnotes]).toEqual([
      ['[1]', '[1]: https://example.org/a'],
      ['[2]', '[2] https://example.org/b'],
    ])
    const named = parseMessage(
      'Wait\n\nAs [told here][peer], and [^1].\n\n[peer]: https://a.example/\n[^1]:https://b.example/\n',
    )
    expect([...named.footnotes]).toEqual([
      ['[peer]', '[peer]: https://a.example/'],
      ['[^1]', '[^1]:https://b.example/'],
    ])
  })

  it('gives trailers', () => {
    expect(parseMessage('A\n\nb c d.\n\nFixes: 0123abc ("Add it")\nCc: x\n').trailers).toEqual([
      { key: 'Fixes', value: '0123abc ("Add it")' },
      { key: 'Cc', value: 'x' },
    ])
  })

  it.each<[string, string, boolean]>([
    ['Merge branch "x"', 'Merge branch "x"', true],
    [
      "Merge branch 'ab/topic' into main\n\nA better way.\n\n* ab/topic:\n  one\n  two",
      "Merge branch 'ab/topic' into main",
      true,
    ],
    ['Merge pull request #12 from a/b\n\nKeep the order\n\nBecause.', 'Keep the order', true],
    ["Merge branch 'a-b' into 'main'\n\nKeep the order\n\nBecause.", 'Keep the order', true],
    ['Merge with default', 'Merge with default', true],
    ['Merge with a queue in between', 'Merge with a queue in between', false],
    ['Merge with defaults', 'Merge with defaults', false],
    ['Merge commit from fork\n\n* fix: check the name\n\n* more', 'fix: check the name', false],
    ['merge-ort: keep the order', 'merge-ort: keep the order', false],
    ['Merge options of both callers', 'Merge options of both callers', false],
    ['Keep the order (#12)', 'Keep the order', false],
    ['Rename the class to Order, which\nfits better.\n\nBody.', 'Rename the class to Order, which fits better.', false],
    ['Keep the order\nand drop the rest', 'Keep the order', false],
    [
      'Keep the order of what is read whenever it is written again, since\nothers rely on it\n\nBody.',
      'Keep the order of what is read whenever it is written again, since others rely on it',
      false,
    ],
    [
      'The reader can now give names of files in place of numbers\nwhere they are known, as asked.\nThanks to Ana.\n\nBody.',
      'The reader can now give names of files in place of numbers where they are known, as asked.',
      false,
    ],
    ['Show all names. The rest is due to a\nJinja bug.', 'Show all names. The rest is due to a Jinja bug.', false],
  ])('knows subject and merge of %j', (message, subject, merge) => {
    const parsed = parseMessage(message)
    expect([parsed.subject, parsed.merge]).toEqual([subject, merge || /^Merge commit from fork/.test(message)])
  })

  it('reads what `git merge --squash` makes', () => {
    const message = `Squashed\n\nSquashed commit of the following:\n\ncommit ${'a'.repeat(40)}\nAuthor: A <a@b>\nDate:   Mon\n\n    Keep it\n\n    It was lost.`
    expect(parseMessage(message).blocks.map(({ text }) => text)).toEqual(['Keep it', 'It was lost.'])
  })
})

it.each(['words that go on to\n#12\n', 'it was named otherwise until then:\nhttps://example.org/a\n'])(
  'takes a time that grows with the length of a message, of %j again and again',
  (part) => {
    expect(processorTime(() => parseMessage(`Subject\n\n${part.repeat(8000)}`))).toBeLessThan(2000)
  },
)
