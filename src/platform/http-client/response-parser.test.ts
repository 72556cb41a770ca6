import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createResponseParser, type Progress, type ResponseHead } from './response-parser.ts'

const http = (...lines: string[]) => lines.join('\r\n')
const ok = { status: 200 }
const early = (length: number) => `HTTP/1.1 103 Early\r\nA: ${'b'.repeat(length)}\r\n\r\n`

const readings: [name: string, text: string, end: Progress, head?: Partial<ResponseHead>][] = [
  ['no body', http('HTTP/1.1 200 OK', 'Content-Length: 0', '', ''), 'done', { status: 200 }],
  ['no reason', http('HTTP/1.1 202', 'content-length:0', '', ''), 'done', { status: 202 }],
  ['an empty reason', http('HTTP/1.1 200 ', 'content-length:0', '', ''), 'done', { status: 200 }],
  ['a body', http('HTTP/1.1 500 Oh no', 'Content-Length: 4', '', 'oops'), 'done', { status: 500 }],
  ['204', http('HTTP/1.1 204 No Content', '', ''), 'done', { status: 204 }],
  [
    'chunks',
    http(
      'HTTP/1.1 200 OK',
      'Transfer-Encoding: chunked',
      '',
      '3',
      'abc',
      'A;x=1',
      '0123456789',
      '0',
      '',
      '',
    ),
    'done',
  ],
  ['no chunk', http('HTTP/1.1 200 OK', 'Transfer-Encoding: Chunked', '', '0', '', ''), 'done'],
  [
    'trailers',
    http('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '1', 'a', '0', 'X: y', '', ''),
    'done',
  ],
  [
    'interim responses',
    http(
      'HTTP/1.1 100 Continue',
      '',
      'HTTP/1.1 103 Early',
      'Link: </a>',
      '',
      'HTTP/1.1 201 Made',
      'Content-Length: 0',
      '',
      '',
    ),
    'done',
    { status: 201 },
  ],
  [
    'what it says of waiting',
    http(
      'HTTP/1.1 429 Slow',
      'RETRY-after:  7 ',
      'Keep-Alive: max=9, timeout=5',
      'Content-Length: 0',
      '',
      '',
    ),
    'done',
    { status: 429, retry_after: '7', keepAliveMs: 5_000 },
  ],
  ['a body not yet there', http('HTTP/1.1 200 OK', 'Content-Length: 4', '', 'oop'), 'body'],
  [
    'a chunk not yet there',
    http('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '5', 'abc'),
    'body',
  ],
  [
    'a last line not yet there',
    http('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '0', ''),
    'body',
  ],
  ['a head not yet there', http('HTTP/1.1 200 OK', 'Content-Length: 4', ''), 'head'],

  ['a body as long as the connection', http('HTTP/1.1 200 OK', '', ''), 'close', { status: 200 }],
  ['an old version', http('HTTP/1.0 200 OK', 'Content-Length: 0', '', ''), 'close'],
  ['a close', http('HTTP/1.1 200 OK', 'Connection: Close', 'Content-Length: 0', '', ''), 'close'],
  ['a long body', http('HTTP/1.1 200 OK', 'Content-Length: 4097', '', ''), 'close'],
  [
    'a long chunk',
    http('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', 'ffffffff', ''),
    'close',
  ],
  [
    'two lengths',
    http('HTTP/1.1 200 OK', 'Content-Length: 0', 'Content-Length: 0', '', ''),
    'close',
  ],
  [
    'a length and chunks',
    http('HTTP/1.1 200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', ''),
    'close',
  ],
  ['another coding', http('HTTP/1.1 200 OK', 'Transfer-Encoding: gzip, chunked', '', ''), 'close'],
  [
    'no chunk where one should be',
    http('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '-1', ''),
    'close',
  ],
  [
    'a chunk that does not end',
    http('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '1', 'abc'),
    'close',
  ],
  ['a length that is none', http('HTTP/1.1 200 OK', 'Content-Length: +1', '', 'a'), 'close'],
  [
    'an unrequested response',
    http('HTTP/1.1 200 OK', 'Content-Length: 0', '', 'HTTP/1.1 200 OK', ''),
    'extra',
    { status: 200 },
  ],

  // Some receivers send responses that RFC 9112 does not allow. Their status counts,
  // but the connection is not reused.
  ['an empty line first', http('', 'HTTP/1.1 200 OK', 'Content-Length: 0', '', ''), 'close', ok],
  ['a bare line feed', 'HTTP/1.1 200 OK\r\nA: b\nContent-Length: 0\r\n\r\n', 'close', ok],
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n', 'close', ok],
  ['mixed line ends', 'HTTP/1.1 200 OK\nContent-Length: 0\r\n\n', 'close', ok],
  ['a bare carriage return', http('HTTP/1.1 200 OK', 'A: b\rc', '', ''), 'close', ok],
  ['a line without a colon', http('HTTP/1.1 200 OK', 'what', '', ''), 'close', ok],
  ['a name with a space', http('HTTP/1.1 200 OK', 'Content-Length : 0', '', ''), 'close', ok],
  ['no name', http('HTTP/1.1 200 OK', ': 0', '', ''), 'close', ok],
  ['a folded line', http('HTTP/1.1 200 OK', 'A: b', ' c', '', ''), 'close', ok],
  ['a zero byte', http('HTTP/1.1 200 OK', 'A: b\0', '', ''), 'close', ok],
  ['HTTP/2.0', http('HTTP/2.0 200 OK', 'Content-Length: 0', '', ''), 'close', ok],
  ['HTTP/1.2', http('HTTP/1.2 200 OK', 'Content-Length: 0', '', ''), 'close', ok],
  [
    'a wait in a head that is not strict',
    http('HTTP/1.1 503 Busy', 'Retry-After: 9', 'what', '', ''),
    'close',
    { status: 503 },
  ],
  [
    'an interim response that is not strict',
    'HTTP/1.1 103 Early\nA: b\n\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'close',
    ok,
  ],
  ['large headers', http('HTTP/1.1 200 OK', `A: ${'b'.repeat(65_000)}`, '', ''), 'close', ok],
  [
    'large headers of many responses',
    `${early(20_000)}${early(20_000)}${early(20_000)}HTTP/1.1 200 OK\r\n\r\n`,
    'close',
    ok,
  ],

  ['another protocol', http('SSH-2.0-OpenSSH_9.6', ''), 'bad'],
  ['another version', http('HTTP/2 200 OK', '', ''), 'bad'],
  ['an upgrade', http('HTTP/1.1 101 Switching', 'Upgrade: x', '', ''), 'bad'],
  ['a status that is none', http('HTTP/1.1 20 OK', '', ''), 'bad'],
  ['a status below all', http('HTTP/1.1 099 OK', '', ''), 'bad'],
  ['a lower-case version', http('http/1.1 200 OK', '', ''), 'bad'],
  ['two spaces before the status', http('HTTP/1.1  200 OK', '', ''), 'bad'],
  ['a status of four digits', http('HTTP/1.1 2000 OK', '', ''), 'bad'],
  ['a head without end', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(66_000)}`, 'bad'],
  ['a head that is too large', http('HTTP/1.1 200 OK', `A: ${'b'.repeat(66_000)}`, '', ''), 'bad'],
  ['empty lines without end', '\r\n'.repeat(33_000), 'bad'],
  ['too many interim responses', `${early(20_000).repeat(4)}HTTP/1.1 200 OK\r\n\r\n`, 'bad'],
]

for (const [name, text, end, expected] of readings)
  it(`reads ${name}: ${end}`, () => {
    const whole = createResponseParser()
    assert.equal(whole.feed(Buffer.from(text, 'latin1')), end)
    assert.deepEqual({ ...whole.head(), ...expected }, { ...whole.head() })
    const bytewise = createResponseParser()
    let progress: Progress = 'head'
    for (let at = 0; at < text.length && (progress === 'head' || progress === 'body'); at++)
      progress = bytewise.feed(Buffer.from(text.charAt(at), 'latin1'))
    // Bytes after a complete response concern only the connection, because the parser has already finished.
    assert.equal(progress, name === 'an unrequested response' ? 'done' : end)
    assert.deepEqual(bytewise.head(), whole.head())
  })

it('accepts a complete status line when the connection ends in the head', () => {
  const ends: [text: string, status: number | undefined][] = [
    ['HTTP/1.1 200 OK\r\n', 200],
    ['HTTP/1.1 500 Oh no\r\nA: b', 500],
    ['HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 201 Made\r\n', 201],
    ['HTTP/1.1 200 OK', undefined],
    ['HTTP/1.1 103 Early\r\n', undefined],
    ['', undefined],
  ]
  for (const [text, status] of ends) {
    const reader = createResponseParser()
    reader.feed(Buffer.from(text))
    assert.equal(reader.finish()?.status, status, JSON.stringify(text))
  }
})
