/** A statement that a client runs, and what the client calls itself. */
export interface PgStatement {
  client: string
  text: string
}

interface PgMessage {
  bytes: Buffer
  /** When this message runs one. */
  statement?: PgStatement
}

const requestCodesWithoutStartup = [80877102, 80877103, 80877104] // these open a connection without naming anybody

/**
 * Takes PostgreSQL's protocol apart, as far as it takes to know which statement is run: the messages
 * Parse, which names a text, Bind, which runs it by its name, and Query, which has the text in it.
 */
export function createMessageParser() {
  const texts = new Map<string, string>()
  let client: string | undefined
  let buffered = Buffer.alloc(0)

  function readStartup(message: Buffer): void {
    if (requestCodesWithoutStartup.includes(message.readInt32BE(4))) return
    const parameters = message.toString('utf8', 8).split('\0')
    client = parameters[parameters.indexOf('application_name') + 1] ?? ''
  }

  function parseStatement(message: Buffer): PgStatement | undefined {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (client === undefined || !'PBQ'.includes(kind)) return undefined
    const [first = '', second = ''] = readStrings(message)
    if (kind === 'Q') return { client, text: first }
    if (kind === 'P') {
      texts.set(first, second)
      return undefined
    }
    return { client, text: texts.get(second) ?? '' }
  }

  return {
    /** The whole messages of what has come so far. */
    parse(chunk: Buffer): PgMessage[] {
      buffered = Buffer.concat([buffered, chunk])
      const messages: PgMessage[] = []
      for (;;) {
        const head = client === undefined ? 0 : 1
        if (buffered.length < head + 4) return messages
        const length = head + buffered.readInt32BE(head)
        if (buffered.length < length) return messages
        const bytes = buffered.subarray(0, length)
        buffered = buffered.subarray(length)
        if (head === 0) {
          readStartup(bytes)
          messages.push({ bytes })
          continue
        }
        const statement = parseStatement(bytes)
        messages.push(statement === undefined ? { bytes } : { bytes, statement })
      }
    },
  }
}

/** The first two texts of a message, each of which ends with a zero. */
function readStrings(message: Buffer): string[] {
  const first = message.indexOf(0, 5)
  const second = message.indexOf(0, first + 1)
  return [message.toString('utf8', 5, first), message.toString('utf8', first + 1, second)]
}
