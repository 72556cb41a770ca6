import { createServer, connect as dial, type Socket } from 'node:net'
import { createListener, type Statement } from './wire-messages.ts'

/** What becomes of a connection at one of its statements. */
export type Verdict =
  | 'pass'
  /** Neither this statement nor anything after it reaches the server. */
  | 'withhold'
  /** The server gets it, and what it answers reaches nobody. */
  | 'mute'

/**
 * The wire between the service and its database: it can lose what travels on it, be cut, and be listened
 * to. The service is told its address as that of the database.
 */
export interface Wire {
  port: number
  /** Sees each statement that the service runs, before the server does. */
  listen(judge: ((statement: Statement) => Verdict) | undefined): void
  /** What travels on the connections that are open now gets lost, and neither side is told. */
  swallow(): void
  /** The same, and new connections are not answered either. */
  swallowAll(): void
  /** Heals for new connections; those that were swallowed stay so. */
  heal(): void
  close(): void
}

interface Line {
  here: Socket
  there: Socket
  state: 'open' | 'withheld' | 'muted' | 'lost'
}

export async function startWire(target: number): Promise<Wire> {
  const lines = new Set<Line>()
  let judge: ((statement: Statement) => Verdict) | undefined
  let losesAll = false

  const server = createServer((here) => {
    const there = dial({ host: '127.0.0.1', port: target })
    const line: Line = { here, there, state: losesAll ? 'lost' : 'open' }
    lines.add(line)
    const listener = createListener()
    for (const socket of [here, there]) socket.setNoDelay(true)
    const goesOn = () => line.state === 'open' || line.state === 'muted'
    here.on('data', (chunk) => {
      if (!goesOn()) return
      for (const { bytes, statement } of listener.read(chunk)) {
        const verdict = statement === undefined ? 'pass' : (judge?.(statement) ?? 'pass')
        if (verdict === 'withhold') line.state = 'withheld'
        if (verdict === 'mute') line.state = 'muted'
        if (!goesOn()) return
        there.write(bytes)
      }
    })
    there.on('data', (chunk) => {
      if (line.state === 'open') here.write(chunk)
    })
    join(line, lines)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const swallow = () => {
    for (const line of lines) line.state = 'lost'
  }
  return {
    port: address.port,
    listen(next) {
      judge = next
    },
    swallow,
    swallowAll() {
      losesAll = true
      swallow()
    },
    heal() {
      losesAll = false
    },
    close() {
      server.close()
      for (const { here, there } of lines) {
        here.destroy()
        there.destroy()
      }
    },
  }
}

/**
 * The end of one side is that of the other, unless the line is lost: then the server goes on believing in
 * its client, as it does when a cable is pulled. A client whose process was killed is gone for the server too.
 */
function join(line: Line, lines: Set<Line>): void {
  const { here, there } = line
  const ended = { here: false, there: false }
  const look = () => {
    if (ended.here && ended.there) lines.delete(line)
  }
  here.on('error', () => {})
  there.on('error', () => {})
  here.on('close', () => {
    ended.here = true
    if (line.state !== 'lost') there.destroy()
    look()
  })
  there.on('close', () => {
    ended.there = true
    if (line.state !== 'lost') here.destroy()
    look()
  })
}
