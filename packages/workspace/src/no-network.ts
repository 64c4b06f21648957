/*
 * Runs before the examples, and makes any network access by a framework fail, whether to a model or to the framework's
 * makers.
 */
import { Socket } from 'node:net'

Socket.prototype.connect = function connect(): never {
  throw new Error('Examples reach no network.')
}
