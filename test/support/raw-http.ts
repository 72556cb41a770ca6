import { connect } from 'node:net'

const firstByteTimeoutMs = 10_000 // a busy machine is slow; a connection that gets no response is rare

/** What a socket received until it closed, or until no byte arrived for the silence timeout. */
export interface RawResponse {
  /** Status lines in order: more than one when the server responded twice. */
  statuses: number[]
  text: string
  /** Whether the server closed the connection. */
  isClosed: boolean
  /** Milliseconds from the connect to the end. */
  elapsedMs: number
}

export interface RawOptions {
  /** Milliseconds without another byte after which the client stops. */
  silenceTimeoutMs?: number
  /** Milliseconds between the parts. */
  pauseMs?: number
}

/** Sends exactly these bytes, and reads until the server closes the connection or sends no more. */
export function sendRaw(
  port: number,
  parts: readonly (string | Buffer)[],
  { silenceTimeoutMs = 1000, pauseMs = 0 }: RawOptions = {},
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
      const timeoutMs = chunks.length === 0 ? firstByteTimeoutMs : 0
      timer = setTimeout(() => done(false), Math.max(timeoutMs, silenceTimeoutMs))
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
