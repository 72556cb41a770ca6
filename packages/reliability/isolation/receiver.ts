/**
 * The receivers of the isolation benchmark, in a separate process on two ports. The endpoints of one port
 * always respond at once. The endpoints of the other port follow the mode of `PUT /MODE` on the first port:
 * `ok`, `hang`, `drip` (a header line each second), `slow` (200 after five seconds) or `refuse` (no
 * listener). `GET` returns the ids of the events that arrived at each port since the last call, with their
 * times of arrival. Prints both ports.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Arrival = [event_id: string, at: number]

const timestamp = () => performance.timeOrigin + performance.now()
const arrivals: Record<'good' | 'bad', Arrival[]> = { good: [], bad: [] }
let mode = 'ok'

const good = createServer(async (request, response) => {
  if (request.method === 'PUT') {
    await setMode(request.url?.slice(1) ?? 'ok')
    response.end()
  } else if (request.method === 'GET') {
    response.end(JSON.stringify(arrivals))
    for (const list of Object.values(arrivals)) list.length = 0
  } else {
    request.resume()
    request.on('end', () => {
      arrivals.good.push([String(request.headers['service-webhook-event-id']), timestamp()])
      response.end()
    })
  }
})

const bad = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (mode === 'ok' || mode === 'slow')
      arrivals.bad.push([String(request.headers['service-webhook-event-id']), timestamp()])
    respond(response)
  })
})

function respond(response: ServerResponse): void {
  if (mode === 'ok') response.end()
  if (mode === 'slow') setTimeout(() => response.end(), 5_000)
  if (mode === 'drip') drip(response)
}

function drip({ socket }: ServerResponse): void {
  socket?.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => {
    if (socket?.writable) socket.write('X-Drip: x\r\n')
    else clearInterval(timer)
  }, 1_000)
}

const getPort = (server: typeof good) => (server.address() as AddressInfo).port
for (const server of [good, bad]) {
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
const badPort = getPort(bad)

async function setMode(nextMode: string): Promise<void> {
  mode = nextMode
  const isClosed = nextMode === 'refuse'
  if (isClosed === !bad.listening) return
  if (isClosed) {
    bad.close()
    bad.closeAllConnections()
    await once(bad, 'close')
  } else {
    bad.listen(badPort, '127.0.0.1')
    await once(bad, 'listening')
  }
}

console.log(`${getPort(good)} ${badPort}`)
