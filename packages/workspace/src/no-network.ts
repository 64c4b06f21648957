/*
 * Runs before the examples: whatever a framework would send, to a model or to its makers, fails here.
 */
import { Socket } from 'node:net'

Socket.prototype.connect = function connect(): never {
  throw new Error('Examples reach no network.')
}
