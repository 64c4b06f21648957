import { describe, expect, it } from 'vitest'
import { spokenText } from './spoken-text.ts'

describe('spokenText', () => {
  it('leaves out what nobody said', () => {
    const text = [
      '<!-- Please describe',
      'your change -->',
      'The cache is cleared first, because readers keep the old map.\r',
      '',
      '> Why is that?',
      'It is not.',
      '',
      '```suggestion',
      'cache.clear()',
      '```',
      '<details><summary>Log</summary>',
      'must not be read <details>inner</details>',
      '</details>',
      '/label ~bug',
      '- [ ] I must have tested this',
      '## Checklist',
    ].join('\n')
    expect(spokenText(text, new Set(['## Checklist', '- [ ] I must have tested this'])).split(/\n+/)).toEqual([
      'The cache is cleared first, because readers keep the old map.',
      'It is not.',
    ])
  })

  it('ends where a mail is quoted', () => {
    const text = 'It must stay.\n\nOn Mon, 3 Jun 2024 at 10:00, Ana <ana@example.org> wrote:\n\n> old\nmore of the mail'
    expect(spokenText(text)).toBe('It must stay.')
  })

  it('leaves out sections that a program added', () => {
    const text =
      'Mine, because of X.\n<!-- This is an auto-generated comment: release notes by x -->\n## Summary by X\nAdds Y.\n<!-- end of auto-generated comment -->\nMine again.'
    expect(spokenText(text).split(/\n+/)).toEqual(['Mine, because of X.', 'Mine again.'])
    expect(spokenText('Mine.\n\n## Summary by CodeRabbit\n- New things\n\n## Why\nMine too.').split(/\n+/)).toEqual([
      'Mine.',
      '## Why',
      'Mine too.',
    ])
  })

  it('keeps a comparison and a path', () => {
    expect(spokenText('a > b holds\nSee /etc/hosts, it must be there.')).toBe(
      'a > b holds\nSee /etc/hosts, it must be there.',
    )
  })

  it('leaves out every section of a program, and keeps one that does not end', () => {
    const section = '<!-- start --><!-- a --> Theirs.\n<!-- more, end -->'
    expect(spokenText(`One.\n${section}\nTwo.\n${section}\nThree.\n<!-- begin -->\nFour.`).split(/\n+/)).toEqual([
      'One.',
      'Two.',
      'Three.',
      'Four.',
    ])
  })

  it('leaves out folded parts in folded parts, and keeps what has no end or no start', () => {
    const folded = '<details open>a<details>b</details>c<DETAILS>d</DETAILS>e</details>'
    expect(spokenText(`One.\n${folded}\nTwo.</details>\n<details>\nThree. ${folded}`).split(/\n+/)).toEqual([
      'One.',
      'Two.</details>',
      '<details>',
      'Three.',
    ])
  })

  it('takes an open comment to the end', () => {
    expect(spokenText('Mine. <!-- rest')).toBe('Mine.')
  })
})

it.each([
  [
    '**What type of PR is this?**\n/kind bug\n\n**Why we need it**:\nAll of them begin at once.\n\n**Special notes for your reviewer**:\n\n```release-note\nNONE\n```\n',
    'All of them begin at once.',
  ],
  ['It waits.\n\nHow was this tested: by hand, for 2 hours', 'It waits.'],
  ['It waits.\n\n**Note to reviewers:** by commit', 'It waits.'],
  ['**Never** close it here.', '**Never** close it here.'],
  ["Cents are integers.\n\nPlease don't merge before the migration in #24 is deployed!", 'Cents are integers.'],
  ['Photos lose their place.\n\n<!-- how to test -->\nUpload a photo and look.\n', 'Photos lose their place.'],
  ['Do not merge cells: it breaks the export.', 'Do not merge cells: it breaks the export.'],
])('%j says %j', (text, expected) => {
  expect(spokenText(text)).toBe(expected)
})
