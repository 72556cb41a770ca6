import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/**
 * Returns the addresses of a name. Runs for each query, so the addresses can change between queries. If it
 * returns undefined, the query gets no response.
 */
export type Resolve = (name: string, kind: 'A' | 'AAAA') => readonly string[] | undefined

export interface DnsServer {
  /** The address as `host:port`, the format of a resolver setting. */
  address: string
  /** The queries so far, in the form `A hook.test`. */
  queries: string[]
  close(): Promise<void>
}

const kinds = { 1: 'A', 28: 'AAAA' } as const

/** Starts a local DNS server (RFC 1035) to test DNS rebinding. Its answers have a TTL of 0. */
export async function startDnsServer(resolve: Resolve): Promise<DnsServer> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, kind, end } = parseQuestion(question)
    if (kind !== undefined) queries.push(`${kind} ${name}`)
    const addresses = kind === undefined ? [] : resolve(name.toLowerCase(), kind)
    if (addresses === undefined) return
    socket.send(buildAnswer(question.subarray(0, end), addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function parseQuestion(question: Buffer) {
  const labels: string[] = []
  let offset = 12
  for (let length = question[offset] ?? 0; length > 0; length = question[offset] ?? 0) {
    labels.push(question.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  const kind = kinds[question.readUInt16BE(offset + 1) as keyof typeof kinds]
  return { name: labels.join('.'), kind, end: offset + 5 }
}

/** Builds an answer that repeats the question and has one record for each address. */
function buildAnswer(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question)
  header.writeUInt16BE(0x8180, 2) // The flags mean: a response, recursion available, no error.
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8, 12)
  const records = addresses.map((text) => {
    const bytes = Buffer.from(ipaddr.parse(text).toByteArray())
    const record = Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, 0])
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([header, ...records])
}
