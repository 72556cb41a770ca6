import type { DigestLine, TemplateWithData } from './template-data.ts'

/** Returns one sample of each template, for previews and tests. */
export const sampleEmails = (origin: string): TemplateWithData[] => [
  ...invitationEmails(origin),
  ...giftEmails(origin),
  ...senderEmails(origin),
  ...adminEmails(origin),
]

const sampleRecipient = (origin: string) => ({
  first_name: 'Ada',
  last_name: 'Larkin',
  name: 'Ada Larkin',
  reference: 'GR-7K3M9QTX',
  sender: { name: 'Dana Lee', email: 'dana.lee@larkfield.example' },
  url: `${origin}/r/4mWq8TzK2pVb7NcX1sYdRe`,
  web_url: `${origin}/gift-requests/0192d3a4-b5c6-7000-8abc-0123456789ab`,
})

const expires_at = '2026-05-29T10:00:00.000Z'

const giftItems = (origin: string) => [
  { name: 'Stoneware mug – Sage', quantity: 1, image_url: pictureOf(origin, 'mug-sage') },
  { name: 'Notebook, ink', quantity: 2, image_url: pictureOf(origin, 'notebook-ink') },
]

const voucher = (origin: string) => [
  { name: 'Book voucher, 25 euros', quantity: 1, image_url: pictureOf(origin, 'books-25') },
]

const pictureOf = (origin: string, name: string) => `${origin}/images/${name}.thumbnail.svg`

const tracking = [
  {
    carrier: 'UPS',
    code: '1Z999AA10123456784',
    url: 'https://example.com/track',
    estimated_at: '2026-05-12T00:00:00.000Z',
  },
]

function invitationEmails(origin: string): TemplateWithData[] {
  const recipient = sampleRecipient(origin)
  const openInvitation = { ...recipient, expires_at }
  return [
    {
      kind: 'invitation',
      data: {
        ...openInvitation,
        message: {
          subject: 'Welcome to Larkfield: here’s something for you',
          body: 'We’re so glad you’re here. To say thanks, pick something you like.\n\nIt ships within two days.\n\nWarmly,\nDana',
        },
      },
    },
    {
      kind: 'announcement',
      data: {
        ...recipient,
        message: {
          subject: 'A box is on its way to you',
          body: 'Your first day is almost here, and we can’t wait. A few things for your desk are on their way.',
        },
      },
    },
    { kind: 'reminder', data: openInvitation },
    { kind: 'expiring', data: { ...openInvitation, days: 3 } },
  ]
}

function giftEmails(origin: string): TemplateWithData[] {
  const recipient = sampleRecipient(origin)
  const chosen = { ...recipient, items: giftItems(origin) }
  const digital = { ...recipient, items: voucher(origin) }
  return [
    { kind: 'redeemed', data: chosen },
    {
      kind: 'donated',
      data: {
        ...recipient,
        donations: [{ charity: 'Larkfield Sea Rescue', amount_minor: 2_500, currency: 'EUR' }],
      },
    },
    { kind: 'ready', data: digital },
    { kind: 'code_replaced', data: digital },
    { kind: 'dispatched', data: { ...chosen, tracking } },
    { kind: 'delivered', data: chosen },
    {
      kind: 'shipping_problem',
      data: { ...chosen, reason: 'There is no house with the number 117 in this street.' },
    },
    { kind: 'delivery_failed', data: chosen },
    { kind: 'link_resend', data: { ...recipient, expires_at } },
    ...claimEmails(origin),
    {
      kind: 'recipient_link',
      data: { ...chosen, own_url: `${recipient.url}/verify?proof=x`, minutes: 30 },
    },
    {
      kind: 'content_link',
      data: { ...digital, own_url: `${recipient.url}/verify?proof=x`, minutes: 30 },
    },
    { kind: 'parcel_lost', data: chosen },
    { kind: 'parcel_returned', data: chosen },
    { kind: 'gift_cancelled', data: chosen },
    { kind: 'gift_backordered', data: { ...chosen, is_digital: false } },
    { kind: 'gift_expired', data: recipient },
    {
      kind: 'problem_answer',
      data: {
        ...chosen,
        text: 'I’m so sorry about the broken mug. A new one is on its way.',
      },
    },
    { kind: 'gift_changed', data: chosen },
    { kind: 'gift_not_changed', data: chosen },
  ]
}

function claimEmails(origin: string): TemplateWithData[] {
  const recipient = { ...sampleRecipient(origin), url: `${origin}/l/x/confirm?claim=x` }
  return [
    { kind: 'claim_link', data: { ...recipient, minutes: 30 } },
    { kind: 'waiting_list_link', data: { ...recipient, minutes: 30 } },
    { kind: 'waiting_list_offer', data: { ...recipient, hours: 12 } },
    { kind: 'claim_approved', data: { ...sampleRecipient(origin), expires_at } },
    { kind: 'claim_rejected', data: { ...recipient, url: `${origin}/l/x` } },
  ]
}

