import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Chooses the port of the last start, so that clients that know it can reconnect. If that port is in use,
 * chooses a free port.
 */
export async function choosePort(file: string, canReuse: boolean): Promise<number> {
  const lastPort = canReuse ? readPort(file) : undefined
  if (lastPort !== undefined && (await isFree(lastPort))) return lastPort
  for (;;) {
    // The port is below the range from which operating systems assign ephemeral ports.
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (!(await isFree(port))) continue
    writeFileSync(file, `${port}\n`)
    return port
  }
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
