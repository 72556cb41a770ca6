import { notAnEmail } from './email-address.ts'
/*
 * The source of all examples in the documents. Tests validate each example against its schema, and send the
 * requests among them to a running instance, with existing ids in place of these.
 */

export const exampleIds = {
  campaign: '019681f0-5a10-7c3e-9b1d-2f6a8e4c1001',
  directCampaign: '019681f0-5a10-7c3e-9b1d-2f6a8e4c1002',
  oneLinkCampaign: '019681f0-5a10-7c3e-9b1d-2f6a8e4c1003',
  variant: '019681f0-5a10-7c3e-9b1d-2f6a8e4c2001',
  parcel: '019de370-4ac0-74e2-8f3a-51c07d9be501',
  email: '019de370-4ac0-74e2-8f3a-51c07d9be601',
  problemReport: '019de370-4ac0-74e2-8f3a-51c07d9be701',
} as const

const origin = 'http://localhost:3000'
const gift = '019de370-4ac0-74e2-8f3a-51c07d9be001'
const reissuedId = '019de370-4ac0-74e2-8f3a-51c07d9be002'
const created_at = '2026-05-01T10:30:00.000Z'
const updated_at = '2026-05-01T10:30:00.240Z'

const campaignSummary = {
  id: exampleIds.campaign,
  name: 'Spring thank-you',
  web_url: `${origin}/campaigns/${exampleIds.campaign}`,
}

const sender = {
  id: '019681f0-5a10-7c3e-9b1d-2f6a8e4c3001',
  name: 'Dana Lee',
  email: 'dana.lee@larkfield.example',
}

const images = [
  {
    name: 'Linen notebook',
    url: `${origin}/images/notebook.svg`,
    urls: {
      thumbnail: `${origin}/images/notebook.svg`,
      large: `${origin}/images/notebook.svg`,
      large_wide: `${origin}/images/notebook.svg`,
    },
  },
]

const lineItem = {
  id: '019de370-4ac0-74e2-8f3a-51c07d9be101',
  sku: 'NB-LINEN-PLUM',
  variant_id: exampleIds.variant,
  name: 'Linen notebook, plum',
  quantity: 1,
  images,
}

const email_message = {
  subject: 'A small thank-you from Larkfield',
  body: 'Choose what you like best. It is on us.',
}

const choice = {
  id: gift,
  reference: 'GR-7K3MX9QP',
  status: 'submitted',
  campaign: campaignSummary,
  redemption_url: `${origin}/r/q7Vt2LwX9bKd4M`,
  web_url: `${origin}/gift-requests/${gift}`,
  recipient: {
    id: '019de370-4ac0-74e2-8f3a-51c07d9be201',
    thank_you_count: 0,
    first_name: 'Ada',
    last_name: 'Larkin',
    name: 'Ada Larkin',
    email: 'ada@example.com',
  },
  sender,
  shipping_address: null,
  offering: { selection_mode: 'one', visible_at_redemption: true, line_items: [lineItem] },
  line_items: null,
  email_message,
  created_at,
  updated_at,
  metadata: {},
}