function senderEmails(origin: string): TemplateWithData[] {
  const { name: recipient, reference, web_url } = sampleRecipient(origin)
  const senderEmailData = { recipient, reference, web_url }
  return [
    {
      kind: 'thank_you_note',
      data: {
        ...senderEmailData,
        text: 'What a lovely surprise!\n\nThe mug is on my desk already, and the tea in it.',
      },
    },
    {
      kind: 'declined',
      data: { ...senderEmailData, reason: 'My employer does not let me accept gifts.' },
    },
    {
      kind: 'renewal_request',
      data: { ...senderEmailData, text: 'I was away for three months. Is there still a way?' },
    },
    {
      kind: 'problem_report',
      data: {
        ...senderEmailData,
        problem: 'damaged',
        text: 'The handle of the mug is broken off.',
        photos: 2,
      },
    },
    {
      kind: 'approval_request',
      data: {
        requester: 'Dana Whitfield',
        name: 'Spring thank-you',
        count: 180,
        expires_at: '2026-05-31T10:00:00.000Z',
        web_url: senderEmailData.web_url,
        decide_url: 'https://gifts.example.com/decision#3p1oqK7T',
      },
    },
    {
      kind: 'approval_result',
      data: {
        result: 'rejected',
        approver: 'Mia Chen',
        name: 'Spring thank-you',
        reason: 'Please leave out the colleagues who got a gift in March.',
        web_url: senderEmailData.web_url,
      },
    },
    {
      kind: 'bounced',
      data: {
        ...senderEmailData,
        email: 'ada@example.com',
        error: '550 5.1.1 <ada@example.com>: no such user here',
      },
    },
  ]
}

const digestLines = (origin: string): DigestLine[] => [
  {
    reference: 'GR-7K3M9QTX',
    recipient: 'Ada Larkin',
    cause: 'label_refused',
    since: '2026-04-29T10:00:00.000Z',
    url: `${origin}/gift-requests/x`,
  },
  {
    reference: 'GR-2PWX41ZB',
    recipient: 'Ben Okafor',
    cause: 'out_of_stock',
    since: '2026-04-28T10:00:00.000Z',
    url: `${origin}/catalogue?stock=low`,
  },
]

const giftComment = (origin: string): TemplateWithData => ({
  kind: 'gift_comment',
  data: {
    author: 'Dana Whitfield',
    text: '@Grace Hopper The carrier says that the parcel is at the depot. Can you call them?',
    gift: 'Ada Lovelace (GR-7K2M9QXA)',
    reference: 'GR-7K2M9QXA',
    web_url: `${origin}/gift-requests/x`,
  },
})

const adminEmails = (origin: string): TemplateWithData[] => [
  giftComment(origin),
  { kind: 'claims_waiting', data: { campaign: 'Summer fair', web_url: `${origin}/one-links/x` } },
  {
    kind: 'attention_digest',
    data: {
      lines: digestLines(origin),
      count: 3,
      others: { count: 2, url: `${origin}/attention?state=open` },
      web_url: `${origin}/attention?state=open`,
      unsubscribe_url: `${origin}/unsubscribe/x`,
    },
  },
  {
    kind: 'low_codes',
    data: {
      variants: [{ name: 'Book voucher, 25 euros', free: 0, waiting: 2 }],
      web_url: `${origin}/catalogue`,
    },
  },
  {
    kind: 'expiring_keys',
    data: {
      keys: [{ name: 'Web shop …7Kq2', expires_at: '2026-06-01T12:00:00.000Z' }],
      web_url: `${origin}/developers/api-keys`,
    },
  },
  {
    kind: 'failing_endpoint',
    data: {
      endpoint: 'https://hooks.example.com/bestow',
      abandoned: 1,
      attempts: 40,
      failed: 31,
      web_url: `${origin}/developers/webhooks`,
    },
  },
  {
    kind: 'invite_colleague',
    data: { url: `${origin}/invitation#x`, inviter: 'Dana Lee', account: 'Larkfield' },
  },
  {
    kind: 'invite_packer',
    data: { url: `${origin}/invitation#x`, inviter: 'Dana Lee', account: 'Larkfield' },
  },
  {
    kind: 'invite_member',
    data: { url: `${origin}/invitation#x`, inviter: 'Dana Lee', account: 'Larkfield' },
  },
  { kind: 'reset_password', data: { url: `${origin}/new-password#x`, minutes: 30 } },
  { kind: 'verify_address', data: { url: `${origin}/new-email#x` } },
  {
    kind: 'address_changed',
    data: {
      url: `${origin}/settings/profile`,
      email: 'dana@example.com',
      account: 'Larkfield',
    },
  },
  {
    kind: 'account_ending',
    data: {
      url: `${origin}/docs/operations#the-end-of-an-account`,
      account: 'Larkfield',
      erase_after: '2026-06-01T12:00:00.000Z',
    },
  },
  { kind: 'account_end_revoked', data: { url: origin, account: 'Larkfield' } },
]
