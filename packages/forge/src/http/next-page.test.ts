import { describe, expect, it } from 'vitest'
import { nextPage } from './next-page.ts'

const HERE = 'https://api.example.com/repos/a/b/pulls?state=closed&page=1'

describe('nextPage', () => {
  it.each([
    ['<https://api.example.com/x?page=2>; rel="next", <https://api.example.com/x?page=9>; rel="last"', '/x?page=2'],
    [
      '<https://api.example.com/x?page=1>; rel="prev", <https://api.example.com/x?cursor=a,b>; rel=next',
      '/x?cursor=a,b',
    ],
    ['</x?page=2>; rel="next"', '/x?page=2'],
  ])('follows %s', (link, path) => {
    expect(nextPage(new Headers({ link }), HERE)).toBe(`https://api.example.com${path}`)
  })

  it('counts pages where there are no links', () => {
    const next = nextPage(new Headers({ 'x-next-page': '2' }), HERE)
    expect(next).toBe('https://api.example.com/repos/a/b/pulls?state=closed&page=2')
  })

  it.each([
    { link: '<https://api.example.com/x?page=1>; rel="first"' },
    { link: '<https://elsewhere.example.com/x?page=2>; rel="next"' },
    { link: '<http://api.example.com/x?page=2>; rel="next"' },
    { 'x-next-page': '' },
    {},
  ] as Record<string, string>[])('ends at %j', (headers) => {
    expect(nextPage(new Headers(headers), HERE)).toBeUndefined()
  })
})