export const examples = {
  /** A gift request whose recipient still has to choose. */
  choice,
  /** The differences after its delivery. */
  delivered: { status: 'delivered', line_items: [lineItem] },
  campaign: {
    id: exampleIds.campaign,
    name: 'Spring thank-you',
    description: 'For everybody who helped us move.',
    state: 'available',
    archived_at: null,
    invitation_method: 'email',
    selection_mode: 'one',
    visible_at_redemption: true,
    expires_after_days: 60,
    email_message,
    theme: {
      color: '#7b3f61',
      logo_url: `${origin}/images/logo.svg`,
      headline: 'Thank you',
      message: 'Something small for something big.',
    },
    sender,
    products: [
      {
        id: '019681f0-5a10-7c3e-9b1d-2f6a8e4c4001',
        name: 'Linen notebook',
        description: 'Two hundred pages, bound in linen.',
        kind: 'physical',
        images,
        variants: [
          {
            id: exampleIds.variant,
            sku: 'NB-LINEN-PLUM',
            name: 'Plum',
            images,
            stock_levels: [
              {
                warehouse: {
                  id: '019681f0-5a10-7c3e-9b1d-2f6a8e4c5001',
                  name: 'Leipzig',
                  country: 'DE',
                },
                available: 120,
              },
            ],
          },
        ],
      },
    ],
    web_url: campaignSummary.web_url,
    created_at,
    updated_at,
  },
  oneLink: {
    id: '019de370-4ac0-74e2-8f3a-51c07d9be301',
    campaign: { ...campaignSummary, id: exampleIds.oneLinkCampaign },
    url: `${origin}/l/Xc4PzR8nTq1WvB`,
    quantity: 3,
    claimed: 0,
    available: 3,
    state: 'open',
    allowed_email_domains: ['example.com'],
    expires_at: '2026-06-30T10:30:00.000Z',
    closed_at: null,
    created_at,
    updated_at,
  },
  event: {
    id: '019de370-4ac0-74e2-8f3a-51c07d9be401',
    type: 'gift_request_created',
    gift_request_id: gift,
    created_at,
    body: { ...choice, redemption_url: null },
  },
  move: {
    at: created_at,
    from: null,
    to: 'created',
    cause: 'created over the API',
    events: ['gift_request_created'],
  },
  parcel: {
    id: exampleIds.parcel,
    number: 1,
    state: 'in_transit',
    carrier: 'DHL',
    tracking_code: '00340434161094021501',
    tracking_url: 'https://www.dhl.de/en/privatkunden.html?piececode=00340434161094021501',
    estimated_at: '2026-05-05T16:00:00.000Z',
    problem: null,
    line_items: [
      {
        line_item_id: lineItem.id,
        variant_id: lineItem.variant_id,
        sku: lineItem.sku,
        name: lineItem.name,
        quantity: 1,
      },
    ],
    scans: [
      {
        at: '2026-05-03T08:12:00.000Z',
        state: 'in_transit',
        description: 'Arrived at the parcel centre',
        location: 'Leipzig',
      },
    ],
    replaces: null,
    adult_signature_age: null,
  },
  email: {
    id: exampleIds.email,
    gift_request_id: gift,
    kind: 'invitation',
    state: 'sent',
    to: choice.recipient.email,
    subject: email_message.subject,
    error: null,
    attempts: 1,
    created_at,
    sent_at: updated_at,
  },
  thankYouNote: {
    text: 'What a lovely surprise. Thank you!',
    written_at: '2026-05-06T18:20:00.000Z',
    changed_at: null,
  },
  problemReport: {
    id: exampleIds.problemReport,
    gift_request_id: gift,
    problem: 'damaged',
    state: 'answered',
    text: 'The handle of the mug is broken off.',
    photos: [
      {
        id: '019de370-4ac0-74e2-8f3a-51c07d9be711',
        content_type: 'image/jpeg',
        size: 481_220,
        width: 2_000,
        height: 1_500,
      },
    ],
    answers: [
      {
        id: '019de370-4ac0-74e2-8f3a-51c07d9be721',
        author: 'Dana Lee',
        text: 'I’m so sorry. A new one is on its way.',
        created_at: '2026-05-07T09:10:00.000Z',
      },
    ],
    resolution: null,
    created_at: '2026-05-06T18:20:00.000Z',
    updated_at: '2026-05-07T09:10:00.000Z',
    resolved_at: null,
  },
  reissue: {
    id: reissuedId,
    reissued_from: { id: choice.id, reference: choice.reference },
    gift_request: { ...choice, id: reissuedId, reference: 'GR-2M8QWX4T' },
  },
  giftRequestResults: [
    {
      index: 0,
      idempotency_key: 'order-4711',
      status: 'created',
      gift_request: { id: gift, reference: 'GR-7K2M9QXA' },
      errors: [],
    },
    {
      index: 1,
      idempotency_key: 'order-4712',
      status: 'refused',
      gift_request: null,
      errors: [
        {
          type: 'validation_error',
          code: 'invalid_format',
          message: notAnEmail,
          param: 'recipient.email',
        },
      ],
    },
  ],
  giftDetails: {
    id: gift,
    state: 'awaiting_recipient',
    send_at: null,
    expires_at: '2026-06-30T10:30:00.000Z',
    remind_at: '2026-05-08T10:30:00.000Z',
    locale: null,
    sender,
    opened_at: '2026-05-02T07:45:00.000Z',
    declined_at: null,
    decline_reason: null,
    renewal_requested_at: null,
    one_link_id: null,
    reissued_from: null,
    reissued_as: null,
    actions: {
      cancel: null,
      extend: null,
      remind: null,
      correct_email: null,
      change_address: 'It has no parcel yet; the recipient enters the address.',
      reissue_link: null,
      send_again: 'Only gifts that expired, were declined or did not arrive can be sent again.',
    },
  },
} as const
