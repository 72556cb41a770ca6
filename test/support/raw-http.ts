import { connect } from 'node:net'

const firstByteTimeoutMs = 10_000 // a busy machine is slow, and connections without a response are rare

/** The bytes that a socket received until it closed, or until no byte arrived for the silence timeout. */
export interface RawResponse {
  /** The status lines in order. There are several if the server responded more than once. */
  statuses: number[]
  text: string
  /** Whether the server closed the connection. */
  isClosed: boolean
  /** The milliseconds from the connect to the end. */
  elapsedMs: number
}

export interface RawOptions {
  /** The milliseconds without another byte after which the client stops. */
  silenceTimeoutMs?: number
  /** The milliseconds between the parts. */
  pauseMs?: number
}

/** Sends exactly these bytes. Reads until the server closes the connection or sends no more bytes. */
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
