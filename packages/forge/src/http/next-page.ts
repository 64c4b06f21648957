/**
 * Returns the address of the next page, from the `Link` header or from GitLab's `x-next-page`. `undefined` on the last
 * page. An address on another host is not followed, because the token is not meant for it.
 */
export function nextPage(headers: Headers, url: string): string | undefined {
  const here = new URL(url)
  const linked = linkTo('next', headers.get('link') ?? '')
  if (linked !== undefined) {
    const next = URL.canParse(linked, url) ? new URL(linked, url) : undefined
    return next?.origin === here.origin ? next.href : undefined
  }
  const page = headers.get('x-next-page') ?? ''
  if (!/^\d+$/.test(page)) return undefined
  here.searchParams.set('page', page)
  return here.href
}

/** `<https://…?page=2>; rel="next", <…>; rel="last"`. */
function linkTo(relation: string, header: string): string | undefined {
  for (const [, address, parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (new RegExp(`;\\s*rel="?(?:[\\w-]+ )*${relation}(?: [\\w-]+)*"?`, 'i').test(parameters)) return address
  }
  return undefined
}
