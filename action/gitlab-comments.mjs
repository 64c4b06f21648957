import { createRestClient, once } from './rest-client.mjs'

/** Pages of notes that are looked through. */
const MAX_PAGES = 50

/**
 * The comments of a merge request on GitLab.
 *
 * @param {{ readonly api: string, readonly token: string, readonly project: string, readonly number: number }} of
 * @returns {import('./keep-comment.mjs').Comments}
 */
export function gitlabComments({ api, number, project, token }) {
  const { request } = createRestClient({ base: api, headers: { 'private-token': token } })
  const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`

  const account = once(async () => {
    const { data, status } = await request('GET', '/user')
    if (status !== 200) throw failure('read whose token this is', status, data)
    return String(data.username)
  })

  return {
    async list() {
      const comments = []
      /** @type {string | undefined} */
      let path = `${notes}?per_page=100&sort=asc&order_by=created_at`
      for (let page = 0; page < MAX_PAGES && path !== undefined; page++) {
        /** @type {{ readonly status: number, readonly data: any, readonly next: string | undefined }} */
        const { data, next, status } = await request('GET', path)
        if (status !== 200) throw failure('read the comments of the merge request', status, data)
        comments.push(...data.filter((/** @type {any} */ { system }) => system !== true).map(commentOf))
        // The token goes to the API alone, whatever a page says is the next one.
        path = next !== undefined && new URL(next).origin === new URL(api).origin ? next : undefined
      }
      return comments
    },
    async isOwn({ author }) {
      return author.login === (await account())
    },
    async add(body) {
      const { data, status } = await request('POST', notes, { body })
      if (status === 401 || status === 403 || status === 404) return undefined
      if (status !== 201) throw failure('comment on the merge request', status, data)
      return commentOf(data)
    },
    async edit(id, body) {
      const { data, status } = await request('PUT', `${notes}/${id}`, { body })
      if (status === 401 || status === 403 || status === 404) return undefined
      if (status !== 200) throw failure('edit the comment', status, data)
      return commentOf(data)
    },
    async remove(id) {
      const { data, status } = await request('DELETE', `${notes}/${id}`)
      if (status === 401 || status === 403 || status === 404) return undefined
      if (status !== 204) throw failure('remove a comment', status, data)
      return true
    },
  }
}

/** @param {any} note */
function commentOf({ author, body, id }) {
  return { id, body: body ?? '', author: { login: author?.username, isProgram: author?.bot === true } }
}

/**
 * @param {string} what
 * @param {number} status
 * @param {any} data
 */
function failure(what, status, data) {
  return new Error(`GitLab did not let us ${what}: ${status} ${data?.message ?? data?.error ?? ''}`.trim())
}
