import { connect } from 'node:net'

/** What came back over a socket before it was closed, or fell silent. */
export interface RawAnswer {
  /** Status lines, in order: more than one when somebody was answered twice. */
  statuses: number[]
  text: string
  /** Whether the other side closed the connection. */
  isClosed: boolean
  /** Milliseconds until then. */
  ms: number
}

export interface RawOptions {
  /** Milliseconds without a byte after which we stop listening. */
  silence?: number
  /** Sent one after another, with so many milliseconds between. */
  pause?: number
}

/** Sends exactly these bytes, and listens until the other side closes or falls silent. */
export function exchange(
  port: number,
  parts: readonly (string | Buffer)[],
  { silence = 300, pause = 0 }: RawOptions = {},
): Promise<RawAnswer> {
  const began = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    let next = 0
    let timer: NodeJS.Timeout | undefined
    const done = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
        Number(status),
      )
      resolve({ statuses, text, isClosed, ms: performance.now() - began })
    }
    const listen = () => {
      clearTimeout(timer)
      timer = setTimeout(() => done(false), silence)
    }
    const sendNext = () => {
      const part = parts[next++]
      if (part === undefined || socket.destroyed) return
      socket.write(part)
      if (pause > 0) setTimeout(sendNext, pause)
      else sendNext()
    }
    socket.on('connect', sendNext)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      listen()
    })
    socket.on('error', () => {})
    socket.on('close', () => done(true))
    listen()
  })
}
