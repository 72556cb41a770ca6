/** An email that is rendered and ready to send. */
export interface OutgoingEmail {
  /**
   * The Message-ID `<…@…>`. Every attempt uses the same id, so that a duplicate can be
   * distinguished from a second email.
   */
  message_id: string
  from: Mailbox
  reply_to: Mailbox | undefined
  to: Mailbox
  /** The envelope sender address, which receives bounces. */
  envelope_from: string
  subject: string
  html: string
  text: string
  language: string
  /** The URL where the recipient can unsubscribe. */
  unsubscribe_url: string | undefined
  /** Whether a POST to the URL unsubscribes. Mail clients send this POST (RFC 8058). */
  unsubscribes_with_one_click?: boolean
  date: Date
  /** The key that signs the email for the domain of `from` (RFC 6376). Without it, only the server may sign. */
  dkim?: DkimKey | undefined
}

/** A key of a domain, whose public part is in the DNS at `{selector}._domainkey.{domain}`. */
export interface DkimKey {
  domain: string
  selector: string
  /** In PEM. */
  private_key: string
}

export interface Mailbox {
  name: string
  email: string
}

/** The response of the mail server to an email. */
export type SendResult =
  | { isAccepted: true; response: string }
  /** `isPermanent`: a retry would also fail. `isInvalidAddress`: the server rejects the address. */
  | { isAccepted: false; isPermanent: boolean; isInvalidAddress: boolean; response: string }

/** A way to send emails. */
export interface MailTransport {
  /**
   * Sends an email. Never throws. After the timeout (in milliseconds), the attempt has
   * ended and nothing more is sent.
   */
  send(mail: OutgoingEmail, timeoutMs: number): Promise<SendResult>
  /** The maximum number of emails that are sent at the same time. */
  readonly concurrency: number
  /** Closes the connections. Also ends sends in progress, whose results are temporary rejections. */
  close(): void
}

/** Whether to use TLS. `required`: always. `offered`: when the server offers it. `none`: never. */
export type TlsMode = 'required' | 'offered' | 'none'

/** The transport that captures emails in staging without a server. The mailbox page shows them. */
export const captureTransport: MailTransport = {
  concurrency: 50,
  send: async () => ({ isAccepted: true, response: 'captured' }),
  close: () => {},
}
