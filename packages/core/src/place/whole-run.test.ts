import { describe, expect, it } from 'vitest'
import { findWholeRun } from './whole-run.ts'

const LINES = ['  server.listen(port)', '', '  logger.info("up")', 'end', '  server.listen(port)', '  close()']

describe('findWholeRun', () => {
  it('finds all lines in a row, whatever their white space', () => {
    expect(findWholeRun(['server.listen(port)', 'logger.info( "up" )'], LINES)).toEqual({ start: 1, end: 3 })
    expect(findWholeRun(['server.listen(port)', 'close()'], LINES)).toEqual({ start: 5, end: 6 })
  })

  it('finds nothing that is there twice, apart, outside the range, or too short', () => {
    expect(findWholeRun(['server.listen(port)'], LINES)).toBeUndefined()
    expect(findWholeRun(['logger.info("up")', 'close()'], LINES)).toBeUndefined()
    expect(findWholeRun(['logger.info("up")'], LINES, { start: 4, end: 6 })).toBeUndefined()
    expect(findWholeRun(['close()'], LINES)).toBeUndefined()
  })

  it('includes the brackets and blank lines with which the recorded lines begin and end', () => {
    const lines = ['a()', '}', '', 'function boot() {', '  server.listen()', '}', '', 'b()']
    expect(findWholeRun(['', 'function boot() {', 'server.listen()', '}'], lines)).toEqual({ start: 3, end: 6 })
    expect(findWholeRun(['function boot() {', 'server.listen()', '})'], lines)).toEqual({ start: 4, end: 5 })
  })

  it('finds a line that is there once in the range', () => {
    expect(findWholeRun(['server.listen(port)'], LINES, { start: 3, end: 6 })).toEqual({ start: 5, end: 5 })
  })
})
