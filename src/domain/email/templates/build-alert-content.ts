import type { Localizer } from '../locales/localizer.ts'
import { type EmailContent, toSingleLine } from './email-content.ts'
import type { TemplateData } from './template-data.ts'

/* Alerts to admins about gifts and endpoints that need attention. */

export function stalledAlert(
  { gifts, web_url }: TemplateData['stalled'],
  { t }: Localizer,
): EmailContent {
  const count = gifts.length
  return {
    subject: t('stalled.subject', { count }),
    preview: t('stalled.preview'),
    heading: t('stalled.heading', { count }),
    paragraphs: [t('stalled.body')],
    list: {
      items: gifts.map(({ reference, recipient, state, days }) => ({
        text: t('stalled.line', {
          reference,
          recipient,
          state: t(`stalled.${state}`),
          count: days,
        }),
      })),
    },
    button: { label: t('stalled.button'), url: web_url },
    notes: [],
    footer: t('common.sender_why'),
  }
}

export function lowCodesAlert(
  { variants, web_url }: TemplateData['low_codes'],
  { t }: Localizer,
): EmailContent {
  const isEmpty = variants.some(({ free }) => free === 0)
  return {
    subject: t(isEmpty ? 'low_codes.subjectEmpty' : 'low_codes.subject'),
    preview: t('low_codes.preview'),
    heading: t(isEmpty ? 'low_codes.headingEmpty' : 'low_codes.heading'),
    paragraphs: [t('low_codes.body')],
    list: {
      items: variants.flatMap(({ name, free, waiting }) => [
        { text: t('low_codes.line', { name, number: free }) },
        ...(waiting === 0 ? [] : [{ text: t('low_codes.waiting', { name, number: waiting }) }]),
      ]),
    },
    button: { label: t('low_codes.button'), url: web_url },
    notes: [t('failing_endpoint.once')],
    footer: t('common.sender_why'),
  }
}

export function failingEndpointAlert(
  data: TemplateData['failing_endpoint'],
  { t }: Localizer,
): EmailContent {
  const { endpoint, abandoned, attempts, failed } = data
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint
  return {
    subject: toSingleLine(t('failing_endpoint.subject', { host })),
    preview: t('failing_endpoint.preview'),
    heading: t('failing_endpoint.heading', { host }),
    paragraphs: [
      t('failing_endpoint.body'),
      ...(failed > 0 ? [t('failing_endpoint.share', { failed, attempts })] : []),
      ...(abandoned > 0 ? [t('failing_endpoint.abandoned', { count: abandoned })] : []),
    ],
    list: { items: [{ text: endpoint }] },
    button: { label: t('failing_endpoint.button'), url: data.web_url },
    notes: [t('failing_endpoint.once')],
    footer: t('common.sender_why'),
  }
}

/** Tells the sender that claims of a one-link wait for approval. */
export const claimsWaitingEmail = (
  { campaign, web_url }: TemplateData['claims_waiting'],
  { t }: Localizer,
): EmailContent => ({
  subject: toSingleLine(t('claims_waiting.subject', { campaign })),
  preview: t('claims_waiting.preview'),
  heading: t('claims_waiting.heading'),
  paragraphs: [t('claims_waiting.body', { campaign })],
  button: { label: t('claims_waiting.button'), url: web_url },
  notes: [t('claims_waiting.once')],
  footer: t('common.sender_why'),
})
