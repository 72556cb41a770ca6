import { connect } from 'node:net'

/** What came back over a socket before it was closed, or fell silent. */
export interface RawResponse {
  /** Status lines, in order: more than one when somebody was answered twice. */
  statuses: number[]
  text: string
  /** Whether the other side closed the connection. */
  isClosed: boolean
  /** Milliseconds until then. */
  elapsedMs: number
}

export interface RawOptions {
  /** Milliseconds without a byte after which we stop listening. */
  silenceTimeoutMs?: number
  /** Sent one after another, with so many milliseconds between. */
  pauseMs?: number
}

/** Sends exactly these bytes, and listens until the other side closes or falls silent. */
export function sendRaw(
  port: number,
  parts: readonly (string | Buffer)[],
  { silenceTimeoutMs = 300, pauseMs = 0 }: RawOptions = {},
): Promise<RawResponse> {
  const startedAt = performance.now()
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
      resolve({ statuses, text, isClosed, elapsedMs: performance.now() - startedAt })
    }
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => done(false), silenceTimeoutMs)
    }
    const sendNext = () => {
      const part = parts[next++]
      if (part === undefined || socket.destroyed) return
      socket.write(part)
      if (pauseMs > 0) setTimeout(sendNext, pauseMs)
      else sendNext()
    }
    socket.on('connect', sendNext)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      restartTimer()
    })
    socket.on('error', () => {})
    socket.on('close', () => done(true))
    restartTimer()
  })
}
