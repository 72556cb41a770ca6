import type { TemplateName } from './template-data.ts'

/** Emails that the recipient is waiting for; sent before all others. */
const urgentTemplates: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'link_resend',
  'claim_link',
  'waiting_list_link',
  'waiting_list_offer',
  'recipient_link',
  'content_link',
  'reset_password',
  'verify_address',
  'invite_colleague',
  'invite_packer',
  'invite_member',
])

export const getPriority = (kind: TemplateName): 0 | 1 => (urgentTemplates.has(kind) ? 0 : 1)
