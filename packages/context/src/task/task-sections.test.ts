import { describe, expect, it } from 'vitest'
import { taskSections } from './task-sections.ts'

const GITHUB_FORM = `Session is lost after redirect

<!-- Please search for existing issues first. -->

### Describe the bug

The cookie is dropped by \`followRedirect\`.

### To Reproduce

\`\`\`python
client.get("/login", follow_redirects=True)
\`\`\`

### Environment

- Python version: 3.12
- Werkzeug is pinned

### Additional context

![picture](a.png)

### Checklist

- [x] I have read the guide
`

describe('the sections of a task', () => {
  it('are the title, what its author says, and code', () => {
    const { title, prose, code } = taskSections(GITHUB_FORM)
    expect(title).toBe('Session is lost after redirect')
    expect(prose).toContain('The cookie is dropped by `followRedirect`.')
    expect(code).toContain('client.get("/login", follow_redirects=True)')
    expect(prose).not.toContain('client.get')
  })

  it('leave out headings of a form, hidden comments and the machine of the author', () => {
    const { prose } = taskSections(GITHUB_FORM)
    for (const noise of [
      'Describe the bug',
      'To Reproduce',
      'search for existing',
      'Werkzeug is pinned',
      'I have read',
    ])
      expect(prose).not.toContain(noise)
  })

  it('keep headings that are no form', () => {
    expect(taskSections('Title\n\n## Sessions in subdomains\n\nText\n').prose).toContain('Sessions in subdomains')
  })

  it('go on after the section about the machine', () => {
    const { prose } = taskSections('Title\n\n**Environment**\n\nWindows\n\n## Cause\n\nThe cache is stale.\n')
    expect(prose).not.toContain('Windows')
    expect(prose).toContain('The cache is stale.')
  })

  it.each([['OS: Windows 11'], ['- Node: 20.1'], ['* **Python version**: 3.9'], ['- Operating system: Fedora']])(
    'leave out the line "%s" of the machine',
    (line) => {
      expect(taskSections(`Title\n\nIt fails.\n${line}\n`).prose).not.toContain(line)
    },
  )

  it('take a fence that is never closed for code up to the end', () => {
    const { prose, code } = taskSections('Title\n\nSays:\n```\nfatal\nmore\n')
    expect(code).toContain('more')
    expect(prose).not.toContain('fatal')
  })

  it('take a comment that is never closed for hidden', () => {
    expect(taskSections('Title\n\nVisible\n<!-- hidden\nmore').prose).not.toContain('more')
  })

  it('take line ends of any kind', () => {
    expect(taskSections('\r\n\r\nTitle\r\nText\r\n')).toEqual({ title: 'Title', prose: '\nText\n', code: '' })
  })

  it('are the title alone where there is one line', () => {
    expect(taskSections('  Fix it ')).toEqual({ title: 'Fix it', prose: '', code: '' })
  })
})
