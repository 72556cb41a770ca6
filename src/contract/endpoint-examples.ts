/* The examples of webhook endpoints and deliveries in the documents. */

const id = '019de370-4ac0-74e2-8f3a-51c07d9bea01'
/** Another endpoint, which receives a resent event. */
const otherId = '019de370-4ac0-74e2-8f3a-51c07d9bea02'

const endpoint = {
  id,
  url: 'https://hooks.larkfield.example/bestow',
  description: 'Orders in the ERP',
  events: ['gift_request_redeemed', 'gift_request_delivered'],
  receives_attention: false,
  payload_version: '2026-05',
  standard_webhooks: false,
  enabled: true,
  previous_secret_until: null,
  signing_error: null,
  header_names: ['X-Api-Key'],
  max_per_second: 20,
  filter: null,
  ordered: false,
  public_key: 'whpk_6cbTaS0KGzPJWw7Vg8ZGWPMd1mGnQZ0pTjzYXK1zQ2I=',
  previous_public_key: null,
  previous_key_until: null,
  ca_subject: null,
  ca_expires_at: null,
  client_certificate_subject: null,
  client_certificate_expires_at: null,
  created_at: '2026-05-01T10:30:00.000Z',
  updated_at: '2026-05-01T10:30:00.000Z',
}

const attempt = {
  number: 1,
  started_at: '2026-05-01T10:30:01.000Z',
  duration_ms: 84,
  outcome: 'failed',
  status: 503,
  error: null,
  reason: null,
  detail: null,
}

const delivery = {
  id: '019de370-4ac0-74e2-8f3a-51c07d9beb01',
  event_id: '019de370-4ac0-74e2-8f3a-51c07d9bec01',
  event_type: 'gift_request_redeemed',
  gift_request_id: '019de370-4ac0-74e2-8f3a-51c07d9be001',
  endpoint_id: id,
  payload_version: '2026-05',
  state: 'pending',
  is_test: false,
  replay_of: null,
  next_attempt_at: '2026-05-01T10:30:31.000Z',
  attempts: [attempt],
  created_at: '2026-05-01T10:30:00.240Z',
  abandoned_at: null,
}

export const endpointExamples = {
  otherId,
  endpoint,
  withSecret: { ...endpoint, secret: '<SIGNING_SECRET>' },
  delivery,
  test: {
    ...delivery,
    event_type: 'gift_request_created',
    gift_request_id: null,
    is_test: true,
    next_attempt_at: null,
    attempts: [],
  },
  recovery: { resent: 37, remaining: 0 },
}
