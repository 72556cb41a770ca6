import type { Localizer } from '../locales/localizer.ts'
import { type EmailContent, splitParagraphs, toSingleLine } from './email-content.ts'
import type { RecipientEmailData } from './template-data.ts'

type ClaimTemplate =
  | 'claim_link'
  | 'waiting_list_link'
  | 'waiting_list_offer'
  | 'claim_approved'
  | 'claim_rejected'

/**
 * Returns the builder of an email about a one-link claim. The email has no greeting: a stranger can have typed
 * both the name and the address, and must not choose a word of the email.
 */
const claimEmail =
  (kind: ClaimTemplate) =>
  (data: RecipientEmailData & ClaimLifetime, { t }: Localizer): EmailContent => {
    const sender = data.sender.name
    return {
      subject: toSingleLine(t(`${kind}.subject`, { sender })),
      preview: t(`${kind}.preview`, { sender }),
      heading: t(`${kind}.heading`, { sender }),
      paragraphs: splitParagraphs(t(`${kind}.body`, { sender })),
      button: { label: t(`${kind}.button`), url: data.url },
      notes: lifetimeNotes(kind, data, { t }),
      footer: t('common.claim_why', { sender, email: data.sender.email }),
    }
  }

interface ClaimLifetime {
  minutes?: number
  hours?: number
}

function lifetimeNotes(
  kind: ClaimTemplate,
  { minutes = 0, hours = 0 }: ClaimLifetime,
  { t }: Pick<Localizer, 't'>,
): string[] {
  if (kind === 'claim_link') return [t('claim_link.minutes', { count: minutes })]
  if (kind === 'waiting_list_link') return [t('waiting_list_link.minutes', { count: minutes })]
  if (kind === 'waiting_list_offer') return [t('waiting_list_offer.hours', { count: hours })]
  return []
}

/** The builders of emails about one-link claims. */
export const claimBuilders = {
  claim_link: claimEmail('claim_link'),
  waiting_list_link: claimEmail('waiting_list_link'),
  waiting_list_offer: claimEmail('waiting_list_offer'),
  claim_approved: claimEmail('claim_approved'),
  claim_rejected: claimEmail('claim_rejected'),
}
