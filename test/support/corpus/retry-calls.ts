import { type Call, create, entry, errors, json, ok, type Response } from './call-case.ts'

export function retries(): Call[] {
  const soon = { 'retry-after': '0' }
  const unavailable: Response = { status: 503, headers: soon }
  const inUse: Response = {
    ...errors(409, entry('conflict_error', 'idempotency_key_in_use', 'Running.')),
    headers: { ...json, ...soon },
  }
  const done = ok({ id: 'x' }, 201)
  const success = (name: string, ...responses: Response[]): Call => ({
    name,
    ...create,
    responses: [...responses, done],
    expected: { attempts: responses.length + 1, data: { id: 'x' } },
  })
  return [
    success('succeeds at once'),
    success('retries 503', unavailable, unavailable),
    success('retries 429', { status: 429, headers: soon }),
    success('retries 408 and 500', { status: 408, headers: soon }, { status: 500, headers: soon }),
    success('retries 409 for its own key', inUse),
    {
      name: 'gives up after the last retry',
      ...create,
      responses: [unavailable, unavailable, unavailable],
      expected: { attempts: 3, error: { class: 'ServerError', status: 503, retry_after_ms: 0 } },
    },
    {
      name: 'does not retry 422',
      ...create,
      responses: [errors(422, entry('validation_error', 'required', 'is required', 'campaign_id'))],
      expected: { attempts: 1, error: { class: 'ValidationError', status: 422 } },
    },
    {
      name: 'does not wait longer than its timeout',
      ...create,
      responses: [{ status: 429, headers: { 'retry-after': '3600' } }],
      expected: {
        attempts: 1,
        error: { class: 'RateLimitError', status: 429, retry_after_ms: 3_600_000 },
      },
    },
  ]
}

export function pages(): Call[] {
  const gift = (id: string, updated_at = `2026-05-01T10:30:0${id.slice(1)}.000Z`) => ({
    id,
    updated_at,
  })
  const page = (has_more: boolean, ...ids: string[]) =>
    ok({ data: ids.map((id) => gift(id)), has_more })
  const request = (...query: [string, string][]) => ({
    method: 'GET',
    path: '/gift_requests',
    query,
  })
  const list = { call: 'gift_requests.list' }
  return [
    {
      name: 'follows pages behind the last id',
      ...list,
      query: { limit: 2, status: 'delivered' },
      responses: [page(true, 'g1', 'g2'), page(true, 'g3', 'g4'), page(false, 'g5')],
      expected: {
        requests: [
          request(['limit', '2'], ['status', 'delivered']),
          request(['limit', '2'], ['status', 'delivered'], ['after', 'g2']),
          request(['limit', '2'], ['status', 'delivered'], ['after', 'g4']),
        ],
        ids: ['g1', 'g2', 'g3', 'g4', 'g5'],
      },
    },
    {
      name: 'follows changes behind time and id',
      ...list,
      query: { updated_after: '2026-05-01T00:00:00.000Z' },
      responses: [page(true, 'g1'), page(false, 'g2')],
      expected: {
        requests: [
          request(['updated_after', '2026-05-01T00:00:00.000Z']),
          request(['updated_after', '2026-05-01T10:30:01.000Z'], ['after', 'g1']),
        ],
        ids: ['g1', 'g2'],
      },
    },
    {
      name: 'ends with an empty list',
      ...list,
      responses: [page(false)],
      expected: { requests: [request()], ids: [] },
    },
    {
      name: 'ends with an empty page',
      ...list,
      responses: [page(true)],
      expected: { requests: [request()], ids: [] },
    },
    {
      name: 'retries a page',
      ...list,
      responses: [
        page(true, 'g1'),
        { status: 503, headers: { 'retry-after': '0' } },
        page(false, 'g2'),
      ],
      expected: {
        requests: [request(), request(['after', 'g1']), request(['after', 'g1'])],
        ids: ['g1', 'g2'],
      },
    },
  ]
}
