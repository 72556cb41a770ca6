/**
 * A receiver that reads the body of every request. It responds with an empty 200, or never under /hang. GET
 * returns the number of requests. Prints the port on which it listens.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(count))
    return
  }
  request.resume()
  if (request.url?.startsWith('/hang')) return
  request.on('end', () => {
    count += 1
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(port)
})
