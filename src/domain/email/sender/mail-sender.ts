import { definer, type OpeningConnector } from '#connections'
import type { MailTransport } from '#platform/lib/mail-transport'

/**
 * A connector of the port `mail`, whose transports send the emails of an account. `docs/connectors/mail-senders.md` states
 * what a transport guarantees, and the kit in test/support/mail-sender-kit.ts attacks it.
 */
export interface MailConnector extends OpeningConnector<'mail', MailTransport> {}

/** Declares a connector of the port `mail`. */
export const defineMailSender = definer<MailConnector>('mail')
