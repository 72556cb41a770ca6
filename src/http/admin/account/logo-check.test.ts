import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { checkLogo } from './logo-check.ts'

const pages: Record<string, [status: number, type: string, body: string | Buffer]> = {
  '/logo.png': [200, 'image/png', 'a picture'],
  '/page': [200, 'text/html', '<p>hello</p>'],
  '/empty.png': [200, 'image/png', ''],
  '/large.png': [200, 'image/png', Buffer.alloc(2_100_000)],
}
let reads = 0
const server = createServer((request, response) => {
  reads += 1
  const [status, type, body] = pages[request.url ?? ''] ?? [404, 'text/plain', 'no']
  response.writeHead(status, { 'content-type': type }).end(body)
})
let origin = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

it('accepts an image and describes every other response', async () => {
  const check = (path: string) => checkLogo(`${origin}${path}`, { allowPrivate: true })
  assert.equal(await check('/logo.png'), undefined)
  assert.match((await check('/gone.png')) ?? '', /returned 404/)
  assert.match((await check('/page')) ?? '', /not a picture: its type is text\/html/)
  assert.match((await check('/empty.png')) ?? '', /empty/)
  assert.match((await check('/large.png')) ?? '', /larger than 2 MB/)
})

it('does not read private addresses', async () => {
  const before = reads
  assert.match(
    (await checkLogo(`${origin}/logo.png`, { allowPrivate: false })) ?? '',
    /private address/,
  )
  assert.equal(reads, before)
})
