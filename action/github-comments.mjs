import { createRestClient, once } from './rest-client.mjs'

/** Pages of comments that are looked through. */
const MAX_PAGES = 50

/**
 * The comments of a pull request on GitHub.
 *
 * @param {{ readonly api: string, readonly token: string, readonly repository: string, readonly number: number }} of
 * @returns {import('./keep-comment.mjs').Comments}
 */
export function githubComments({ api, number, repository, token }) {
  const { request } = createRestClient({
    base: api,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'chronicle-action',
      'x-github-api-version': '2022-11-28',
    },
  })
  const here = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`

  /** The account of the token. An app, and the token of a job is one, may not ask for it. */
  const account = once(async () => {
    const { data, status } = await request('GET', '/user')
    if (status === 200) return String(data.login)
    if (status === 403 || status === 404) return undefined
    throw failure('read whose token this is', status, data)
  })

  return {
    async list() {
      const comments = []
      /** @type {string | undefined} */
      let path = `${here}/issues/${number}/comments?per_page=100`
      for (let page = 0; page < MAX_PAGES && path !== undefined; page++) {
        /** @type {{ readonly status: number, readonly data: any, readonly next: string | undefined }} */
        const { data, next, status } = await request('GET', path)
        if (status !== 200) throw failure('read the comments of the pull request', status, data)
        comments.push(...data.map(commentOf))
        // The token goes to the API alone, whatever a page says is the next one.
        path = next !== undefined && new URL(next).origin === new URL(api).origin ? next : undefined
      }
      return comments
    },
    async isOwn({ author }) {
      const login = await account()
      return login === undefined ? author.isProgram : author.login === login
    },
    async add(body) {
      const { data, status } = await request('POST', `${here}/issues/${number}/comments`, { body })
      if (status === 403 || status === 404) return undefined
      if (status !== 201) throw failure('comment on the pull request', status, data)
      return commentOf(data)
    },
    async edit(id, body) {
      const { data, status } = await request('PATCH', `${here}/issues/comments/${id}`, { body })
      if (status === 403 || status === 404) return undefined
      if (status !== 200) throw failure('edit the comment', status, data)
      return commentOf(data)
    },
    async remove(id) {
      const { data, status } = await request('DELETE', `${here}/issues/comments/${id}`)
      if (status === 403 || status === 404) return undefined
      if (status !== 204) throw failure('remove a comment', status, data)
      return true
    },
  }
}

/** @param {any} comment */
function commentOf({ body, html_url: url, id, user }) {
  const author = { login: user?.login, isProgram: user?.type === 'Bot' }
  return { id, body: body ?? '', author, ...(url === undefined ? {} : { url }) }
}

/**
 * @param {string} what
 * @param {number} status
 * @param {any} data
 */
function failure(what, status, data) {
  return new Error(`GitHub did not let us ${what}: ${status} ${data?.message ?? ''}`.trim())
}
