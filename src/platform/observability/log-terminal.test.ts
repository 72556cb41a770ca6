import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { formatForTerminal } from './log-terminal.ts'

const format = (entry: object) => stripVTControlCharacters(formatForTerminal(JSON.stringify(entry)))
const at = { level: 30, time: '2026-05-01T10:30:00.123Z', pid: 7 }

describe('a log line in a terminal', () => {
  it('is short', () => {
    const request = { method: 'POST', route: '/api/gift_requests', status: 201, ms: 12.3 }
    assert.equal(
      format({ ...at, reqId: 'a-b-c', ...request, msg: 'answered' }),
      '10:30:00 answered method=POST route=/api/gift_requests status=201 ms=12.3\n',
    )
  })

  it('contains the stack of an error', () => {
    const err = { message: 'no way', stack: 'Error: no way\n    at here' }
    assert.equal(
      format({ ...at, level: 50, err, msg: 'it broke' }),
      '10:30:00 it broke\nError: no way\n    at here\n',
    )
  })

  it('is unchanged when it is not JSON', () => {
    assert.equal(formatForTerminal('plain\n'), 'plain\n')
  })
})
