/*
 * The source of all examples in the documents. Tests validate each example against its schema, and send the
 * requests among them to a running instance, with existing ids in place of these.
 */

export const exampleIds = {
  campaign: '019681f0-5a10-7c3e-9b1d-2f6a8e4c1001',
  directCampaign: '019681f0-5a10-7c3e-9b1d-2f6a8e4c1002',
  oneLinkCampaign: '019681f0-5a10-7c3e-9b1d-2f6a8e4c1003',
  variant: '019681f0-5a10-7c3e-9b1d-2f6a8e4c2001',
} as const

const origin = 'http://localhost:3000'
const gift = '019de370-4ac0-74e2-8f3a-51c07d9be001'
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
} as const
