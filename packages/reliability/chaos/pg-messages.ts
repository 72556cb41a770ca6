/** A statement that a client executes, and the application name of the client. */
export interface PgStatement {
  client: string
  text: string
}

interface PgMessage {
  bytes: Buffer
  /** The statement, if this message executes one. */
  statement?: PgStatement
}

const requestCodesWithoutStartup = [80877102, 80877103, 80877104] // startup messages without an application name

/**
 * Creates a parser of PostgreSQL's protocol, as far as it is necessary to identify the executed statement. It
 * parses the messages Parse (gives a statement a name), Bind (executes a statement by its name) and Query
 * (contains the statement).
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
    /** Splits received data into complete messages. */
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

/** Reads the first two zero-terminated strings of a message. */
function readStrings(message: Buffer): string[] {
  const first = message.indexOf(0, 5)
  const second = message.indexOf(0, first + 1)
  return [message.toString('utf8', 5, first), message.toString('utf8', first + 1, second)]
}
