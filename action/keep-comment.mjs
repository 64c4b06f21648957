import { MARKER } from './describe-findings.mjs'

/**
 * The comments of a change, as a forge keeps them. `list` gives them all, oldest first. `isOwn` says whether the owner
 * of the token wrote one: a token may often edit the comments of others too. An app cannot ask who it is, so there any
 * comment of a program counts. The others return `undefined` where the token may not do it.
 *
 * @typedef {{ readonly login: string | undefined, readonly isProgram: boolean }} Author
 * @typedef {{ readonly id: number, readonly body: string, readonly author: Author, readonly url?: string }} Comment
 * @typedef {{
 *   list(): Promise<readonly Comment[]>,
 *   isOwn(comment: Comment): Promise<boolean>,
 *   add(body: string): Promise<Comment | undefined>,
 *   edit(id: number, body: string): Promise<Comment | undefined>,
 *   remove(id: number): Promise<true | undefined>,
 * }} Comments
 */

/**
 * Keeps one comment up to date: of the own ones that begin with the marker, the oldest that may be edited. A second one,
 * which two jobs at once can leave, is removed. Without anything to say none is added, and one that is there says so.
 *
 * @param {Comments} comments
 * @param {{ readonly body: string | undefined, readonly settled: string }} what
 * @returns {Promise<{ readonly done: 'added' | 'updated' | 'unchanged' | 'none' | 'refused', readonly url?: string | undefined }>}
 */
export async function keepComment(comments, { body, settled }) {
  const wanted = body ?? settled
  /** @type {Set<number>} */
  const refused = new Set()
  for (const own of await marked(comments)) {
    if (own.body.replaceAll('\r\n', '\n').trim() === wanted.trim()) return { done: 'unchanged', url: own.url }
    const edited = await comments.edit(own.id, wanted)
    if (edited !== undefined) return { done: 'updated', url: edited.url }
    refused.add(own.id)
  }
  if (body === undefined) return { done: 'none' }
  const added = await comments.add(wanted)
  if (added === undefined) return { done: 'refused' }
  const [oldest, ...others] = (await marked(comments)).filter(({ id }) => !refused.has(id))
  if (oldest === undefined || oldest.id === added.id) return { done: 'added', url: added.url }
  // Another job was there first. Its comment is brought up to date; where it may not be edited, ours stays.
  const edited = await comments.edit(oldest.id, wanted)
  if (edited === undefined) return { done: 'added', url: added.url }
  if (others.some(({ id }) => id === added.id)) await comments.remove(added.id)
  return { done: 'updated', url: edited.url }
}

/** @param {Comments} comments */
async function marked(comments) {
  const own = []
  for (const comment of await comments.list()) {
    if (comment.body.startsWith(MARKER) && (await comments.isOwn(comment))) own.push(comment)
  }
  return own
}
